"""The stack as its users see it, from `docker compose up` on. The tests go on from what those before them have left."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from crawler.demo import demo_hosts, demo_sources
from tests.compose.engine import Engine
from tests.compose.stack import ROLES, ROOT, SERVERS, Stack
from tests.e2e.processes import wait_until
from tests.localweb import LocalWeb, Shelf

# The first one waits for all images to be made.
pytestmark = pytest.mark.timeout(1500)

REQUIRED = re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
LOG_LINE = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (\w+) +((WARNING|ERROR) )?[a-z ]+( \w+=(\"(\\.|[^\"\\])*\"|\S+))*"
)
SERVER_PORTS = {"mysql": 3306, "redis": 6379, "beanstalkd": 11300, "elasticsearch": 9200}
KILLED = 128 + signal.SIGKILL
OF_COMPOSE = re.compile(r"(\x1b\[K|\S+ exited with code 0)*")


def lists(shelf: Shelf, *names: str) -> list[str]:
    """The list pages of all hosts that are called so."""
    return [url for url in shelf.lists if url.rsplit("/", 1)[1] in names]


def articles(shelf: Shelf, urls: Collection[str]) -> set[str]:
    """What these list pages announce."""
    return {url for url in shelf.gold if any(url in shelf.pages[page].body.decode() for page in urls)}


def indexed(stack: Stack) -> Counter[str]:
    """How often each article stands in the index, the demo's aside: asked of Elasticsearch, past our own code."""
    search = 'curl -s -u "elastic:$ELASTIC_PASSWORD" "localhost:9200/documents-*/_search?size=10000&_source=url"'
    found = re.findall(r'"url":"([^"]+)"', stack.execute("elasticsearch", "sh", "-c", search).stdout)
    return Counter(url for url in found if url.split("/")[2] not in demo_hosts())


def missing(stack: Stack, urls: Collection[str]) -> set[str]:
    return set(urls) - set(indexed(stack))


# --- Before anything runs


@pytest.mark.parametrize("name", REQUIRED)
def test_without_a_variable_nothing_starts_and_a_sentence_names_it(
    engine: Engine, variables: Mapping[str, str], folder: Path, name: str
) -> None:
    stack = Stack(engine, folder, {**variables, name: ""})
    done = stack.compose("up", "--detach", check=False)
    assert done.returncode != 0
    assert f"{name} is missing a value: set it in .env, it" in done.stderr
    for kind in ("container", "volume", "network"):
        options = ["--all"] if kind == "container" else []
        assert not engine.docker(kind, "ls", *options, "--quiet", "--filter", "label=com.docker.compose.project")


# --- What comes up


def test_every_service_is_healthy(stack: Stack) -> None:
    health = {container["Service"]: container["Health"] for container in stack.containers()}
    assert health == dict.fromkeys((*SERVERS, *ROLES, "demo"), "healthy")


def test_the_first_lines_say_where_the_web_is_and_how_to_add_a_source(stack: Stack) -> None:
    first, second = stack.logs("web")[:2]
    assert f"url=http://127.0.0.1:{stack.variables['WEB_PORT']}/" in first
    assert "crawler source add NAME URL" in second


def test_the_demos_articles_are_found_in_the_web(stack: Stack) -> None:
    web = stack.web
    assert {row["name"] for row in web.sources()} == {source.name for source in demo_sources()}
    wait_until(lambda: "<mark>寒潮</mark>" in web.page("/", q="寒潮"), "a word is found and marked")
    wait_until(lambda: all(web.hits(site=host) for host in demo_hosts()), "each of the demo's sites is found")


def test_a_source_is_one_row(stack: Stack, web: LocalWeb, shelf: Shelf) -> None:
    source = shelf.lists[0]
    titles = {url: shelf.gold[url]["title"] for url in articles(shelf, [source])}
    assert titles
    stack.add_sources([source])
    pages = stack.web

    def found(url: str, title: str) -> bool:
        return any(url in pages.page(hit) for hit in pages.hits(q=f'"{title}"'))

    wait_until(lambda: all(found(*article) for article in titles.items()), "its articles are found", timeout_s=60)


# --- From inside, and from outside


@pytest.mark.parametrize("role", [*ROLES, "demo"])
def test_a_role_has_no_rights(stack: Stack, role: str) -> None:
    assert stack.execute(role, "id", "-u").stdout.strip() == "10001"
    for path in ("/app/x", "/etc/x", "/opt/crawler/x"):
        assert "Read-only file system" in stack.execute(role, "touch", path).stderr
    status = stack.execute(role, "cat", "/proc/self/status").stdout
    assert re.search(r"CapBnd:\s+0+$", status, re.MULTILINE)
    assert re.search(r"NoNewPrivs:\s+1$", status, re.MULTILINE)


@pytest.mark.parametrize("server", SERVERS)
def test_a_server_runs_as_itself_and_without_rights(stack: Stack, server: str) -> None:
    assert stack.execute(server, "id", "-u").stdout.strip() != "0"
    assert re.search(r"CapBnd:\s+0+$", stack.execute(server, "cat", "/proc/self/status").stdout, re.MULTILINE)


def test_only_the_web_is_reached_from_outside_and_from_this_machine_alone(stack: Stack, web: LocalWeb) -> None:
    published = {container["Service"]: container["Publishers"] for container in stack.containers()}
    open_ports = {
        (service, port["URL"], port["PublishedPort"])
        for service, ports in published.items()
        for port in ports or ()
        if port["PublishedPort"]
    }
    assert open_ports == {("web", "127.0.0.1", int(stack.variables["WEB_PORT"]))}
    another_address = web.proxy_url.rsplit(":", 1)[0].removeprefix("http://")
    assert connects("127.0.0.1", int(stack.variables["WEB_PORT"]))
    assert not connects(another_address, int(stack.variables["WEB_PORT"]))
    for server, port in SERVER_PORTS.items():
        for address in ("127.0.0.1", another_address):
            assert not connects(address, port), f"{server}, or something of this machine's, answers on {port}"


@pytest.mark.parametrize("service", [*SERVERS, "controller", "demo"])
def test_what_needs_no_way_out_has_none(stack: Stack, service: str) -> None:
    networks = stack.inspect(stack.containers(service)[0]["Name"])["NetworkSettings"]["Networks"]
    assert list(networks) == ["crawler_stores"]
    assert stack.docker("network", "inspect", "crawler_stores", "--format", "{{.Internal}}").strip() == "true"


def connects(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True


# --- While it crawls


def test_more_workers_take_tasks_and_fewer_hand_them_back(stack: Stack, shelf: Shelf, tmp_path: Path) -> None:
    sources = [url for url in lists(shelf, "1.html", "2.html") if url != shelf.lists[0]]
    stack.add_sources(sources)
    stack.compose("up", "--detach", "--no-recreate", "--scale", "extractor=3", "--scale", "lister=2")
    log = tmp_path / "log"
    following = stack.follow("extractor", log)
    workers = [container["Name"] for container in stack.containers("extractor")]
    assert len(workers) == 3
    wait_until(lambda: all("indexed" in stack.docker("logs", worker) for worker in workers), "all take tasks")
    assert missing(stack, articles(shelf, sources)), "it should still crawl when the workers leave"
    stack.compose("up", "--detach", "--no-recreate", "--scale", "extractor=1", "--scale", "lister=1")
    wait_until(lambda: not missing(stack, articles(shelf, sources)), "nothing is lost")
    following.terminate()
    following.wait()
    assert set(indexed(stack).values()) == {1}
    lines = [line for line in log.read_text(encoding="utf-8").splitlines() if not OF_COMPOSE.fullmatch(line)]
    assert len([line for line in lines if " stopped handed_back=" in line]) == 2
    assert [line for line in lines if not LOG_LINE.fullmatch(line)] == []


def test_it_heals_by_itself_when_one_of_each_is_killed(stack: Stack, shelf: Shelf) -> None:
    sources = lists(shelf, "3.html")
    stack.add_sources(sources)
    for service in (*ROLES, *SERVERS):
        kill(stack, service)
    wait_until(lambda: not missing(stack, articles(shelf, sources)), "nothing is lost", timeout_s=300)
    assert set(indexed(stack).values()) == {1}
    stack.up("--no-recreate")


def kill(stack: Stack, service: str) -> None:
    """As the kernel does when memory is short: `docker kill` would count as stopped by hand, and not be healed."""
    container = stack.containers(service)[0]["Name"]
    before = stack.inspect(container)
    os.kill(before["State"]["Pid"], signal.SIGKILL)
    wait_until(lambda: stack.inspect(container)["RestartCount"] > before["RestartCount"], f"{service} is restarted")


# --- Down and up


def test_what_was_stopped_with_docker_kill_is_brought_back_by_up(stack: Stack) -> None:
    for service in (*ROLES, *SERVERS):
        stack.docker("kill", stack.containers(service)[0]["Name"])
    stack.up()
    assert {container["Health"] for container in stack.containers()} == {"healthy"}


def test_down_and_up_lose_nothing_and_fetch_no_page_again(stack: Stack, web: LocalWeb, shelf: Shelf) -> None:
    sources, documents = stack.web.sources(), indexed(stack)
    stack.compose("stop", "--timeout", "10", *ROLES)
    codes = {container["Service"]: container["ExitCode"] for container in stack.containers(*ROLES, stopped=True)}
    assert codes.keys() == set(ROLES)
    assert KILLED not in codes.values(), f"a role did not leave within 10 s: {codes}"
    web.forget()
    stack.compose("down")
    stack.up()
    assert [what(row) for row in stack.web.sources()] == [what(row) for row in sources]
    assert indexed(stack) == documents
    stack.sql("UPDATE source SET next_check_at = NULL")
    wait_until(lambda: web.counts.keys() >= set(shelf.lists), "every list page is read again")
    wait_until(lambda: stack.sql("SELECT SUM(tasks_open) FROM source").strip() == "0", "every check is over")
    assert web.counts.keys() & shelf.gold.keys() == set()
    assert indexed(stack) == documents


def what(row: Mapping[str, Any]) -> tuple[object, ...]:
    return row["id"], row["name"], row["url"], row["enabled"]


# --- Upgrades


def test_an_upgrade_migrates_once_before_the_roles_start(stack: Stack) -> None:
    *_, before, last = sorted(path.name[:4] for path in (ROOT / "migrations" / "versions").glob("0*.py"))
    stack.compose("down")
    stack.compose("up", "--detach", "--wait", "mysql")
    stack.sql(f"UPDATE alembic_version SET version_num = '{before}'")
    stack.up()
    assert f"crawler was brought from {before} to revision {last}." in stack.logs("migrate")
    migrated = stack.inspect("crawler-migrate-1")["State"]["FinishedAt"]
    for role in ROLES:
        assert stack.inspect(f"crawler-{role}-1")["State"]["StartedAt"] > migrated


@pytest.mark.parametrize("role", ["controller", "lister"])
def test_a_role_that_does_not_know_the_schema_waits_and_says_so(stack: Stack, role: str) -> None:
    known = stack.sql("SELECT version_num FROM alembic_version").strip()
    stack.sql("UPDATE alembic_version SET version_num = '9999'")
    try:
        stack.compose("restart", role)
        wait_until(lambda: "is of a newer version: update this crawler" in "\n".join(stack.logs(role)), "it says so")
    finally:
        stack.sql(f"UPDATE alembic_version SET version_num = '{known}'")
    wait_until(lambda: re.search(r" waiting .*\n.* started ", "\n".join(stack.logs(role))) is not None, "it goes on")
