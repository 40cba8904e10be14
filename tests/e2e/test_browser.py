"""The web pages in a real browser: what a person does on a first evening."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Page, expect, sync_playwright

from crawler.demo import DemoWeb, demo_sources
from crawler.model import Document, Kind, Source, url_id
from crawler.roles.run import LocalRun
from crawler.roles.services import Services
from crawler.settings import Settings
from crawler.web.serve import serve
from tests.e2e.processes import wait_until
from tests.servers.server import free_port

pytestmark = pytest.mark.browser

SCREENSHOTS = os.environ.get("TEST_SCREENSHOTS", "")


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A tab of Debian's Chromium. A script error on any page fails the test that sees it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking",
                  "--disable-component-update", "--disable-sync", "--no-first-run"],
        )  # fmt: skip
        context = browser.new_context(locale="zh-CN", viewport={"width": 1100, "height": 900})
        yield context.new_page()
        browser.close()


@pytest.fixture
def url(embedded_settings: Settings) -> Iterator[str]:
    """The web over what the demo web publishes."""
    stop = threading.Event()
    with DemoWeb() as demo:
        settings = embedded_settings.model_validate(
            {**embedded_settings.model_dump(), "proxy": demo.proxy_url, "web_port": free_port(), "web_password": "pw"}
        )
        services = Services(settings)
        for source in demo_sources():
            services.sources.add(source)
        LocalRun(services).run(stop, once=True, progress=lambda tally: None)
        threading.Thread(target=serve, args=(services,), kwargs={"stop": stop}, daemon=True).start()
        address = f"http://127.0.0.1:{settings.web_port}"
        wait_until(lambda: answers(address), "the web answers", timeout_s=30)
        yield address
        stop.set()
        services.close()


def answers(url: str) -> bool:
    try:
        return requests.get(url + "/healthz", timeout=5).ok
    except requests.ConnectionError:
        return False


def keep(page: Page, name: str) -> None:
    """A picture to look at, where somebody wants it (TEST_SCREENSHOTS names a folder)."""
    if SCREENSHOTS:
        page.screenshot(path=Path(SCREENSHOTS, f"{name}.png"))


def test_on_a_telephone_what_matters_of_a_source_is_in_sight(page: Page, url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    log_in(page, url)
    for path, last in (("/sources", "删除"), ("/status", "正常")):
        page.goto(url + path)
        for shown in page.locator("table.stacked").get_by_text(last, exact=True).all():
            box = shown.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 390
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1100, "height": 900})


def test_words_without_end_make_no_page_wider(page: Page, url: str, embedded_settings: Settings) -> None:
    long = "A" * 300
    address = f"http://{long[:60]}.example/{long}"
    with closing(Services(embedded_settings)) as services:
        document = Document(
            url_id(address), address, Kind.ARTICLE, "a.example", long, long * 9, 1, long[:190], author=long
        )
        services.documents.add([document])
        row = services.sources.add(Source(0, long[:190], "page", address))
    page.set_viewport_size({"width": 390, "height": 800})
    log_in(page, url)
    for path in (
        "/",
        f"/documents/{document.id}",
        "/sources",
        f"/sources/{row.id}",
        f"/sources/{row.id}/remove",
        "/status",
    ):
        page.goto(url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    page.set_viewport_size({"width": 1100, "height": 900})


def test_whoever_found_a_post_is_led_to_it_in_its_thread(page: Page, url: str) -> None:
    log_in(page, url)
    page.goto(url + "/?q=番茄&kind=post")
    page.locator(".hit h2 a").first.click()
    expect(page.locator(".post.this")).to_be_in_viewport()


def log_in(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_label("用户名").fill("admin")
    page.get_by_label("密码").fill("pw")
    page.get_by_role("button", name="登录").click()


def test_a_first_evening(page: Page, url: str) -> None:
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)

    page.goto(url)
    keep(page, "login")
    log_in(page, url)

    page.get_by_role("searchbox").fill("图书馆")
    page.get_by_role("button", name="检索").click()
    expect(page.locator("mark").first).to_have_text("图书馆")
    keep(page, "search")
    page.locator(".hit h2 a").first.click()
    expect(page.locator("h1")).to_contain_text("图书馆")
    keep(page, "document")

    page.get_by_role("link", name="检索").click()
    page.get_by_label("类型").select_option("post")
    page.get_by_role("searchbox").fill("铁锅")
    page.get_by_role("button", name="检索").click()
    page.locator(".hit h2 a").first.click()
    expect(page.locator(".post")).not_to_have_count(1)
    keep(page, "thread")

    page.get_by_role("link", name="状态").click()
    expect(page.locator("main")).to_contain_text("云禾在线")
    keep(page, "status")

    page.get_by_role("link", name="云禾在线").click()
    expect(page.get_by_role("row", name=re.compile("有新内容"))).to_be_visible()
    page.get_by_role("button", name="试抓").click()
    expect(page.get_by_role("heading", name=re.compile("识别为文章的链接"))).to_be_visible(timeout=30_000)
    keep(page, "source")

    page.get_by_role("link", name="来源").click()
    page.get_by_label(re.compile("网址（")).fill("http://blog.tonghu.example/")
    page.get_by_role("button", name="试抓", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("识别为文章的链接"))).to_be_visible(timeout=30_000)
    keep(page, "tried")
    page.get_by_label("名称", exact=True).fill("新来源")
    page.get_by_role("button", name="添加这个来源").click()
    expect(page.locator("main")).to_contain_text("尚未检查")
    page.get_by_role("button", name="试抓").click()
    expect(page.get_by_role("heading", name=re.compile("订阅源"))).to_be_visible(timeout=30_000)
    expect(page.locator("main")).to_contain_text("http://blog.tonghu.example/feed.xml")
    keep(page, "announced")
    page.get_by_role("link", name="来源").click()
    keep(page, "sources")
    page.get_by_role("row", name=re.compile("新来源")).get_by_role("button", name="停用").click()
    expect(page.get_by_role("row", name=re.compile("新来源"))).to_contain_text("已停用")

    page.get_by_role("row", name=re.compile("檐下论坛")).get_by_role("link", name="删除").click()
    page.get_by_label(re.compile("同时删除它带来的全部文档")).check()
    keep(page, "remove")
    page.get_by_role("button", name="删除").click()
    expect(page.get_by_role("row", name=re.compile("新来源"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("檐下论坛"))).to_have_count(0)

    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    keep(page, "english")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    assert problems == []
