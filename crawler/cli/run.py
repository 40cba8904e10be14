"""`crawler run`: everything in one process, over one's own sources or over the demo web."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crawler.cli.base import main, opened
from crawler.cli.progress import Progress
from crawler.cli.roles import with_web_password
from crawler.cli.text import table
from crawler.errors import Fatal, describe
from crawler.settings import Settings, Stores, load

if TYPE_CHECKING:
    from crawler.model import Source
    from crawler.roles.run import Tally
    from crawler.roles.services import Services
    from crawler.stores import Sources

WEB_LEAVES_S = 8.0


@main.command()
@click.option("--once", is_flag=True, help="Check every source once, do what follows from it, and end.")
@click.option("--no-demo", is_flag=True, help="Wait for sources, and never crawl the demo web.")
def run(once: bool, no_demo: bool) -> None:
    """Run everything in one process over the embedded stores.

    With no source of your own it serves and crawls a small demo web, with no network; the demo's sources are removed,
    with what they brought, when you have added one. Without --once it goes on until Ctrl-C or SIGTERM, and serves the
    web pages as well. With it, what a site asks to wait for longer than ten minutes is left, and said.
    """
    from crawler.roles.run import stop_on_signals

    settings = load()
    if settings.stores is not Stores.EMBEDDED:
        raise Fatal("`crawler run` works on the embedded stores. Set CRAWLER_STORES=embedded, or start the roles.")
    stop = stop_on_signals()
    progress = Progress(settings)
    with opened(settings) as services, web_beside(settings, stop, wanted=not once):
        demo = not no_demo and not own_sources(services.sources)
        if demo:
            tally = crawl_demo(settings, stop, progress, once=once)
        if not demo or (own_sources(services.sources) and not stop.is_set()):
            remove_demo(services)
            demo = False
            warn_without_contact(settings)
            tally = crawl(services, stop, progress, once=once)
        progress.end()
        ended = "Stopped" if stop.is_set() else "Done"
        click.echo(f"\n{ended} after {tally.elapsed_s:.0f} s. {summary(tally, services)}")
        click.echo(where_to_look(settings, "图书馆" if demo else "词"))


def warn_without_contact(settings: Settings) -> None:
    """Sites are asked by somebody whom their owners can write to; what is sent without that leads nowhere."""
    if "{contact}" in settings.user_agent and not settings.contact:
        click.echo(
            "Warning: no site's owner can reach you. Set CRAWLER_CONTACT, in the environment or in .env, to a page's "
            "address or a mailto: one.",
            err=True,
        )


@contextmanager
def web_beside(settings: Settings, stop: threading.Event, *, wanted: bool) -> Iterator[None]:
    """The web pages in a thread of this process."""
    if not wanted:
        yield
        return
    from crawler.web.serve import listen, serve

    with listen(settings) as listener, opened(with_web_password(settings)) as services:
        click.echo(f"The web pages are on http://{settings.web_host}:{listener.getsockname()[1]}/. Ctrl-C ends it all.")
        options = {"stop": stop, "listener": listener}
        thread = threading.Thread(target=serve, args=(services,), kwargs=options, name="web", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join(WEB_LEAVES_S)


def crawl(
    services: Services,
    stop: threading.Event,
    progress: Progress,
    *,
    once: bool,
    over: Callable[[], bool] = lambda: False,
) -> Tally:
    from crawler.roles.run import LocalRun

    if once:
        services.sources.make_due()
    return LocalRun(services).run(stop, once=once, progress=progress.show, over=lambda: progress.closed or over())


# --- The demo


def crawl_demo(settings: Settings, stop: threading.Event, progress: Progress, *, once: bool) -> Tally:
    """Crawl the demo web, until a source of one's own is there."""
    from crawler.demo import DemoWeb

    click.echo("There is no source of your own yet, so this crawls the demo web. Add one with `crawler source add`.")
    with DemoWeb() as demo_web:
        # The demo web is ours, so it need not be spared. It is a proxy with no way to other hosts: a new source is to
        # be found by the question below, and not by a controller that would have it checked here.
        changes = {"proxy": demo_web.proxy_url, "host_interval_s": 0.05} | ({} if once else {"poll_s": 3600.0})
        with opened(settings.model_copy(update=changes)) as services:
            add_demo(services.sources)
            return crawl(services, stop, progress, once=once, over=lambda: bool(own_sources(services.sources)))


def add_demo(sources: Sources) -> None:
    """Those of its sources that are not there yet."""
    from crawler.demo import demo_sources

    known = {row.name for row in sources.all()}
    for source in demo_sources():
        if source.name not in known:
            sources.add(source)


def is_demo(row: Source) -> bool:
    from crawler.demo import demo_sources

    return (row.name, row.url) in {(source.name, source.url) for source in demo_sources()}


def own_sources(sources: Sources) -> list[Source]:
    """The rows that are not the demo's."""
    return [row for row in sources.all() if not is_demo(row)]


def remove_demo(services: Services) -> None:
    """Its hosts are nowhere but on the demo web: its documents would be found among one's own, and lead nowhere."""
    from crawler.roles.rows import remove_source

    rows = [row for row in services.sources.all() if is_demo(row)]
    removed = sum(remove_source(services, row, with_documents=True) for row in rows)
    if rows:
        click.echo(f"The demo's sources are removed, and {removed:,} documents with them.")


# --- What came of it


def summary(tally: Tally, services: Services) -> str:
    """What was found, what was skipped and why."""
    indexed, known = tally.count("page", "indexed"), tally.count("page", "known")
    lines = [
        f"Documents in the index: {services.documents.count():,}.",
        f"Found: {indexed:,} pages with something new, {known:,} without.",
    ]
    if skipped := tally.skipped():
        lines += ["Skipped:", indented(table([(one.count, describe(one.reason), one.label) for one in skipped]))]
    if tally.left_until:
        at = f"{tally.left_until.astimezone() + timedelta(minutes=1):%H:%M}"
        lines.append(f"Left: {tally.left:,} tasks whose turn comes later. Run again at {at}: it goes on with them.")
    elif tally.waiting:
        lines.append(f"Waiting: {tally.waiting:,} pages; the next run goes on with them.")
    if rows := services.sources.all():
        lines += ["Sources:", indented(table([(row.state_shown, row.name, row.url, row.state_reason) for row in rows]))]
    return "\n".join(lines)


def where_to_look(settings: Settings, word: str) -> str:
    """What to do next."""
    command = this_command(sys.argv[0])
    url = f"http://{settings.web_host}:{settings.web_port}/"
    rows = [
        (f"{command} search {word}", "search the documents"),
        (f"{command} web", f"the same in a browser, on {url}"),
        (f"{command} source add --help", "add a source of your own"),
        (str(settings.sqlite_path), "everything is in this one file"),
    ]
    return f"Where to look:\n{indented(table(rows))}"


def this_command(called: str) -> str:
    """How this program is called again, from how it was called now."""
    if Path(called).name == "__main__.py":
        return "python -m crawler"
    if shutil.which(Path(called).name) == called:
        return Path(called).name
    inside = os.path.relpath(called)
    return called if inside.startswith("..") else inside


def indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 for a free one.")
@click.option("--add", is_flag=True, help="Add its sources first.")
@click.option("--remove", is_flag=True, help="Remove its sources with what they brought, and serve nothing.")
def demo(host: str, port: int, add: bool, remove: bool) -> None:
    """Serve the demo web, to look at or to crawl through.

    It is a plain web server to a browser, and a proxy to crawlers.
    """
    from crawler.demo import DemoWeb
    from crawler.roles.run import stop_on_signals

    if add or remove:
        with opened() as services:
            if remove:
                remove_demo(services)
            else:
                add_demo(services.sources)
    if remove:
        return
    stop = stop_on_signals()
    with DemoWeb(port=port, host=host) as web:
        click.echo(f"Look at {web.proxy_url}/ or set CRAWLER_DEMO_PROXY={web.proxy_url}. Ctrl-C ends it.")
        stop.wait()
