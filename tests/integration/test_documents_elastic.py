"""The documents on a real Elasticsearch: rollover, races over it, and everything that a server does to us."""

from __future__ import annotations

import multiprocessing
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event

import pytest
from elasticsearch import ApiError
from elasticsearch import Elasticsearch as Client

from crawler.errors import Unavailable
from crawler.settings import Settings
from crawler.stores import elastic_indices, elastic_writes
from crawler.stores.elastic import ElasticDocuments
from crawler.stores.elastic_index import change_alias, first_index, next_index, write_alias
from crawler.stores.ports import Query, Write, Written
from tests.documents import document
from tests.integration.documents_index import index_settings
from tests.servers import Elasticsearch

NOW = datetime(2024, 3, 5, tzinfo=UTC)


@pytest.fixture
def settings(elasticsearch: Elasticsearch) -> Iterator[Settings]:
    """An index of its own, rolled over whenever somebody asks and it is not empty."""
    with index_settings(elasticsearch, rollover_docs=1) as found:
        yield found


@pytest.fixture
def documents(settings: Settings) -> Iterator[ElasticDocuments]:
    """A prepared, empty store."""
    store = ElasticDocuments(settings)
    store.prepare()
    yield store
    store.close()


@pytest.fixture
def client(elasticsearch: Elasticsearch) -> Iterator[Client]:
    """For what an administrator does."""
    with Client(elasticsearch.url) as found:
        yield found


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An add gives up soon."""
    monkeypatch.setattr(elastic_writes, "ADD_S", 0.5)


def writes(written: list[Written]) -> list[Write]:
    return [each.write for each in written]


def until(holds: Callable[[], bool]) -> None:
    waiter = threading.Event()
    while not holds():
        waiter.wait(0.01)


def roll(documents: ElasticDocuments) -> str:
    documents.refresh()  # an index is rolled over by the documents that are seen
    return documents.maintain(now=NOW)


def counts(client: Client, settings: Settings) -> dict[str, int]:
    """How many documents each of the indices holds."""
    client.indices.refresh(index=settings.index_name)
    answer = client.search(index=settings.index_name, size=0, aggs={"by": {"terms": {"field": "_index"}}})
    return {bucket["key"]: bucket["doc_count"] for bucket in answer["aggregations"]["by"]["buckets"]}


# --- rollover


def test_nothing_stands_twice_over_rolled_indices(documents: ElasticDocuments, client: Client) -> None:
    for number in range(3):
        assert writes(documents.add([document(each) for each in range(number + 1)])) == [
            *[Write.EXISTS] * number,
            Write.CREATED,
        ]
        assert "rolled" in roll(documents)
    assert roll(documents) == ""
    assert documents.count() == 3
    assert documents.exists([document(each).id for each in range(4)]) == {document(each).id for each in range(3)}
    assert documents.get(document(0).id) == document(0)
    assert documents.search(Query("正文")).total == 3
    assert len(list(documents.urls())) == 3


def test_a_writer_with_a_stale_list_finds_the_new_index(settings: Settings, documents: ElasticDocuments) -> None:
    stale = ElasticDocuments(settings)
    assert writes(stale.add([document(1)])) == [Write.CREATED]
    roll(documents)
    assert writes(documents.add([document(2)])) == [Write.CREATED]
    assert writes(stale.add([document(1), document(2), document(3)])) == [Write.EXISTS, Write.EXISTS, Write.CREATED]
    stale.close()


@pytest.fixture
def rested(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sealed index may be changed at once."""
    monkeypatch.setattr(elastic_indices, "REST_S", 0)


@pytest.mark.usefixtures("rested")
def test_what_stands_in_an_earlier_index_is_revised_there(
    settings: Settings, documents: ElasticDocuments, client: Client
) -> None:
    stale = ElasticDocuments(settings)
    stale.add([document(1)])
    roll(documents)
    documents.add([document(2)])
    before = counts(client, settings)
    edited = [replace(document(number), text="改过的正文") for number in (1, 2, 3)]
    assert writes(documents.revise(edited)) == [Write.REVISED, Write.REVISED, Write.EXISTS]
    edited = [replace(each, text="又改过") for each in edited]
    assert writes(stale.revise(edited[::-1])) == [Write.EXISTS, Write.REVISED, Write.REVISED]
    assert [documents.get(document(number).id) for number in (1, 2, 3)] == [*edited[:2], None]
    assert counts(client, settings) == before
    assert_sealed(client, settings)
    stale.close()


def assert_sealed(client: Client, settings: Settings) -> None:
    """Nothing can be added to the first index, nor changed."""
    index = first_index(settings.index_name)
    for name in (index, write_alias(index), change_alias(index)):
        with pytest.raises(ApiError):
            client.index(index=name, document={}, require_alias=True)


@pytest.mark.usefixtures("rested")
def test_who_does_not_know_of_the_newest_index_does_not_close_it(
    settings: Settings, documents: ElasticDocuments
) -> None:
    stale = ElasticDocuments(settings)
    stale.add([document(1)])
    roll(documents)
    documents.add([document(2)])
    assert writes(stale.revise([replace(document(2), text="改过的正文")])) == [Write.REVISED]
    assert writes(documents.add([document(3)])) == [Write.CREATED]
    stale.close()


@pytest.mark.usefixtures("rested")
def test_nothing_is_added_to_an_earlier_index_while_it_is_changed(
    settings: Settings, documents: ElasticDocuments, client: Client
) -> None:
    stale = ElasticDocuments(settings)
    stale.add([document(1)])
    roll(documents)
    documents.add([document(2)])
    with documents._indices.open_to_changes(first_index(settings.index_name)):
        assert writes(stale.add([document(2), document(3)])) == [Write.EXISTS, Write.CREATED]
    assert counts(client, settings) == {
        first_index(settings.index_name): 1,
        next_index(first_index(settings.index_name)): 2,
    }
    stale.close()


def test_an_index_that_was_sealed_a_moment_ago_is_left_to_rest(documents: ElasticDocuments) -> None:
    documents.add([document(1)])
    roll(documents)
    with pytest.raises(Unavailable, match="sealed a moment ago") as raised:
        documents.revise([replace(document(1), text="改过的正文")])
    assert 0 < raised.value.after_s <= elastic_indices.REST_S


@pytest.mark.usefixtures("rested")
def test_many_change_and_remove_in_an_earlier_index_at_once(
    settings: Settings, documents: ElasticDocuments, client: Client
) -> None:
    documents.add([document(number, source_id=1 + number % 2) for number in range(40)])
    roll(documents)
    documents.add([document(number, source_id=1) for number in range(40, 50)])
    stores = [ElasticDocuments(settings) for _ in range(4)]

    def revise(number: int) -> list[Write]:
        texts = [document(each, source_id=2, text=f"改过 {number}") for each in range(1, 40, 2)]
        return writes(stores[number].revise(texts))

    with ThreadPoolExecutor(5) as pool:
        removed = pool.submit(documents.remove_source, 1)
        revised = [pool.submit(revise, number) for number in range(4)]
        assert [set(each.result()) for each in revised] == [{Write.REVISED}] * 4
        assert removed.result() == 30
    assert counts(client, settings) == {first_index(settings.index_name): 20}
    assert_sealed(client, settings)
    for store in stores:
        store.close()


@pytest.mark.usefixtures("rested")
def test_what_is_gone_is_marked_in_any_index(documents: ElasticDocuments) -> None:
    documents.add([document(1)])
    roll(documents)
    documents.add([document(2)])
    documents.mark_gone([document(number).id for number in (1, 2, 3)], NOW)
    found = [documents.get(document(number).id) for number in (1, 2, 3)]
    assert found == [replace(document(1), gone_at=NOW), replace(document(2), gone_at=NOW), None]


def test_a_rollover_by_somebody_else_is_noticed(
    settings: Settings, documents: ElasticDocuments, client: Client
) -> None:
    documents.add([document(1)])
    name = settings.index_name
    second = next_index(first_index(name))
    client.indices.rollover(alias=name, new_index=second, aliases={write_alias(second): {}})
    fresh = ElasticDocuments(settings)
    # The first to know of the new index seals the old one before it writes.
    assert writes(fresh.add([document(1), document(2)])) == [Write.EXISTS, Write.CREATED]
    assert writes(documents.add([document(2), document(3)])) == [Write.EXISTS, Write.CREATED]
    assert counts(client, settings) == {first_index(name): 1, second: 2}
    fresh.close()


def test_an_old_index_may_be_dropped(settings: Settings, documents: ElasticDocuments, client: Client) -> None:
    documents.add([document(1)])
    roll(documents)
    assert writes(documents.add([document(1), document(2)])) == [Write.EXISTS, Write.CREATED]
    client.indices.delete(index=first_index(settings.index_name))
    assert writes(documents.add([document(1), document(2)])) == [Write.CREATED, Write.EXISTS]
    assert documents.exists([document(1).id]) == {document(1).id}


def test_two_controllers_roll_over_once(settings: Settings, documents: ElasticDocuments, client: Client) -> None:
    documents.add([document(1)])
    documents.refresh()
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: documents.maintain(now=NOW), range(4)))
    assert sorted(bool(words) for words in done) == [False, False, False, True]
    assert len(client.indices.get_alias(name=settings.index_name)) == 2


def test_by_age(elasticsearch: Elasticsearch) -> None:
    with index_settings(elasticsearch, rollover_days=1 / 86400) as settings:
        documents = ElasticDocuments(settings)
        documents.prepare()
        documents.add([document()])
        documents.refresh()
        until(lambda: "max_age" in documents.maintain(now=NOW))
        documents.close()


# --- retention


@pytest.fixture
def kept(elasticsearch: Elasticsearch) -> Iterator[ElasticDocuments]:
    """A store that keeps documents for thirty days."""
    with index_settings(elasticsearch, rollover_docs=1, keep_days=30) as settings:
        store = ElasticDocuments(settings)
        store.prepare()
        yield store
        store.close()


def test_what_came_in_long_ago_is_dropped_with_its_index(kept: ElasticDocuments) -> None:
    today = datetime.now(UTC)
    later = today + timedelta(days=31)
    kept.add([document(1, fetched_at=today), document(2, fetched_at=today)])
    assert "rolled" in roll(kept)
    kept.add([document(3, fetched_at=today)])
    kept.refresh()
    assert "dropped" not in kept.maintain(now=today)
    assert "dropped" not in kept.maintain(now=later)  # by a clock that runs ahead
    kept.add([document(4, fetched_at=later)])
    kept.refresh()
    assert "dropped" not in kept.maintain(now=today)
    done = kept.maintain(now=later)
    assert re.search(r"dropped test-\w+-000001 with 2 documents, all of which came in before", done)
    assert writes(kept.add([document(number) for number in (3, 4, 5)])) == [Write.EXISTS, Write.EXISTS, Write.CREATED]


def test_copies_of_what_was_dropped_are_freed_by_the_next_call(kept: ElasticDocuments) -> None:
    today, first = datetime.now(UTC), document(1)
    later = today + timedelta(days=31)
    kept.add([replace(first, fetched_at=today)])
    assert "rolled" in roll(kept)
    kept.add([document(number, fetched_at=later, duplicate_of=first.id) for number in (2, 3)])
    kept.refresh()
    kept._settings = kept._settings.model_copy(update={"rollover_docs": 1000})
    kept._indices._settings = kept._settings
    assert "dropped" in kept.maintain(now=later)
    kept.maintain(now=later)
    kept.refresh()
    assert kept.copies([document(2).id, first.id]) == {document(2).id: 1}
    assert [one.duplicate_of for one in [kept.get(document(2).id)] if one] == [""]


def test_the_index_that_is_written_to_is_never_dropped(kept: ElasticDocuments) -> None:
    later = datetime.now(UTC) + timedelta(days=1000)
    kept.add([document(1, fetched_at=later)])
    for _ in range(3):
        kept.refresh()
        kept.maintain(now=later)
    kept.add([document(2)])
    kept.refresh()
    assert kept.count() == 1
    assert len(kept._indices.aliased()) == 1


def test_with_retention_indices_are_rolled_over_often(elasticsearch: Elasticsearch) -> None:
    with index_settings(elasticsearch, keep_days=10 / 86400) as settings:
        documents = ElasticDocuments(settings)
        documents.prepare()
        documents.add([document()])
        documents.refresh()
        until(lambda: "max_age" in documents.maintain(now=NOW))
        assert documents.maintain(now=NOW) == ""  # not while it is empty
        documents.close()


Tally = list[tuple[str, Write]]


def _add_in_a_process(settings: Settings, stop: Event, results: Queue[Tally]) -> None:
    documents = ElasticDocuments(settings)
    tally: Tally = []
    for start in count(step=10):
        if stop.is_set():
            break
        tally += [(each.id, each.write) for each in documents.add([document(start + each) for each in range(10)])]
    results.put(tally)
    documents.close()


def test_processes_add_the_same_while_indices_are_rolled_over(
    settings: Settings, documents: ElasticDocuments, client: Client
) -> None:
    context = multiprocessing.get_context("spawn")
    results: Queue[Tally] = context.Queue()
    stop = context.Event()
    processes = [
        context.Process(target=_add_in_a_process, args=(settings, stop, results), daemon=True) for _ in range(3)
    ]
    for process in processes:
        process.start()
    for _ in range(4):
        until(lambda: "rolled" in roll(documents))
    stop.set()
    written = [each for _ in processes for each in results.get(timeout=60)]
    created = [id for id, write in written if write is Write.CREATED]
    assert {write for _, write in written} == {Write.CREATED, Write.EXISTS}
    assert sorted(created) == sorted({id for id, _ in written})
    assert sum(counts(client, settings).values()) == len(created)


# --- a server that takes no writes


def test_a_flood_stage_block_says_what_to_do(settings: Settings, documents: ElasticDocuments, client: Client) -> None:
    index = first_index(settings.index_name)
    client.indices.put_settings(index=index, settings={"index.blocks.read_only_allow_delete": True})
    with pytest.raises(Unavailable, match="disk of Elasticsearch is nearly full") as raised:
        documents.add([document()])
    assert raised.value.after_s > 5
    with pytest.raises(Unavailable, match=r"index\.blocks\.read_only_allow_delete"):
        documents.check()
    client.indices.put_settings(index=index, settings={"index.blocks.read_only_allow_delete": None})
    documents.check()
    assert writes(documents.add([document()])) == [Write.CREATED]


@pytest.mark.parametrize("block", ["read_only", "write"])
def test_an_administrators_block_says_what_to_do(
    settings: Settings, documents: ElasticDocuments, client: Client, block: str
) -> None:
    index = first_index(settings.index_name)
    documents.add([document(1)])
    client.indices.put_settings(index=index, settings={f"index.blocks.{block}": True})
    with pytest.raises(Unavailable, match="lift it"):
        documents.add([document(2)])
    client.indices.put_settings(index=index, settings={f"index.blocks.{block}": None})
    assert writes(documents.add([document(1), document(2)])) == [Write.EXISTS, Write.CREATED]


def test_a_cluster_wide_block_says_what_to_do(documents: ElasticDocuments, client: Client) -> None:
    client.cluster.put_settings(persistent={"cluster.blocks.read_only": True})
    try:
        with pytest.raises(Unavailable, match="lift it"):
            documents.add([document()])
    finally:
        client.cluster.put_settings(persistent={"cluster.blocks.read_only": None})
    assert writes(documents.add([document()])) == [Write.CREATED]


def test_a_closed_index_says_what_to_do(settings: Settings, documents: ElasticDocuments, client: Client) -> None:
    documents.add([document(1)])
    index = first_index(settings.index_name)
    client.indices.close(index=index)
    with pytest.raises(Unavailable, match="open it"):
        documents.add([document(2)])
    for read in (lambda: documents.search(Query("正文")), lambda: documents.exists([document(1).id])):
        with pytest.raises(Unavailable, match="closed"):
            read()
    client.indices.open(index=index)
    client.cluster.health(index=index, wait_for_status="green")
    assert writes(documents.add([document(1), document(2)])) == [Write.EXISTS, Write.CREATED]


# --- a server that goes away


def test_a_killed_server_loses_nothing_that_was_answered(
    settings: Settings, documents: ElasticDocuments, elasticsearch: Elasticsearch, impatient: None
) -> None:
    """Writers go on while the server is killed and started again; what they were told was created is there, once."""
    created: list[str] = []
    stop = threading.Event()

    def write(first: int) -> int:
        failures = 0
        number = first
        while not stop.is_set():
            try:
                created.extend(each.id for each in documents.add([document(number)]) if each.write is Write.CREATED)
            except Unavailable:
                failures += 1
                stop.wait(0.2)
            else:
                number += 1
        return failures

    with ThreadPoolExecutor(3) as pool:
        writers = [pool.submit(write, first) for first in (0, 1_000_000, 2_000_000)]
        try:
            until(lambda: len(created) > 30)
            elasticsearch.kill()
            with pytest.raises(Unavailable, match="CRAWLER_ELASTICSEARCH_URL"):
                documents.check()
            before = len(created)
            elasticsearch.start()
            until(lambda: len(created) > before + 30)
        finally:
            stop.set()
            elasticsearch.start()
    assert sum(writer.result() for writer in writers) > 0
    assert len(created) == len(set(created))
    assert documents.exists(created) == set(created)


def test_after_all_data_is_gone_the_index_is_made_again(
    settings: Settings, documents: ElasticDocuments, client: Client
) -> None:
    documents.add([document(1)])
    client.indices.delete(index=first_index(settings.index_name))
    client.indices.delete_index_template(name=settings.index_name)
    with pytest.raises(Unavailable, match="crawler migrate"):
        documents.search(Query("正文"))
    assert documents.alike([document(1, text="图书馆昨天宣布，从下个月起全天开放。" * 5)]) == [[]]
    assert writes(documents.add([document(1), document(2)])) == [Write.CREATED, Write.CREATED]
    mapping = client.indices.get_mapping(index=settings.index_name)[first_index(settings.index_name)]
    assert mapping["mappings"]["dynamic"] == "strict"


def test_that_copies_cannot_be_looked_for_is_said(
    settings: Settings, documents: ElasticDocuments, client: Client
) -> None:
    client.indices.close(index=first_index(settings.index_name))
    with pytest.raises(Unavailable, match="closed"):
        documents.alike([document(1), document(2, text="图书馆昨天宣布，从下个月起全天开放。" * 5)])


# --- a call that is refused


def test_a_call_that_is_too_large_is_parted(elasticsearch: Elasticsearch) -> None:
    """100 MB is the most that a call may have (413), and what is over a tenth of the heap is refused as busy (429)."""
    with index_settings(elasticsearch, bulk_docs=1000, bulk_bytes=10**9) as settings:
        documents = ElasticDocuments(settings)
        documents.prepare()
        batch = [document(number, text=f"{number} " + " " * 999_900) for number in range(120)]
        assert set(writes(documents.add(batch))) == {Write.CREATED}
        documents.close()


def test_a_busy_server_is_asked_again_for_a_while(
    documents: ElasticDocuments, impatient: None, monkeypatch: pytest.MonkeyPatch, settings: Settings, client: Client
) -> None:
    """Until enough copies of the shard are there, each item is answered with 503."""
    monkeypatch.setattr(elastic_writes, "SHARD_WAIT_S", 1)
    index = first_index(settings.index_name)
    client.indices.put_settings(index=index, settings={"number_of_replicas": 1, "write.wait_for_active_shards": 2})
    with pytest.raises(Unavailable, match="shard"):
        documents.add([document()])
    client.indices.put_settings(index=index, settings={"write.wait_for_active_shards": 1})
    assert writes(documents.add([document()])) == [Write.CREATED]


def test_many_prepare_at_once(elasticsearch: Elasticsearch, client: Client) -> None:
    with index_settings(elasticsearch) as settings:
        stores = [ElasticDocuments(settings) for _ in range(8)]
        with pytest.raises(Unavailable, match="crawler migrate"):
            stores[0].check()
        with ThreadPoolExecutor(len(stores)) as pool:
            list(pool.map(ElasticDocuments.prepare, stores))
        assert list(client.indices.get_alias(name=settings.index_name)) == [first_index(settings.index_name)]
        for store in stores:
            store.check()
            store.close()


def test_an_index_of_an_older_version_gets_the_fields_it_lacks(elasticsearch: Elasticsearch, client: Client) -> None:
    with index_settings(elasticsearch) as settings:
        index = first_index(settings.index_name)
        texts = {name: {"type": "text"} for name in ("title", "text")}
        client.indices.create(
            index=index,
            aliases={settings.index_name: {"is_write_index": True}, write_alias(index): {}},
            mappings={"dynamic": "strict", "properties": texts},
        )
        store = ElasticDocuments(settings)
        store.prepare()
        assert writes(store.add([document()])) == [Write.CREATED]
        store.close()


def test_smartcn(elasticsearch: Elasticsearch) -> None:
    with index_settings(elasticsearch, index_analyzer="smartcn") as settings:
        store = ElasticDocuments(settings)
        store.prepare()
        store.add([document(1, text="中国人民银行宣布下调存款准备金率"), document(2, text="其他内容")])
        store.refresh()
        (hit,) = store.search(Query("存款准备金")).hits
        assert "<mark>存款准备金</mark>" in hit.snippets[0]
        store.close()


def test_a_server_that_is_not_there(settings: Settings) -> None:
    store = ElasticDocuments(settings.model_copy(update={"elasticsearch_url": "http://127.0.0.1:1"}))
    for call in (store.check, store.prepare, store.count, lambda: store.add([document()])):
        with pytest.raises(Unavailable, match="CRAWLER_ELASTICSEARCH_URL"):
            call()
    store.close()
