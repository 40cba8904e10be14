"""The frontier in Redis: seen set, hosts' pace, pending set, outcomes and dead letters, for any number of workers.

Every change is one script of lua/, so it happens whole or not at all. The scripts name keys by what they begin with:
one Redis server (or a primary with replicas), not a Redis Cluster. Workers pass their own clock's `now`; a clock that
is wrong by a second makes waits wrong by a second, so keep them synchronised.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import compress
from typing import cast

from crawler.errors import Unavailable
from crawler.frontier.outcomes import DEAD_LETTERS, FORGOTTEN, KEEP_DAYS, KINDS, day, label, last_days
from crawler.frontier.ports import Admitted, DeadLetter, Entry, FailingHost, SeenStats, Tube, Turn
from crawler.frontier.redis_client import Script, answering, connect
from crawler.frontier.seen import BATCH, BloomFilter
from crawler.frontier.threads import source_of
from crawler.model import Outcome, PageTask, url_id
from crawler.settings import Settings

KEEP_S = KEEP_DAYS * 86_400

SAME_CALL_S = 600
"""So long a call that was carried out is known, in case its answer was lost: threads ask again every few seconds."""


class RedisFrontier:
    """`Frontier` over Redis 6 or newer. `clock` gives Unix seconds where no `now` is passed."""

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._clock = clock
        self._client = connect(settings)
        self._filter = BloomFilter(self._client, settings, clock)
        # As long as a robots.txt is good for: a pace learned from its Crawl-delay must not be forgotten sooner.
        self._host_keep_s = settings.robots_hours * 3600
        self._unanswered = threading.local()
        self._pending = [self._key("pending"), self._key("due")]
        self._tasks = [*self._pending, self._key("begun")]
        self._dead = [self._key("dead"), self._key("dead:order")]
        self._visits = self._key("visits")
        self._remember = Script(self._client, "remember_thread")
        self._due_threads = Script(self._client, "due_threads")
        self._admit = Script(self._client, "was_seen", "host", "admit")
        self._enter = Script(self._client, "was_seen", "host", "enter")
        self._stretch = Script(self._client, "host", "stretch")
        self._failed = Script(self._client, "host", "failed")
        self._failing = Script(self._client, "failing")
        self._postpone = Script(self._client, "postpone")
        self._settle = Script(self._client, "settle")
        self._bury = Script(self._client, "bury")
        self._put_back = Script(self._client, "put_back")
        self._count = Script(self._client, "count")
        self._dead_letters = Script(self._client, "dead_letters")
        self._revive = Script(self._client, "revive")

    def admit(self, tasks: Sequence[PageTask], *, now: float, again: bool = False) -> list[Admitted]:
        by_url: dict[str, PageTask] = {}
        for task in tasks:
            by_url.setdefault(task.url, task)  # a call that finds its own task takes it for admitted
        with self._call("admit", *by_url) as call:
            once = list(by_url.values())
            batches = [once[start : start + BATCH] for start in range(0, len(once), BATCH)]
            return [admitted for batch in batches for admitted in self._admit_batch(batch, now, call, again)]

    def _admit_batch(self, tasks: Sequence[PageTask], now: float, call: str, again: bool) -> list[Admitted]:
        layout = self._filter.layout
        args: list[str | bytes | float] = [now, self._settings.host_interval_s, self._host_keep_s, layout.packing, call]
        args.append(int(again))
        for task in tasks:
            place = layout.place(task.url)
            args += (task.id, task.encode(), task.copy, task.host, place.block, place.bits)
        delays = self._admit([*self._pending, *self._filter.generations(), self._key("host:")], *args)
        return [Admitted(task, float(delay)) for task, delay in zip(tasks, delays, strict=True) if delay]

    def mark_seen(self, urls: Sequence[str]) -> None:
        self._filter.mark(urls)

    def enter(self, task: PageTask, *, now: float, nap_s: float) -> Entry:
        place = self._filter.layout.place(task.url)
        with self._call("enter", task.id, task.copy) as call:
            return self._ask(
                task.host,
                [*self._tasks, *self._filter.generations()],
                *(now, nap_s, self._settings.host_interval_s, self._host_keep_s, self._settings.host_backoff_s),
                *(task.id, task.copy, task.encode(), self._settings.max_crashes, call),
                *(self._filter.layout.packing, place.block, place.bits),
            )

    def enter_host(self, host: str, *, now: float, nap_s: float, interval_s: float | None = None) -> Entry:
        least = max(self._settings.host_interval_s, interval_s or 0.0)
        return self._ask(host, [], now, nap_s, least, self._host_keep_s, self._settings.host_backoff_s)

    def _ask(self, host: str, keys: Sequence[str], *args: str | bytes | float) -> Entry:
        turn, wait_s, pending, failing, trouble = self._enter([self._key(f"host:{host}"), *keys], *args)
        failing_since = float(failing)
        return Entry(
            Turn(turn.decode()), float(wait_s), bool(pending), failing_since, trouble.decode() if failing_since else ""
        )

    def stretch(self, host: str, *, now: float, rest_s: float, interval_s: float | None = None) -> None:
        interval = "" if interval_s is None else interval_s
        self._stretch([self._key(f"host:{host}")], now, rest_s, interval, self._host_keep_s)

    def failed(self, host: str, trouble: str, *, now: float, is_sure: bool, asked_s: float = 0.0) -> Entry:
        made = self._settings
        wait_s, failing = self._failed(
            [self._key(f"host:{host}"), self._key("failing")],
            *(now, trouble, int(is_sure), made.host_backoff_s, made.host_backoff_max_s, asked_s, self._host_keep_s),
            host,
        )
        return Entry(Turn.WAIT, float(wait_s), failing_since=float(failing), trouble=trouble)

    def answered(self, host: str) -> None:
        with answering():
            self._client.hdel(self._key(f"host:{host}"), "failing")

    def failing(self, *, after: float, limit: int) -> list[FailingHost]:
        found = self._failing([self._key("failing"), self._key("host:")], after, limit)
        return [
            FailingHost(host.decode(), float(since), float(until), trouble.decode())
            for host, since, until, trouble in zip(*[iter(found)] * 4, strict=True)
        ]

    def postpone(self, task: PageTask, *, due: float) -> None:
        self._postpone(self._tasks, task.id, task.encode(), task.copy, due)

    def settle(self, task: PageTask, outcome: Outcome, *, now: float) -> bool:
        field = _field(KINDS[Tube.PAGES], label(outcome), task.source_id)
        return bool(self._settle([*self._tasks, self._outcomes(now)], task.id, field, KEEP_S))

    def bury(self, task: PageTask, outcome: Outcome, *, now: float) -> bool:
        field = _field(KINDS[Tube.PAGES], label(outcome), task.source_id)
        letter = _encode(DeadLetter(task, outcome.reason or outcome.label, outcome.detail, now))
        return bool(
            self._bury(
                [*self._tasks, self._outcomes(now), *self._dead],
                *(task.id, field, KEEP_S, letter, now, DEAD_LETTERS, _field(FORGOTTEN, "dead_letter", 0)),
            )
        )

    def count(self, tube: Tube, source_id: int, outcome: Outcome, *, now: float) -> None:
        field = _field(KINDS[tube], label(outcome), source_id)
        with self._call("count", field) as call:
            self._count([self._outcomes(now), self._key(f"counted:{call}")], field, KEEP_S, SAME_CALL_S)

    def overdue(self, *, now: float, limit: int, past_s: float | None = None) -> list[PageTask]:
        return self._since_long(self._tasks[1], now, limit, past_s)

    def silent(self, *, now: float, limit: int) -> list[PageTask]:
        return self._since_long(self._tasks[2], now, limit)

    def _since_long(self, where: str, now: float, limit: int, past_s: float | None = None) -> list[PageTask]:
        past_s = self._settings.pending_timeout_s if past_s is None else past_s
        answer = self._put_back([*self._tasks, where], now - past_s, now, limit)
        return [replace(PageTask.decode(body), copy=copy) for copy, body in zip(answer[::2], answer[1::2], strict=True)]

    def pending_count(self) -> int:
        with answering():
            return int(self._client.hlen(self._pending[0]))

    def waiting_count(self) -> int:
        with answering():
            return int(self._client.zcard(self._tasks[1]))

    def outcomes(self, *, days: int, now: float) -> Mapping[tuple[str, str, str, int], int]:
        names = last_days(days, now)
        with answering(), self._client.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.hgetall(self._key(f"outcomes:{name}"))
            counted = pipe.execute()
        return {
            (name, *_split(field)): int(count)
            for name, counts in zip(names, counted, strict=True)
            for field, count in counts.items()
        }

    def dead_letters(self, limit: int) -> list[DeadLetter]:
        return [_decode(letter) for letter in self._dead_letters(self._dead, limit)]

    def revive(self, url: str, *, now: float) -> PageTask | None:
        with answering():
            letter = cast(bytes | None, self._client.hget(self._dead[0], url_id(url)))
        if letter is None:
            return None
        task = _decode(letter).task.afresh()
        return task if self._revive([*self._pending, *self._dead], task.id, task.encode(), now) else None

    def forget_dead(self, url: str) -> bool:
        with answering(), self._client.pipeline() as pipe:
            pipe.hdel(self._dead[0], url_id(url))
            pipe.zrem(self._dead[1], url_id(url))
            return bool(pipe.execute()[0])

    def remember_thread(self, thread_id: str, memory: bytes, *, due: float | None) -> None:
        keys = [self._key(f"thread:{thread_id}"), self._visits]
        self._remember(keys, thread_id, memory, "" if due is None else due, round(self._settings.seen_days * 86_400))

    def recall_threads(self, thread_ids: Sequence[str]) -> list[bytes | None]:
        if not thread_ids:
            return []
        with answering():
            return cast(list[bytes | None], self._client.mget([self._key(f"thread:{one}") for one in thread_ids]))

    def due_threads(self, *, now: float, again_at: float, limit: int) -> list[bytes]:
        return list(self._due_threads([self._visits, self._key("thread:")], now, again_at, limit))

    def forget_source(self, source_id: int) -> int:
        with answering():
            pending = self._of_source(self._pending[0], _task_in, source_id)
            dead = self._of_source(self._dead[0], lambda letter: _decode(letter).task, source_id)
            threads = self._threads_of(source_id)
            self.mark_seen(list(pending.values()))
            with self._client.pipeline() as pipe:
                for name, ids in ((self._pending[0], pending), (self._dead[0], dead)):
                    _take_out(pipe.hdel, name, ids)
                for name, ids in (*((name, pending) for name in self._tasks[1:]), (self._dead[1], dead)):
                    _take_out(pipe.zrem, name, ids)
                _take_out(pipe.zrem, self._visits, threads)
                for thread in threads:
                    pipe.delete(self._key(f"thread:{thread}"))
                pipe.execute()
        return len(pending)

    def _of_source(self, where: str, task_in: Callable[[bytes], PageTask], source_id: int) -> dict[str, str]:
        """Ids of a hash's entries whose task is the source's, with its URL."""
        tasks = ((id, task_in(value)) for id, value in self._client.hscan_iter(where, count=BATCH))
        return {id.decode(): task.url for id, task in tasks if task.source_id == source_id}

    def _threads_of(self, source_id: int) -> list[str]:
        start = self._key("thread:")
        keys = [key.decode() for key in self._client.scan_iter(match=f"{start}*", count=BATCH)]
        found: list[str] = []
        for first in range(0, len(keys), BATCH):
            part = keys[first : first + BATCH]
            memories = cast(list[bytes | None], self._client.mget(part))
            of_source = (memory and source_of(memory) == source_id for memory in memories)
            found += [key.removeprefix(start) for key in compress(part, of_source)]
        return found

    def forget_seen(self, urls: Sequence[str]) -> bool:
        return False

    def seen_stats(self) -> SeenStats:
        return self._filter.stats()

    def clear_seen(self) -> None:
        self._filter.clear()

    def get_cached(self, key: str) -> bytes | None:
        with answering():
            return cast(bytes | None, self._client.get(self._key(f"cache:{key}")))

    def put_cached(self, key: str, value: bytes, *, ttl_s: float) -> None:
        with answering():
            self._client.set(self._key(f"cache:{key}"), value, px=max(1, round(ttl_s * 1000)))

    def get_all_cached(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        if not keys:
            return {}
        with answering():
            values = cast(list[bytes | None], self._client.mget([self._key(f"cache:{key}") for key in keys]))
        return {key: value for key, value in zip(keys, values, strict=True) if value is not None}

    def put_all_cached(self, values: Mapping[str, bytes], *, ttl_s: float) -> None:
        with answering(), self._client.pipeline(transaction=False) as calls:  # none is made if there is nothing
            for key, value in values.items():
                calls.set(self._key(f"cache:{key}"), value, px=max(1, round(ttl_s * 1000)))
            calls.execute()

    def check(self) -> None:
        """Also raises when Redis may evict: that would lose pending tasks in silence."""
        with answering():
            memory = self._client.info("memory")
        policy = memory.get("maxmemory_policy", "noeviction")
        if policy != "noeviction":
            raise Unavailable("redis", f"its maxmemory-policy is {policy}, which loses our keys: set it to noeviction")

    def close(self) -> None:
        """Close the pool's connections."""
        self._client.close()

    @contextmanager
    def _call(self, *asked: object) -> Iterator[str]:
        """A name for a call, which the scripts know it by: the same name again when a thread asks for the same because
        it got no answer. A server that hung carries out what was sent to it once it goes on."""
        if getattr(self._unanswered, "asked", None) != asked:
            self._unanswered.asked, self._unanswered.name = asked, secrets.token_hex(4)
        yield self._unanswered.name
        self._unanswered.asked = None

    def _key(self, name: str) -> str:
        return self._settings.redis_prefix + name

    def _outcomes(self, now: float) -> str:
        return self._key(f"outcomes:{day(now)}")


def _task_in(entry: bytes) -> PageTask:
    """The task of an entry of the pending set, "copy starts call body"."""
    return PageTask.decode(entry.split(b" ", 3)[3])


def _take_out(call: Callable[..., object], name: str, ids: Collection[str]) -> None:
    if ids:
        call(name, *ids)


def _field(kind: str, label: str, source_id: int) -> str:
    return f"{kind} {label} {source_id}"


def _split(field: bytes) -> tuple[str, str, int]:
    kind, rest = field.decode().split(" ", 1)
    label, source_id = rest.rsplit(" ", 1)
    return kind, label, int(source_id)


def _encode(letter: DeadLetter) -> bytes:
    thing = {"task": letter.task.encode().decode(), "reason": letter.reason, "detail": letter.detail, "at": letter.at}
    return json.dumps(thing, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _decode(letter: bytes) -> DeadLetter:
    thing = json.loads(letter)
    return DeadLetter(PageTask.decode(thing["task"].encode()), thing["reason"], thing["detail"], thing["at"])
