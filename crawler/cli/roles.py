"""The roles, one by one or all in one process; and what a machine needs before and beside them."""

from __future__ import annotations

import os
import secrets
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crawler.cli.base import main, opened, start_logging
from crawler.errors import Fatal, describe
from crawler.observe import check_heartbeat
from crawler.settings import Settings, Stores, load

if TYPE_CHECKING:
    from crawler.roles.run import Tally
    from crawler.roles.services import Services


def role_command(name: str, text: str) -> None:
    @main.command(name, help=text)
    def command() -> None:
        from crawler.roles.run import run_role, stop_on_signals

        settings = load()
        start_logging(settings)
        stop = stop_on_signals()
        with opened(settings) as services:
            run_role(name, services, stop)


role_command(
    "controller",
    "Queue the sources that are due, and put back what was lost.\n\nOne works at a time; more stand by. "
    "SIGTERM stops it within 10 s.",
)
role_command(
    "lister",
    "Read feeds, search results and list pages, and queue the articles not seen before.\n\nRun as many as you like. "
    "SIGTERM stops it within 10 s: what it holds is finished or handed back.",
)
role_command(
    "extractor",
    "Fetch queued pages, extract their content and index it.\n\nRun as many as you like. "
    "SIGTERM stops it within 10 s: what it holds is finished or handed back.",
)


@main.command()
def web() -> None:
    """Serve the search page, the status page and the REST API, behind a login."""
    from crawler.web import serve

    settings = with_web_password(load())
    start_logging(settings)
    with opened(settings) as services:
        serve(services)


def with_web_password(settings: Settings) -> Settings:
    """On servers the password must be set; on a laptop one is made at the first start, and kept beside the data."""
    if settings.web_password.get_secret_value():
        return settings
    if settings.stores is Stores.SERVERS:
        raise Fatal("The web has no password. Set CRAWLER_WEB_PASSWORD and start it again.")
    path = settings.data_dir / "web-password"
    if not path.exists():
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(12))
    password = path.read_text().strip()
    click.echo(f"Log in as {settings.web_user!r} with the password in {path}.")
    return load(**{**settings.model_dump(), "web_password": password})


@main.command()
@click.option("--once", is_flag=True, help="Check every source once, do what follows from it, and end.")
@click.option("--demo/--no-demo", default=None, help="Crawl the demo web that ships with the project, or never do.")
def run(once: bool, demo: bool | None) -> None:
    """Run everything in one process over the embedded stores.

    With no source configured it serves and crawls a small demo web, with no network. Without --once it goes on until
    it is stopped, and serves the web pages as well.
    """
    from crawler.demo import DemoWeb, demo_sources

    settings = load()
    if settings.stores is not Stores.EMBEDDED:
        raise Fatal("`crawler run` works on the embedded stores. Set CRAWLER_STORES=embedded, or start the roles.")
    with opened(settings) as services:
        rows = services.sources.all()
        if demo is None:
            demo = all(row.name in {source.name for source in demo_sources()} for row in rows)
        if not demo:
            run_local(settings, once=once)
            return
        click.echo("No source is configured: this run crawls the demo web. Add your own with `crawler source add`.")
        known = {row.name for row in rows}
        for source in demo_sources():
            if source.name not in known:
                services.sources.add(source)
    demo_web = DemoWeb()
    demo_web.start()
    try:
        # The demo web is ours, so it need not be spared.
        run_local(load(**{**settings.model_dump(), "proxy": demo_web.proxy_url, "host_interval_s": 0.05}), once=once)
    finally:
        demo_web.stop()


def run_local(settings: Settings, *, once: bool) -> None:
    from crawler.roles.run import LocalRun, stop_on_signals

    start_logging(settings)
    stop = stop_on_signals()
    with opened(settings) as services:
        if once:
            services.sources.make_due()
        else:
            serve_beside(settings, stop)
        tally = LocalRun(services).run(stop, once=once, progress=lambda now: click.echo(progress_line(now)))
        click.echo(summary(tally, services, settings))


def serve_beside(settings: Settings, stop: threading.Event) -> None:
    """The web pages in a thread of this process."""
    from crawler.web import serve

    def serve_until_stopped() -> None:
        with opened(with_web_password(settings)) as services:
            serve(services, stop=stop)

    threading.Thread(target=serve_until_stopped, name="web", daemon=True).start()


def progress_line(tally: Tally) -> str:
    return (
        f"[{tally.elapsed_s:5.0f} s] lists checked {tally.count('list')}, pages indexed "
        f"{tally.count('page', 'indexed')}, skipped {sum(one.count for one in tally.skipped())}, "
        f"waiting {tally.waiting}"
    )


def summary(tally: Tally, services: Services, settings: Settings) -> str:
    """What was found, what was skipped and why, and where to look."""
    lines = ["", f"Done in {tally.elapsed_s:.0f} s. Documents in the index: {services.documents.count()}."]
    lines.append(
        f"Found: {tally.count('page', 'indexed')} pages indexed, {tally.count('page', 'known')} known already."
    )
    if skipped := tally.skipped():
        lines.append("Skipped:")
        lines += [f"  {one.count:4}  {describe(one.reason)} ({one.label})" for one in skipped]
    lines.append("Sources:")
    for row in services.sources.all():
        lines.append(f"  {row.state:<10} {row.name}  {row.url}  {row.state_reason}".rstrip())
    command = Path(sys.argv[0]).name if Path(sys.argv[0]).parent == Path() else sys.argv[0]
    lines += [
        "Where to look:",
        f"  {command} search 词            search the documents (try a word from the news)",
        f"  {command} web                  the web pages, on http://{settings.web_host}:{settings.web_port}/",
        f"  {command} source add --help    add a source of your own",
        f"  {settings.sqlite_path}         everything is in this one file",
    ]
    return "\n".join(lines)


@main.command()
@click.option("--port", default=8080, show_default=True, help="Port to listen on.")
def demo(port: int) -> None:
    """Serve the demo web, to look at in a browser or to crawl through as a proxy."""
    from crawler.demo import DemoWeb

    web = DemoWeb(port=port)
    web.start()
    click.echo(f"Look at {web.proxy_url}/ or set CRAWLER_PROXY={web.proxy_url}. Ctrl-C ends it.")
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        web.stop()


@main.command()
def migrate() -> None:
    """Make or update the tables, and the index. Safe to run at any time, by many at once."""
    from crawler.stores import migrate as migrate_tables

    settings = load()
    click.echo(migrate_tables(settings))
    with opened(settings, migrate_embedded=False) as services:
        services.documents.prepare()
        click.echo("The index is ready.")


@main.command()
@click.argument("role", type=click.Choice(["controller", "lister", "extractor", "web"]))
def health(role: str) -> None:
    """Say whether a role on this machine is alive: exit code 0 if so. Made for container health checks."""
    problem = web_problem(load()) if role == "web" else check_heartbeat(role)
    if problem:
        raise click.ClickException(problem)
    click.echo(f"the {role} is alive")


def web_problem(settings: Settings) -> str:
    import requests

    host = "127.0.0.1" if settings.web_host == "0.0.0.0" else settings.web_host
    try:
        answer = requests.get(f"http://{host}:{settings.web_port}/healthz", timeout=5)
    except requests.RequestException as problem:
        return f"the web does not answer: {problem}"
    return "" if answer.ok else f"the web answers with status {answer.status_code}"
