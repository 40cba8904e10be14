"""Every setting once: its type, its default, its unit in its name, and one line of why.

A setting is read from the environment as CRAWLER_<NAME> (or from a file named .env in the working folder, which the
environment overrides). `crawler settings` prints them all with what is in force.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from difflib import get_close_matches
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from crawler.errors import Fatal

ENV_FILE = ".env"


class Stores(StrEnum):
    """Where everything is kept."""

    EMBEDDED = "embedded"
    SERVERS = "servers"


class LogFormat(StrEnum):
    """How a log line looks."""

    TEXT = "text"
    JSON = "json"


class Settings(BaseSettings):
    """All settings. Frozen: one object is made at the start of a process and handed down."""

    model_config = SettingsConfigDict(
        env_prefix="CRAWLER_",
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        allow_inf_nan=False,
    )

    # --- Where things are kept
    stores: Stores = Field(Stores.EMBEDDED, description="embedded: one SQLite file; servers: the four servers")
    data_dir: Path = Field(Path("data"), description="folder of the embedded stores")
    config_dir: Path | None = Field(None, description="folder with search/*.toml; empty: the project's own config/")
    mysql_host: str = Field("127.0.0.1", description="MySQL 8 or MariaDB 10.6+ with the sources")
    mysql_port: int = Field(3306, ge=1, le=65535, description="its port")
    mysql_user: str = Field("crawler", description="its user")
    mysql_password: SecretStr = Field(SecretStr(""), description="that user's password")
    mysql_tls: bool = Field(False, description="speak to it over TLS alone, and verify its certificate")
    mysql_ca_file: Path | None = Field(None, description="PEM file that does, instead of the system's certificates")
    mysql_database: str = Field("crawler", description="its database; `crawler migrate` makes the tables")
    redis_url: str = Field("redis://127.0.0.1:6379/0", description="Redis 6+: seen set, pace, pending set, counters")
    redis_password: SecretStr = Field(SecretStr(""), description="its password, if it has one")
    redis_prefix: str = Field("crawler:", description="begins every key, so that a server can be shared")
    beanstalkd_host: str = Field("127.0.0.1", description="Beanstalkd 1.10+ with the two tubes")
    beanstalkd_port: int = Field(11300, ge=1, le=65535, description="its port")
    tube_prefix: str = Field("crawler-", description="begins every tube's name, so that a server can be shared")
    elasticsearch_url: str = Field(
        "http://127.0.0.1:9200", description="Elasticsearch 8 or 9; several, comma-separated"
    )
    elasticsearch_user: str = Field("", description="its user, if it asks for one")
    elasticsearch_password: SecretStr = Field(SecretStr(""), description="that user's password")
    elasticsearch_api_key: SecretStr = Field(SecretStr(""), description="an API key, instead of user and password")
    elasticsearch_ca_file: Path | None = Field(None, description="PEM file that verifies its certificate")

    # --- Fetching
    user_agent: str = Field(
        "crawler/0.1 (+{contact})", description="sent with every request; {contact} stands for the contact setting"
    )
    contact: str = Field(
        "", description="how a site's owner reaches you: a page or mailto: address; empty: postmaster at this machine"
    )
    proxy: str = Field("", description="http:// proxy for all fetches; it then decides which addresses can be reached")
    demo_proxy: str = Field(
        "", description="http:// proxy for the demo's hosts alone: where `crawler demo` serves them"
    )
    ca_file: Path | None = Field(None, description="PEM file that verifies sites, instead of the system's certificates")
    allow_networks: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = Field(
        (), description="private networks that may be fetched from, comma-separated, e.g. 10.1.0.0/16"
    )
    fetch_deadline_s: float = Field(30, gt=0, le=120, description="whole fetch by the clock, redirects included")
    connect_timeout_s: float = Field(10, gt=0, description="name look-up and connection, within the deadline")
    max_body_bytes: int = Field(10_000_000, ge=1000, description="size of an answer after decompression")
    max_redirects: int = Field(5, ge=0, le=20, description="redirects followed for one fetch")
    respect_robots: bool = Field(True, description="obey robots.txt; turn off only for sites of your own")
    search_respects_robots: bool = Field(
        True, description="obey search engines' robots.txt too; most close their results to crawlers they do not know"
    )
    robots_hours: float = Field(24, gt=0, description="how long a robots.txt is good for")

    # --- Pace
    host_interval_s: float = Field(5, ge=0, description="least time between two requests to a host, over all workers")
    host_interval_max_s: float = Field(60, gt=0, description="what a Crawl-delay is clamped to")
    host_backoff_s: float = Field(
        60, gt=0, description="first pause for a host that is down or asks for fewer requests; it grows with each"
    )
    host_backoff_max_s: float = Field(3600, gt=0, description="the longest, and what a Retry-After is clamped to")
    host_down_hours: float = Field(24, ge=0, description="pages of a host that is down wait so long for it")
    forbidden_retry_s: float = Field(
        3600, gt=0, description="a page that is refused (401, 403), while its site gives others, is tried again once"
    )
    latency_factor: float = Field(2, ge=0, description="a host that answers in t is left alone for this × t at least")

    # --- Extraction
    max_nodes: int = Field(200_000, ge=1000, description="nodes of a page; more is refused")
    min_title_chars: int = Field(5, ge=1, description="a shorter title is no article (published rule: over 5)")
    min_text_chars: int = Field(100, ge=1, description="a shorter text is no article (published rule: over 100)")
    template_days: float = Field(30, ge=0, description="what recurs over a site is known so long; 0: not learned")
    article_pages: int = Field(20, ge=1, description="an article on several pages is followed so far")

    # --- Forums
    list_pages: int = Field(5, ge=1, le=100, description="pages of a board, or boards of a forum, read in one check")
    thread_pages: int = Field(1000, ge=1, description="a thread is followed so far")
    thread_visit_s: float = Field(900, gt=0, description="least time between two visits to a thread")
    thread_cold_days: float = Field(
        30, gt=0, description="a thread silent so long is visited only if its board wakes it"
    )

    # --- The controller
    poll_s: float = Field(5, gt=0, description="how often the controller looks for due, new and changed sources")
    silent_days: float = Field(
        7, ge=0, description="a source with nothing new for so long is said to be silent; 0: none"
    )
    due_batch: int = Field(500, ge=1, description="sources read at a time")
    max_lists_queued: int = Field(10_000, ge=1, description="no more list tasks are put while so many wait")
    max_pages_queued: int = Field(500_000, ge=1, description="no source is checked while so many pages wait")
    min_free_bytes: int = Field(500_000_000, ge=0, description="with less disk under data_dir no source is checked")
    lock_s: float = Field(30, gt=1, description="a controller that is silent so long is replaced")
    list_lost_s: float = Field(900, gt=0, description="a source queued so long ago is queued again")
    pending_timeout_s: float = Field(900, gt=0, description="a page so long past its slot may be put back")
    sweep_s: float = Field(30, gt=0, description="how often the sweeper looks")

    # --- Tasks
    lease_s: int = Field(180, ge=2, description="TTR: a task whose worker is silent so long goes to another")
    max_attempts: int = Field(5, ge=1, description="tries of a page before it is given up")
    max_crashes: int = Field(5, ge=1, description="a page that so many workers died on is set aside")
    retry_s: float = Field(30, gt=0, description="wait before the second try; it doubles with each")
    stop_s: float = Field(8, gt=0, description="on SIGTERM, what is not finished after so long is handed back")
    lister_threads: int = Field(4, ge=1, le=256, description="list checks at a time in one lister")
    extractor_threads: int = Field(24, ge=1, le=256, description="pages at a time in one extractor")

    # --- The seen set
    seen_capacity: int = Field(100_000_000, ge=1000, description="URLs one generation of the Bloom filter is sized for")
    seen_error_rate: float = Field(1e-5, gt=0, lt=0.5, description="its false-positive rate when full")
    seen_block_bytes: int = Field(64_000_000, ge=1000, lt=512_000_000, description="its largest Redis string")
    seen_days: float = Field(180, gt=0, description="a new generation begins after so long; the last two are asked")

    # --- The index
    index_name: str = Field("documents", pattern=r"^[a-z][a-z0-9-]*$", description="alias; indices are <name>-000001 …")
    index_analyzer: str = Field("bigram", pattern="^(bigram|smartcn)$", description="smartcn needs that plugin")
    index_shards: int = Field(1, ge=1, description="primary shards of a new index")
    index_replicas: int = Field(0, ge=0, description="replicas of a new index")
    rollover_docs: int = Field(20_000_000, ge=1, description="an index with so many documents is rolled over")
    rollover_days: float = Field(90, gt=0, description="an index so old is rolled over")
    keep_days: float = Field(
        0, ge=0, description="documents are removed so long after they came in, and older ones not taken in; 0: never"
    )
    bulk_docs: int = Field(200, ge=1, description="documents in one bulk call")
    bulk_bytes: int = Field(5_000_000, ge=1000, description="bytes in one bulk call")
    bulk_age_s: float = Field(0.2, ge=0, description="the longest a document waits for others")

    # --- The web
    web_host: str = Field("127.0.0.1", description="address the web listens on")
    web_port: int = Field(8000, ge=0, le=65535, description="its port")
    web_url: str = Field(
        "",
        description="how people reach it; empty: at its own address; with https:// its cookies are sent over TLS alone",
    )
    web_proxies: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = Field(
        (IPv4Network("127.0.0.1"), IPv6Network("::1")),
        description="reverse proxies before it that are believed whom they ask for, comma-separated",
    )
    web_user: str = Field("admin", description="the login's name")
    web_password: SecretStr = Field(SecretStr(""), description="the login's password; no default on servers")
    web_secret: SecretStr = Field(SecretStr(""), description="signs the session cookies; empty: made at each start")

    # --- Logs
    log_format: LogFormat = Field(LogFormat.TEXT, description="text: one readable line per event; json: for machines")
    log_level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$", description="the least that is logged")

    @field_validator("allow_networks", "web_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("redis_url")
    @classmethod
    def _redis(cls, value: str) -> str:
        if not re.match(r"(rediss?|unix)://", value):
            raise ValueError("it must be like redis://127.0.0.1:6379/0")
        return value

    @field_validator("elasticsearch_url")
    @classmethod
    def _elasticsearch(cls, value: str) -> str:
        if not all(re.fullmatch(r"\s*https?://[^\s/]+:\d+(/\S*)?\s*", url) for url in value.split(",")):
            raise ValueError("it must be like http://127.0.0.1:9200, with the port; several, comma-separated")
        return value

    @property
    def agent(self) -> str:
        """The User-Agent as it is sent."""
        return self.user_agent.replace("{contact}", self.contact or f"mailto:postmaster@{socket.getfqdn()}")

    @property
    def sqlite_path(self) -> Path:
        """The one file of the embedded stores."""
        return self.data_dir / "crawler.sqlite3"


def environment_name(field: str) -> str:
    """The environment variable that sets a field."""
    return f"CRAWLER_{field.upper()}"


def load(**overrides: object) -> Settings:
    """The settings in force; `overrides` win over the environment. Raises Fatal with a sentence per wrong value."""
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        raise Fatal("\n".join([*_wrong_values(error), _WHERE_TO_CORRECT])) from None
    except (OSError, UnicodeDecodeError) as error:
        raise Fatal(f"The file .env cannot be read ({error}): make it a readable text file in UTF-8.") from None


_WHERE_TO_CORRECT = "Correct it in the environment or in .env; `crawler settings` explains each setting."


def _wrong_values(error: ValidationError) -> list[str]:
    """A sentence per variable; where several types would do, it has several reasons."""
    reasons: dict[str, list[str]] = {}
    for problem in error.errors():
        name = environment_name(str(problem["loc"][0]) if problem["loc"] else "?")
        given = without_passwords(str(problem["input"]))
        reasons.setdefault(f"{name}={given!r} does not work", []).append(problem["msg"].removeprefix("Value error, "))
    return [f"{what}: {'; '.join(why)}." for what, why in reasons.items()]


def without_passwords(text: str) -> str:
    """URLs as they may be shown: what stands as a password in them is hidden."""
    hidden = re.sub(r"(://[^/@\s:]*:)[^\s,]*@", r"\1…@", text)
    return re.sub(r"([?&]password=)[^&\s,]*", r"\1…", hidden)


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """A sentence for each CRAWLER_… variable, in the environment or in .env, that is no setting: it may be misspelt."""
    try:
        written = dotenv_values(ENV_FILE, encoding="utf-8")
    except (OSError, UnicodeDecodeError):  # which `load` complains of
        written = {}
    known = [environment_name(field) for field in Settings.model_fields]
    given = {name.upper() for name in [*environment, *written]}
    unknown = sorted(name for name in given.difference(known) if name.startswith("CRAWLER_"))
    return [_unknown(name, known) for name in unknown if not name.startswith("CRAWLER_TEST_")]


def _unknown(name: str, known: list[str]) -> str:
    alike = get_close_matches(name, known, n=1, cutoff=0.8)
    return f"{name} is no setting and is ignored." + (f" Is {alike[0]} meant?" if alike else "")
