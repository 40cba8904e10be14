"""The commands' pure parts, and that each says what it is for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from crawler.cli import main
from crawler.cli.base import one_line
from crawler.cli.progress import Progress, counted
from crawler.cli.run import is_demo, this_command
from crawler.cli.sources import columns_given, guessed_channel
from crawler.cli.state import shown
from crawler.demo import demo_sources
from crawler.errors import Fatal
from crawler.model import Source
from crawler.roles.run import Tally
from crawler.roles.status import OutcomeCount
from crawler.settings import Settings, environment_name, load, unknown_variables, without_passwords


def commands(command: click.Command, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield names, command
    if isinstance(command, click.Group):
        for name, one in command.commands.items():
            yield from commands(one, *names, name)


@pytest.mark.parametrize("names", [names for names, _ in commands(main)], ids=" ".join)
def test_every_command_has_help_that_is_not_cut_off(names: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*names, "--help"], terminal_width=80)
    assert result.exit_code == 0
    assert "..." not in result.output.partition("Commands:")[2], "a command's first sentence is too long"


@pytest.mark.parametrize(
    ("command", "parameter"),
    [
        pytest.param(command, one, id=f"{' '.join(names)} {one.opts[0]}")
        for names, command in commands(main)
        for one in command.params
        if isinstance(one, click.Option)
    ],
)
def test_every_option_says_what_it_does(command: click.Command, parameter: click.Option) -> None:
    assert parameter.help


@pytest.mark.parametrize(
    ("text", "complaint"), [("a\nb", "control character"), ("\udcff", "UTF-8"), ("\x1b[2J", "control")]
)
def test_text_that_no_row_may_hold_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(click.BadParameter, match=complaint):
        one_line(text)


def test_text_is_taken_without_the_space_around_it() -> None:
    assert one_line("  早报　要闻 ") == "早报　要闻"


def test_a_complaint_about_a_long_text_is_short() -> None:
    with pytest.raises(click.BadParameter) as problem:
        one_line("词" * 10_000 + "\n")
    assert len(problem.value.message) < 200


def test_only_the_columns_that_were_given_are_set() -> None:
    options = {"pattern": None, "interval_s": 60, "keep_params": "id, page ,", "drop_params": None}
    assert columns_given(options) == {"interval_s": 60, "keep_params": ("id", "page")}


@pytest.mark.parametrize(
    ("url", "channel"),
    [
        ("https://news.example/rss.xml", "feed"),
        ("https://news.example/feed/", "feed"),
        ("https://news.example/index.rdf", "feed"),
        ("https://news.example/china/", "page"),
        ("https://news.example/feedback.html", "page"),
        ("baidu_news", "search"),
    ],
)
def test_a_channel_is_guessed_from_the_address(url: str, channel: str) -> None:
    assert guessed_channel(url) == channel


def test_the_demo_is_known_by_name_and_address() -> None:
    for row in demo_sources():
        assert is_demo(row)
        assert not is_demo(Source(id=1, name=row.name, channel=row.channel, url="http://news.example/"))


@pytest.mark.parametrize(
    ("called", "again"),
    [
        ("/somewhere/crawler/__main__.py", "python -m crawler"),
        (str(Path.cwd() / ".venv/bin/crawler"), ".venv/bin/crawler"),
        ("/opt/elsewhere/bin/crawler", "/opt/elsewhere/bin/crawler"),
    ],
)
def test_how_the_program_is_called_again(called: str, again: str) -> None:
    assert this_command(called) == again


def test_the_figures_of_the_progress_line() -> None:
    outcomes = (
        OutcomeCount("list", "ok", "", 3),
        OutcomeCount("page", "indexed", "", 20),
        OutcomeCount("page", "known", "", 4),
        OutcomeCount("page", "dropped", "robots", 2),
        OutcomeCount("page", "gave_up", "timeout", 1),
    )
    assert counted(Tally(3.0, 7, outcomes)) == "lists checked 3, pages with something new 20, skipped 3, waiting 7"
    assert (
        counted(Tally(3.0, 0, (), 2)) == "lists checked 0 (2 waiting), pages with something new 0, skipped 0, waiting 0"
    )


def test_in_a_pipe_a_progress_line_is_written_for_each_change(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(load())
    for seconds, waiting in ((1, 5), (2, 5), (3, 4)):
        progress.show(Tally(seconds, waiting, ()))
    assert [line[:8] for line in capsys.readouterr().out.splitlines()] == ["[    1 s", "[    3 s"]


# --- Settings, as the command line shows them and complains of them


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("redis://:geheim@h:6379/0", "redis://:…@h:6379/0"),
        ("http://u:ge@heim@h:9200", "http://u:…@h:9200"),
        ("http://u:geheim@a:1, http://v:geheim@b:2", "http://u:…@a:1, http://v:…@b:2"),
        ("redis://h/0?db=1&password=geheim", "redis://h/0?db=1&password=…"),
        ("http://proxy.example:3128", "http://proxy.example:3128"),
    ],
)
def test_passwords_in_addresses_are_hidden(text: str, hidden: str) -> None:
    assert without_passwords(text) == hidden


def test_every_secret_is_hidden() -> None:
    secrets = {name: "geheim" for name, field in Settings.model_fields.items() if "SecretStr" in str(field.annotation)}
    settings = load(**secrets, redis_url="redis://:geheim@h/", elasticsearch_url="http://u:geheim@h:9200")
    assert len(secrets) >= 5
    for name in Settings.model_fields:
        assert "geheim" not in shown(getattr(settings, name)), name


@pytest.mark.parametrize(
    ("value", "text"), [(30.0, "30"), (30, "30"), (None, ""), (("a", "b"), "a,b"), (1e-5, "1e-05")]
)
def test_a_value_is_shown_as_it_is_written(value: object, text: str) -> None:
    assert shown(value) == text


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"stores": "cloud"}, "CRAWLER_STORES='cloud' does not work"),
        ({"mysql_port": "abc"}, "CRAWLER_MYSQL_PORT='abc' does not work"),
        ({"allow_networks": "300.1.1.1"}, "CRAWLER_ALLOW_NETWORKS="),
        ({"host_interval_s": "inf"}, "CRAWLER_HOST_INTERVAL_S='inf'"),
        ({"redis_url": "hallo"}, "redis://127.0.0.1:6379/0"),
        ({"elasticsearch_url": "http://h:9200,h2"}, "http://127.0.0.1:9200, with the port"),
        ({"elasticsearch_url": "http://h"}, "http://127.0.0.1:9200, with the port"),
    ],
)
def test_a_wrong_setting_is_named_with_what_to_do(values: dict[str, object], said: str) -> None:
    with pytest.raises(Fatal) as problem:
        load(**values)
    first, last = str(problem.value).splitlines()
    assert said in first
    assert "Correct it" in last


def test_a_wrong_address_is_shown_without_its_password() -> None:
    with pytest.raises(Fatal) as problem:
        load(redis_url="http://:geheim@h/")
    assert "geheim" not in str(problem.value)


@pytest.mark.parametrize("url", ["http://h:9200", "https://u:p@h:9243/prefix, http://h2:9200"])
def test_addresses_of_elasticsearch(url: str) -> None:
    assert load(elasticsearch_url=url).elasticsearch_url == url


def test_a_misspelt_variable_is_pointed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("CRAWLER_STORS=servers\nMYSQL_PASSWORD=x\n")
    right = {environment_name(name): "" for name in Settings.model_fields}
    given = {**right, "CRAWLER_HOST_INTERVAL": "3", "CRAWLER_TEST_CORPORA": "x", "PATH": os.defpath}
    assert unknown_variables(given) == [
        "CRAWLER_HOST_INTERVAL is no setting and is ignored. Is CRAWLER_HOST_INTERVAL_S meant?",
        "CRAWLER_STORS is no setting and is ignored. Is CRAWLER_STORES meant?",
    ]
