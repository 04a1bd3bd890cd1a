"""The pictures of the page in README and docs, taken anew over the sample documents with Debian's Chromium.

    .venv/bin/python docs/pictures/take.py        (after make setup-dev; apt-get install chromium)

WebP, as Chromium writes it: a third of the size of PNG.
"""

import base64
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright
from starlette.requests import HTTPConnection

from yorisoi.server.app import create_app
from yorisoi.server.identity import Caller, Role
from yorisoi.settings import load_settings
from yorisoi.testing.served import served
from yorisoi.types import UserId

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WIDE, HIGH, NARROW = {"width": 1180, "height": 720}, {"width": 1180, "height": 980}, {"width": 390, "height": 760}
QUALITY = 78
QUESTIONS = (
    "火星出張の日当はいくらですか",
    "休暇について教えてください",
    "社宅の抽選はいつですか",
    "子どもの看護休暇は取れるでしょうか",
)


@contextmanager
def sample() -> Iterator[str]:
    """The sample documents with their graph, each browser's cookie `who` says who is there."""

    async def by_cookie(connection: HTTPConnection) -> Caller:
        user = UserId(connection.cookies.get("who", "hanako"))
        return Caller(user=user, groups=frozenset(), role=Role.EDITOR, by="local")

    with tempfile.TemporaryDirectory() as folder:
        for words in (["ingest", "examples/handbook", "examples/faq.csv"], ["graph", "build"]):
            run = [sys.executable, "-c", "from yorisoi.cli.main import main; main()", *words, "--home", folder]
            subprocess.run(run, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        app = create_app(load_settings(home=Path(folder), chat="none"), identify=by_cookie)
        with served(app) as url:
            yield url


def opened(browser: Browser, url: str, who: str, path: str = "/", size: dict[str, int] = WIDE) -> Page:
    context = browser.new_context(locale="ja-JP", viewport=size, color_scheme="light")
    context.add_cookies([{"name": "who", "value": who, "url": url}])
    page = context.new_page()
    page.goto(url + path)
    return page


def say(page: Page, text: str) -> None:
    said = page.locator("article.said:not(.coming)")
    before = said.count()
    page.fill("#text", text)
    page.keyboard.press("Enter")
    expect(said).to_have_count(before + 1, timeout=30_000)


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(300)  # until scrolling is over
    shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (HERE / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))


def pictures(browser: Browser, url: str) -> None:
    page = opened(browser, url, "hanako", size=HIGH)
    say(page, "休暇について教えてください")
    page.locator(".choices button", has_text="子の看護休暇").last.click()
    expect(page.locator("article.said:not(.coming)")).to_have_count(2)
    page.locator(".citations a").first.click()
    expect(page.locator("#beside mark").first).to_be_visible()
    take(page, "conversation")
    page.keyboard.press("Escape")
    say(page, "その申請方法は？")
    page.get_by_role("link", name="理由", exact=True).last.click()
    expect(page.locator("#beside .why")).to_be_visible()
    take(page, "why")
    say(page, "海外出張の日当はいくらですか")
    page.goto(f"{url}/me/interests")
    take(page, "interests")

    phone = opened(browser, url, "taro", size=NARROW)
    say(phone, "休暇について教えてください")
    take(phone, "telephone")

    for who in ("aiko", "ben", "chie"):
        asking = opened(browser, url, who)
        for question in QUESTIONS:
            say(asking, question)
    asking.locator("article.said").last.get_by_role("button", name="違う").click()
    asking.get_by_role("button", name="文書の編集者に見せる").click()
    expect(asking.locator(".thanks").last).to_contain_text("見せました")
    take(opened(browser, url, "editor", "/editors"), "editors")


def main() -> None:
    with sample() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        pictures(browser, url)
        browser.close()


if __name__ == "__main__":
    main()
