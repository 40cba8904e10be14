"""A forum that grows while it is crawled, by the real processes on the real servers, some of which are killed."""

from __future__ import annotations

import random
import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from crawler.model import Source
from crawler.roles.services import Services
from crawler.settings import Settings
from tests.e2e.index import all_documents
from tests.e2e.processes import wait_until
from tests.e2e.test_kill import under_attack
from tests.localweb import LocalWeb
from tests.localweb.forum import Forum, board_url

THREADS = 8
ROUNDS = 6


def indexed(settings: Settings) -> Counter[str]:
    return Counter(str(document["text"]) for document in all_documents(settings))


@pytest.mark.timeout(600)
def test_every_post_of_a_growing_forum_is_indexed_once_whatever_is_killed(
    server_settings: Settings, tmp_path: Path
) -> None:
    chance, forum = random.Random(5), Forum(datetime.now(UTC))
    with LocalWeb({}) as web:
        settings = server_settings.model_copy(
            update={
                "proxy": web.proxy_url,
                "host_interval_s": 0.02,
                "latency_factor": 0.0,
                "poll_s": 0.3,
                "lock_s": 3.0,
                "list_lost_s": 6.0,
                "pending_timeout_s": 4.0,
                "sweep_s": 1.0,
                "lease_s": 5,
                "max_crashes": 50,
                "extractor_threads": 3,
                "lister_threads": 2,
                "retry_s": 0.3,
            }
        )
        for _ in range(THREADS):
            forum.thread(posts=chance.randrange(1, 12))
        forum.publish(web)
        with closing(Services(settings)) as services:
            services.documents.prepare()
            services.sources.add(Source(0, "forum", "page", board_url(1), interval_s=10))
            with under_attack(settings, tmp_path, pause_s=3.0) as butcher:
                for _ in range(ROUNDS):
                    for thread in chance.sample(forum.threads, 3):
                        for _ in range(chance.randrange(1, 6)):
                            forum.reply(thread)
                    forum.publish(web)
                    time.sleep(5)
                    services.sources.make_due()
                wanted = {post.text for thread in forum.threads for post in thread.posts}
                wait_until(lambda: indexed(settings).keys() >= wanted, "every post is indexed", timeout_s=270)
                wait_until(lambda: butcher.kills.total() >= ROUNDS, "enough of them were killed")
                butcher.done.set()
                butcher.join()
                wait_until(lambda: services.frontier.pending_count() == 0, "no page is pending")
        time.sleep(2)
        assert indexed(settings) == Counter(wanted)
