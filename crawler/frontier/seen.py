"""The seen set in Redis: a Bloom filter in blocks, whose generations follow each other by time.

A generation is named for its number and its layout: when the capacity is changed, what was written before cannot be
found any more and expires by itself (`crawler seen rebuild` fills the new one from the index). Redis must not evict
(maxmemory-policy noeviction): a block that vanishes takes the memory of millions of URLs with it.

Memory, by default: 318 MB a generation in five blocks of 64 MB, each taken whole when it is first written to (the first
list page of a generation takes some 0.3 s), so 636 MB once two generations live. As much again may be needed for
moments while Redis writes its snapshot. A smaller CRAWLER_SEEN_CAPACITY takes less in proportion: 3.2 bytes a URL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import redis

from crawler.frontier.bloom import DAY_S, GENERATIONS, BloomLayout, generation, union_rate
from crawler.frontier.ports import SeenStats
from crawler.frontier.redis_client import Script, answering
from crawler.settings import Settings

BATCH = 500
"""URLs in one call of the script: some 10 ms, in which Redis does nothing else."""


class BloomFilter:
    """Writes the filter and reports on it; look-ups are part of admit.lua. `clock` gives Unix seconds."""

    def __init__(self, client: redis.Redis, settings: Settings, clock: Callable[[], float]) -> None:
        self.layout = BloomLayout.plan(settings.seen_capacity, settings.seen_error_rate, settings.seen_block_bytes)
        self._client = client
        self._settings = settings
        self._clock = clock
        self._keep_s = round(settings.seen_days * DAY_S * GENERATIONS)
        self._mark = Script(client, "mark_seen")

    def generations(self) -> list[str]:
        """What the blocks' names begin with, the current generation first."""
        current = generation(self._clock(), self._settings.seen_days)
        shape = f"{self.layout.blocks}x{self.layout.bits}"
        return [f"{self._settings.redis_prefix}seen:{current - back}:{shape}:" for back in range(GENERATIONS)]

    def mark(self, urls: Sequence[str]) -> None:
        """Write URLs to the current generation."""
        current = self.generations()[0]
        for start in range(0, len(urls), BATCH):
            args: list[str | bytes | float] = [self.layout.bits, self._keep_s, self.layout.packing]
            for url in urls[start : start + BATCH]:
                place = self.layout.place(url)
                args += (place.block, place.bits)
            self._mark([current, current + "counters"], *args)

    def stats(self) -> SeenStats:
        """Of the generations in use together; the error rate is that of asking them all."""
        with answering(), self._client.pipeline(transaction=False) as pipe:
            for name in self.generations():
                pipe.hmget(name + "counters", "blocks", "bits", "urls")
            counters = [[int(value or 0) for value in values] for values in pipe.execute()]
        used = [values for values in counters if values[0]]
        fills = [bits / (self.layout.blocks * self.layout.bits) for _, bits, _ in used]
        return SeenStats(
            capacity=self._settings.seen_capacity * max(1, len(used)),
            count=sum(urls for _, _, urls in used),
            fill=sum(fills) / max(1, len(fills)),
            error_rate=union_rate([self.layout.error_rate(fill) for fill in fills]),
            bytes=sum(blocks for blocks, _, _ in used) * self.layout.block_bytes,
            generations=len(used),
        )

    def clear(self) -> None:
        """Delete every block, also those of an older layout."""
        pattern = re.sub(r"([\[\]*?\\])", r"\\\1", f"{self._settings.redis_prefix}seen:") + "*"
        with answering():
            for name in self._client.scan_iter(match=pattern, count=1000):
                self._client.unlink(name)
