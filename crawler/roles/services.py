"""Everything that a role works with, opened when it is first used: the one place that knows the stores in force.

Imported when it is opened, too: what reads lists and speaks to sites and servers takes half a second to load, which a
search over the embedded stores would wait for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import crawler
from crawler.embedded import Database, OnlyOne
from crawler.errors import Fatal, Unavailable
from crawler.frontier import Frontier, Presence, Queue, SqliteFrontier, SqliteQueue
from crawler.observe import EventLog
from crawler.settings import Settings, Stores, environment_name
from crawler.stores import Documents, Sources, open_documents

if TYPE_CHECKING:
    from crawler.channels import Engine
    from crawler.fetch import Client
    from crawler.roles.visits import Visits


class Services:
    """The stores, the frontier and the fetcher of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._close: list[Callable[[], None]] = []

    @cached_property
    def _database(self) -> Database:
        self.settings.data_dir.mkdir(parents=True, exist_ok=True)
        database = Database(self.settings.sqlite_path)
        self._close.append(database.close)
        return database

    @property
    def embedded(self) -> bool:
        return self.settings.stores is Stores.EMBEDDED

    @cached_property
    def sources(self) -> Sources:
        from crawler.stores.sources import open_sources

        sources = open_sources(self.settings)
        self._close.append(sources.close)
        return sources

    @cached_property
    def frontier(self) -> Frontier:
        if self.embedded:
            return SqliteFrontier(self.settings, self._database)
        from crawler.frontier.redis_frontier import RedisFrontier

        return RedisFrontier(self.settings)

    @cached_property
    def documents(self) -> Documents:
        documents = open_documents(self.settings, self._database if self.embedded else None)
        self._close.append(documents.close)
        return documents

    def queue(self) -> Queue:
        """A queue for the calling thread: a lease belongs to the connection that took it."""
        if not self.embedded:
            from crawler.frontier.beanstalk import BeanstalkQueue

            return BeanstalkQueue(self.settings)
        return SqliteQueue(self.settings, self._database, be_present=self._be_present)

    def _be_present(self) -> None:
        """Before the first lease: whoever only looks on, as the web does, must not pass for a worker that is alive."""
        with suppress(Unavailable):  # leases end without it, if later
            _ = self._presence

    @cached_property
    def _presence(self) -> Presence:
        presence = Presence(self._database)
        self._close.append(presence.close)
        return presence

    def found_alone(self) -> bool:
        """True once: when no other controller on this machine is alive, so that whoever has the lock is dead. On
        servers nobody can tell."""
        return self.embedded and self._only_controller.found_out()

    @cached_property
    def _only_controller(self) -> OnlyOne:
        only = OnlyOne(self._database.path.with_suffix(".controller.lock"))
        self._close.append(only.close)
        return only

    @cached_property
    def client(self) -> Client:
        from crawler.demo import demo_hosts
        from crawler.fetch import Client

        demo = self.settings.demo_proxy
        client = Client(self.settings, proxies=dict.fromkeys(demo_hosts(), demo) if demo else {})
        self._close.append(client.close)
        return client

    @cached_property
    def visits(self) -> Visits:
        """The way to sites, for both roles: what it knows of them is shared."""
        from crawler.roles.visits import Visits

        return Visits(self.settings, self.frontier, self.client)

    @cached_property
    def engines(self) -> Mapping[str, Engine]:
        """The search engines described under config/search/, by name. Raises Fatal when a file is wrong."""
        folder = self.settings.config_dir
        if folder and not folder.is_dir():
            raise Fatal(f"There is no folder {folder}: correct {environment_name('config_dir')}.")
        return load_engines(config_folder(self.settings) / "search")

    def wait_for(self, *checks: Callable[[], None], stop: threading.Event, log: EventLog) -> bool:
        """Wait until every check passes, saying once per cause what is missing; False when stopped meanwhile."""
        for check in checks:
            said = ""
            while True:
                try:
                    check()
                    break
                except Unavailable as problem:
                    if str(problem) != said:
                        said = str(problem)
                        log.warning("waiting", reason=said)
                    if stop.wait(min(problem.after_s, 5.0)):
                        return False
        return True

    def close(self) -> None:
        for close in reversed(self._close):
            close()
        self._close.clear()


def config_folder(settings: Settings) -> Path:
    """The folder of data files: the setting's, or config/ beside the package."""
    return settings.config_dir or Path(crawler.__file__).parents[1] / "config"


def load_engines(folder: Path) -> dict[str, Engine]:
    from crawler.channels import parse_engine

    engines = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            engine = parse_engine(path.read_text(encoding="utf-8"))
        except (ValueError, OSError) as problem:
            raise Fatal(f"The search engine file {path} cannot be read: {problem}") from None
        engines[engine.name] = engine
    return engines
