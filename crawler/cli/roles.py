"""The roles one by one, and what a machine needs before and beside them."""

from __future__ import annotations

import os
import secrets

import click
from pydantic import SecretStr

from crawler.cli.base import main, opened, start_logging
from crawler.errors import Fatal
from crawler.observe import check_heartbeat
from crawler.settings import Settings, Stores, load


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
    "Read feeds and list pages, and queue articles not seen before.\n\nRun as many as you like. "
    "SIGTERM stops it within 10 s: what it holds is finished or handed back.",
)
role_command(
    "extractor",
    "Fetch queued pages, extract their content and index it.\n\nRun as many as you like. "
    "SIGTERM stops it within 10 s: what it holds is finished or handed back.",
)


@main.command()
def web() -> None:
    """Serve the search page, the status page and the API.

    All of it is behind a login; `crawler settings` shows CRAWLER_WEB_HOST and the others.
    """
    from crawler.web.serve import listen, serve

    settings = load()
    start_logging(settings)
    with listen(settings) as listener, opened(with_web_password(settings)) as services:
        serve(services, listener=listener)


def with_web_password(settings: Settings) -> Settings:
    """On servers the password must be set; on a laptop one is made at the first start, and kept beside the data."""
    if settings.web_password.get_secret_value():
        return settings
    if settings.stores is Stores.SERVERS:
        raise Fatal("The web has no password. Set CRAWLER_WEB_PASSWORD and start it again.")
    path = settings.data_dir / "web-password"
    try:
        if not path.exists():
            settings.data_dir.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(12))
        password = path.read_text().strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise Fatal(
            f"The web's password cannot be kept in {path} ({problem}): correct CRAWLER_DATA_DIR, or set "
            "CRAWLER_WEB_PASSWORD."
        ) from None
    click.echo(f"Log in as {settings.web_user!r} with the password in {path}.")
    return settings.model_copy(update={"web_password": SecretStr(password)})


@main.command()
def migrate() -> None:
    """Make or update the tables, and the index.

    Safe to run at any time, by many at once.
    """
    from crawler.stores.schema import migrate as migrate_tables

    settings = load()
    click.echo(migrate_tables(settings))
    with opened(settings, migrate_embedded=False) as services:
        services.documents.prepare()
        click.echo("The index is ready.")


@main.command()
@click.argument("role", type=click.Choice(["controller", "lister", "extractor", "web"]))
def health(role: str) -> None:
    """Say whether a role on this machine is alive.

    The exit code is 0 if so, else 1: made for container health checks.
    """
    problem = web_problem(load()) if role == "web" else check_heartbeat(role)
    if problem:
        raise click.ClickException(problem)
    click.echo(f"the {role} is alive")


def web_problem(settings: Settings) -> str:
    """ "" when the web answers, else what is wrong, in words."""
    import requests

    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.web_host, settings.web_host)
    url = f"http://{host}:{settings.web_port}/healthz"
    try:
        with requests.Session() as session:
            session.trust_env = False  # a proxy that the machine has for the world outside does not lead here
            answer = session.get(url, timeout=5)
    except requests.RequestException as problem:
        return f"the web does not answer at {url} ({type(problem).__name__}): is it running?"
    return "" if answer.ok else f"the web answers at {url} with status {answer.status_code}"
