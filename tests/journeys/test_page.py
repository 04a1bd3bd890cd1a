"""The page in a real browser: Debian's Chromium, driven over the real application."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="the browser tests need playwright: make setup-dev")
pytest.importorskip("uvicorn", reason="the page needs the server's packages")

from playwright.sync_api import Browser, Page, expect, sync_playwright
from starlette.requests import HTTPConnection

from yorisoi.server.app import create_app
from yorisoi.server.identity import Caller, Role
from yorisoi.settings import load_settings
from yorisoi.testing.fake_openai import Answer, refused, serving
from yorisoi.testing.served import served
from yorisoi.types import UserId

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium"),
]
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LEAVE, CHILD = "休暇について教えてください", "子どもの看護休暇は取れるでしょうか"
Open = Callable[..., Page]


@contextmanager
def page_served(home: Path, chat: str = "none", *, accounts: bool = False, **settings: Any) -> Iterator[str]:
    """The address of the application over this home, in a thread of its own.

    The cookie `who` says who is there, and of which groups: mia+board; with `accounts`, they do.
    """

    async def by_cookie(connection: HTTPConnection) -> Caller:
        name, *groups = connection.cookies.get("who", "alice").split("+")
        return Caller(user=UserId(name), groups=frozenset(groups), role=Role.ADMINISTRATOR, by="local")

    app = create_app(load_settings(home=home, chat=chat, **settings), identify=None if accounts else by_cookie)
    with served(app) as url:
        yield url


@pytest.fixture(scope="module")
def address(yorisoi: Any, handbook: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = Path(shutil.copytree(handbook, tmp_path_factory.mktemp("page") / "home"))
    assert yorisoi("graph", "build", "--home", home, "--json").json
    with page_served(home) as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Open]:
    """Opens the page as somebody, in a browser of their own; anything the browser complains of fails the test."""
    contexts, complaints = [], []

    def opened(who: str = "alice", *, at: str = address, path: str = "/", locale: str = "ja-JP", **how: Any) -> Page:
        context = browser.new_context(locale=locale, **{"viewport": WIDE, **how})
        context.add_cookies([{"name": "who", "value": who, "url": at}])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(at + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def say(page: Page, text: str) -> Any:
    """Type and send; returns what was said to it, when it is whole."""
    return reply_to(page, lambda: (page.fill("#text", text), page.keyboard.press("Enter")))


def reply_to(page: Page, act: Callable[[], Any]) -> Any:
    said = page.locator("article.said:not(.coming)")
    before = said.count()
    act()
    expect(said).to_have_count(before + 1, timeout=30_000)
    return said.nth(before)


def test_the_first_source_dialogue_by_clicking_from_a_vague_question_to_the_marked_quote(open_page: Open) -> None:
    page = open_page()
    asked = say(page, LEAVE)
    choices = asked.locator(".choices button")
    assert 2 <= choices.count() <= 5
    answered = reply_to(page, choices.filter(has_text="子の看護休暇").click)
    expect(answered.locator(".choices")).to_have_count(0)
    expect(choices.first).to_be_disabled()
    answered.locator(".citations a").first.click()
    beside = page.locator("#beside")
    expect(beside.locator("h1")).to_have_text("子の看護休暇")
    expect(beside.locator("mark").first).to_be_in_viewport()
    assert beside.locator("mark").first.inner_text() in answered.inner_text()
    page.keyboard.press("Escape")
    expect(beside).to_be_hidden()
    expect(answered.locator(".citations a").first).to_be_focused()


def test_every_source_dialogue_is_answered_from_the_page_that_says_it(open_page: Open) -> None:
    page = open_page()
    said = say(page, LEAVE)
    assert said.locator(".choices button").count()
    expect(say(page, CHILD).locator(".citations")).to_contain_text("子の看護休暇")
    page.goto(page.url.partition("?")[0])
    said = say(page, "Google共有ドライブにメンバーを追加する方法を教えて")
    expect(said.locator(".citations")).to_contain_text("共有ドライブ")
    page.goto(page.url.partition("?")[0])
    said = say(page, "案件で社外ユーザーと利用する会議システムは何がよいですか")
    assert said.inner_text().strip()
    said = say(page, "zoomやteamsなどを考えていますが、社内利用を推奨されているものがあれば教えてください")
    expect(said.locator(".citations")).to_contain_text("会議")


def test_why_shows_what_was_understood_and_what_each_leg_found(open_page: Open) -> None:
    page = open_page()
    say(page, CHILD)
    said = say(page, "その申請方法は？")
    said.get_by_role("link", name="理由", exact=True).click()
    why = page.locator("#beside .why")
    expect(why).to_contain_text("話題の続き")
    expect(why.locator(".meaning")).to_have_count(2)
    expect(why.locator(".meaning.meant")).to_contain_text(CHILD)
    assert {"言葉", "意味"} <= set(why.locator("thead th").all_inner_texts())
    why.locator(".meaning.meant tbody a").first.click()
    expect(page.locator("#beside .document #cited")).to_be_in_viewport()


def test_feedback_is_kept_and_thanked_for(open_page: Open) -> None:
    page = open_page("bob")
    asked = say(page, LEAVE)
    asked.get_by_role("button", name="聞き返しは不要").click()
    expect(asked.locator(".thanks")).to_contain_text("控えめに")
    answered = say(page, CHILD)
    expect(answered.get_by_role("button", name="聞き返してほしかった")).to_be_visible()
    answered.get_by_role("button", name="役に立った").click()
    expect(answered.locator(".thanks")).to_be_visible()


def test_a_session_is_there_again_after_a_reload_and_is_found_by_its_words(open_page: Open) -> None:
    page = open_page("carol")
    say(page, CHILD)
    say(page, "その申請方法は？")
    before = page.locator("#log").inner_text()
    page.reload()
    assert page.locator("#log").inner_text() == before
    page.get_by_role("link", name="新しい会話").first.click()
    say(page, "経費精算の締め切りはいつですか")
    expect(page.locator("#session-list li")).to_have_count(2)
    page.get_by_role("searchbox").fill("看護休暇")
    page.keyboard.press("Enter")
    expect(page.locator("#session-list li")).to_have_count(1)
    page.locator("#session-list a").click()
    expect(page.locator("#log")).to_contain_text("その申請方法は？")


def test_two_people_never_see_each_others_things(open_page: Open, address: str) -> None:
    dora, eve = open_page("dora"), open_page("eve")
    answered = say(dora, "私の合言葉はナンテンです。子の看護休暇は何日ですか")
    trace = answered.get_attribute("id").removeprefix("turn-")
    eve.reload()
    assert eve.locator("#session-list li").count() == 0
    session = dora.url.partition("=")[2]
    for path in (f"/?session={session}", f"/why/{trace}", f"/why/{trace}/trace.json", "/sessions?find=ナンテン"):
        answer = eve.request.get(address + path)
        assert "ナンテン" not in answer.text().replace("find=ナンテン", "").replace('value="ナンテン"', "")
    for data in ({"trace": trace, "kind": "down"},):
        assert eve.request.post(f"{address}/feedback", form=data).status >= 400
    said = eve.request.post(f"{address}/say", form={"session": session, "text": "合言葉は？"})
    assert said.status >= 400
    assert "ナンテン" in dora.request.get(f"{address}/?session={session}").text()


def chunk(text: str) -> str:
    """A piece of a completion, as an OpenAI-compatible server streams it."""
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": None}
    body = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(body)}\n\n"


def dying(_: dict[str, Any]) -> tuple[int, Any]:
    """A model that breaks off in the middle of a sentence."""
    return 200, iter([chunk("子の看護休暇は"), chunk("取れ")])


def test_a_model_that_dies_in_mid_answer_leaves_an_answer_and_says_so(
    open_page: Open, handbook: Path, tmp_path: Path
) -> None:
    home = Path(shutil.copytree(handbook, tmp_path / "home"))
    with model_served(home, dying) as url:
        page = open_page(at=url)
        said = say(page, CHILD)
        expect(said.locator(".text")).to_contain_text("途中で切れました")
        assert said.locator(".citations a").count() > 0
        expect(page.locator("#text")).to_be_enabled()
        expect(say(page, "その申請方法は？").locator(".text")).to_contain_text("途中で切れました")


def test_a_model_that_fails_is_told_of_and_the_documents_answer(
    open_page: Open, handbook: Path, tmp_path: Path
) -> None:
    home = Path(shutil.copytree(handbook, tmp_path / "home"))
    with model_served(home, lambda _: refused(500, "boom")) as url:
        said = say(open_page(at=url), CHILD)
        expect(said.locator(".degraded")).to_contain_text("文書の言葉でお答えしました")
        expect(said.locator(".text")).to_contain_text("「子の看護休暇 > 対象となる子ども」に次のように書かれています")


@contextmanager
def model_served(home: Path, answer: Answer) -> Iterator[str]:
    with serving(answer) as (base_url, _):
        openai = {"base_url": base_url, "api_key": "any", "capable": False}
        with page_served(home, "openai:m", openai=openai) as url:
            yield url


def test_what_a_model_says_is_never_markup(open_page: Open, handbook: Path, tmp_path: Path) -> None:
    home = Path(shutil.copytree(handbook, tmp_path / "home"))
    attack = "取れます。< img src=x onerror=document.body.remove()><script>document.body.remove()</script>"

    def answer(_: dict[str, Any]) -> tuple[int, Any]:
        return 200, iter([chunk(attack), "data: [DONE]\n\n"])

    with model_served(home, answer) as url:
        page = open_page(at=url)
        said = say(page, f"{CHILD}<b>太字</b>")
        expect(said).to_contain_text("< img src=x onerror")
        assert page.locator("#log img, #log script, #log b").count() == 0
        page.reload()
        expect(page.locator("#log")).to_contain_text("< img src=x onerror")
        assert page.locator("#log img, #log script, #log b").count() == 0


def test_the_whole_conversation_goes_by_keyboard(open_page: Open) -> None:
    page = open_page("kay")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="本文へ")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.type(LEAVE)
    asked = reply_to(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#text")).to_be_focused()
    first = asked.locator(".choices button").first
    for _ in range(10):
        page.keyboard.press("Shift+Tab")
        if first.evaluate("button => button === document.activeElement"):
            break
    answered = reply_to(page, lambda: page.keyboard.press("Space"))
    expect(answered.locator(".citations a").first).to_be_visible()


def test_enter_that_ends_a_conversion_of_an_input_method_sends_nothing(open_page: Open) -> None:
    page = open_page("ime")
    page.fill("#text", "きゅうか")
    page.dispatch_event("#text", "keydown", {"key": "Enter", "isComposing": True})
    page.locator("#text").press("Shift+Enter")
    assert page.locator("article").count() == 0


def test_without_scripts_a_turn_and_its_sources_are_there_all_the_same(open_page: Open) -> None:
    page = open_page("noscript", java_script_enabled=False)
    page.fill("#text", CHILD)
    page.get_by_role("button", name="送る").click()
    page.locator(".citations a").first.click()
    expect(page.locator("mark").first).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "send"), [("ja-JP", "送る"), ("zh-CN", "发送"), ("en-GB", "Send"), ("fr-FR", "Send")]
)
def test_the_page_speaks_the_browsers_language_or_english(open_page: Open, locale: str, send: str) -> None:
    expect(open_page(locale=locale).locator(".send")).to_have_text(send)


def test_language_and_theme_can_be_chosen_and_stay(open_page: Open) -> None:
    page = open_page("lou")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".send")).to_have_text("发送")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="深色").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    expect(page.locator(".send")).to_have_text("发送")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_accessibility_fault(open_page: Open, address: str, size: dict[str, int], scheme: str) -> None:
    page = open_page("axe", viewport=size, color_scheme=scheme)
    assert faults(page) == []
    say(page, LEAVE)
    said = say(page, CHILD)
    assert faults(page) == []
    said.locator(".citations a").first.click()
    expect(page.locator("#beside mark").first).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")
    said.get_by_role("link", name="理由", exact=True).click()
    expect(page.locator("#beside .why")).to_be_visible()
    assert faults(page) == []
    page.goto(page.url)
    for path in ("/me", "/me/interests", "/documents?find=休暇", "/sessions", "/editors", "/editors/compare", "/login"):
        page.goto(address + path)
        assert (path, faults(page)) == (path, [])
        assert (path, page.evaluate("document.documentElement.scrollWidth")) == (path, size["width"])


def faults(page: Page) -> list[tuple[str, str, Any]]:
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    found = page.evaluate("axe.run()")
    return [(each["impact"], each["id"], each["nodes"][0]["target"]) for each in found["violations"]]


def test_nothing_sticks_out_of_a_narrow_window(open_page: Open) -> None:
    page = open_page("narrow", viewport=NARROW)
    say(page, LEAVE)
    say(page, CHILD)
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    assert page.evaluate("document.getElementById('log').scrollWidth") <= NARROW["width"]


def test_a_file_that_is_dropped_is_answered_from_and_cited(open_page: Open, tmp_path: Path) -> None:
    note = tmp_path / "屋上の利用.md"
    note.write_text(
        "---\ntitle: 屋上庭園の利用\n---\n\n屋上庭園は平日の11時から14時まで使えます。鍵は守衛室で借ります。\n"
    )
    broken = tmp_path / "壊れた.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing")
    page = open_page("ed", path="/documents")
    unknown = tmp_path / "覚え書き.xyz"
    unknown.write_text("何か")
    page.set_input_files("#files", [note, broken, unknown])
    page.get_by_role("button", name="取り込む").click()
    taken = page.locator("#taken")
    expect(taken).to_contain_text("新しい文書 1 件", timeout=30_000)
    expect(taken.locator(".problem")).to_contain_text(["壊れた.pdf", "覚え書き.xyz"])
    page.get_by_role("searchbox").fill("屋上")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody tr")).to_contain_text("全員")
    page.goto(page.url.partition("/documents")[0])
    said = say(page, "屋上庭園の鍵はどこで借りますか")
    said.locator(".citations a").first.click()
    expect(page.locator("#beside mark").first).to_contain_text("守衛室")


def test_what_a_group_may_read_is_nobody_elses(open_page: Open, address: str, tmp_path: Path) -> None:
    plan = tmp_path / "計画.txt"
    plan.write_text("クロツグミ計画の予算は四千万円です。")
    member, outsider = open_page("mia+board", path="/documents"), open_page("otto", path="/documents")
    member.set_input_files("#files", plan)
    member.get_by_label("board").check()
    member.get_by_role("button", name="取り込む").click()
    expect(member.locator("#taken")).to_contain_text("新しい文書 1 件", timeout=30_000)
    member.goto(f"{address}/documents?find=計画")
    expect(member.locator("tbody tr", has_text="計画.txt")).to_contain_text("board")
    opened = member.locator("tbody tr", has_text="計画.txt").locator("a").get_attribute("href")
    assert "クロツグミ" in member.request.get(address + opened).text()
    assert outsider.request.get(address + opened).status == 404
    assert "計画.txt" not in outsider.request.get(f"{address}/documents").text()
    outsider.goto(address)
    assert "四千万円" not in say(outsider, "クロツグミ計画の予算はいくらですか").inner_text()
    outsider.request.post(f"{address}/documents/remove", form={"source": "uploads/計画.txt"})
    other = {"name": "計画.txt", "mimeType": "text/plain", "buffer": "別の計画".encode()}
    assert outsider.request.post(f"{address}/documents", multipart={"files": other}).status == 409
    assert "クロツグミ" in member.request.get(address + opened).text()


def test_a_person_sees_corrects_takes_along_and_erases_what_is_remembered(open_page: Open, address: str) -> None:
    page = open_page("pia")
    say(page, "私の趣味は登山です")
    say(page, CHILD)
    page.get_by_role("link", name="わたし").click()
    for _ in range(20):  # facts are worked out after the turn
        if page.locator("[id^=f]").count():
            break
        page.wait_for_timeout(500)
        page.reload()
    fact = page.locator("#main .cards").first
    expect(fact).to_contain_text("趣味は登山です")
    expect(fact.locator(".evidence")).to_contain_text("私の趣味は登山です")
    fact.get_by_text("直す").click()
    fact.get_by_label("正しい内容").fill("趣味は釣りです")
    fact.get_by_role("button", name="保存").click()
    expect(page.locator("#main .cards").first).to_contain_text("趣味は釣りです")
    expect(page.locator("#main .cards").first.locator("s")).to_contain_text("趣味は登山です")
    assert "登山" in page.request.get(f"{address}/api/memory/export").text()
    page.locator("#main li", has_text="看護休暇は取れる").first.get_by_role("link", name="忘れてもらう").click()
    expect(page.locator("#main")).to_contain_text("元には戻せません")
    page.get_by_role("button", name="忘れてもらう").click()
    expect(page.locator("#main")).not_to_contain_text(CHILD)
    page.get_by_label("すべて消します").check()
    page.get_by_role("button", name="すべて消す").click()
    expect(page.locator("#main")).to_contain_text("まだ何も覚えていません")
    assert "登山" not in page.request.get(f"{address}/api/memory/export").text()


def test_a_session_is_deleted_with_what_was_said_in_it(open_page: Open) -> None:
    page = open_page("quin")
    say(page, CHILD)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#session-list summary").click()
    page.get_by_role("button", name="削除").click()
    expect(page.locator("#session-list")).to_contain_text("まだ会話はありません")
    page.goto(page.url.rstrip("/") + "/me")
    expect(page.locator("#main")).to_contain_text("まだ何も話していません")


def test_a_session_is_renamed_and_found_by_its_name(open_page: Open) -> None:
    page = open_page("rita")
    say(page, CHILD)
    page.locator("#session-list summary").click()
    page.get_by_label("会話の名前").fill("うちの子の <b>休み</b>")
    page.get_by_role("button", name="保存").click()
    expect(page.locator("#session-list a")).to_have_text("うちの子の <b>休み</b>")
    expect(page.locator("#log")).to_contain_text(CHILD)
    page.get_by_role("searchbox").fill("うちの子")
    page.keyboard.press("Enter")
    expect(page.locator("#session-list li")).to_have_count(1)


def test_a_wrong_answer_is_shared_with_the_editors_who_open_it_with_what_was_found(open_page: Open) -> None:
    page = open_page("una")
    said = say(page, CHILD)
    said.get_by_role("button", name="違う").click()
    expect(said.locator(".thanks")).to_contain_text("見直しに使います")
    editor = open_page("edna", path="/editors")
    expect(editor.locator("#main")).not_to_contain_text(CHILD)
    expect(editor.locator("#main")).to_contain_text("本人が見せていないため")
    said.get_by_role("button", name="文書の編集者に見せる").click()
    expect(said.locator(".thanks").last).to_contain_text("見せました")
    editor.reload()
    editor.get_by_role("link", name=CHILD).click()
    expect(editor.locator("#main")).to_contain_text("子の看護休暇")
    expect(editor.locator("#main thead th").first).to_be_visible()
    assert "una" not in editor.locator("#main").inner_text()
    assert faults(editor) == []


def test_pages_never_cited_are_listed_and_lead_to_the_page(open_page: Open) -> None:
    editor = open_page("edgar", path="/editors?days=7")
    expect(editor.locator("#main")).to_contain_text("3 人に満たない")
    never = editor.locator("h2", has_text="答えに使われていない文書").locator("xpath=following-sibling::ul//a").first
    title = never.inner_text()
    never.click()
    expect(editor.locator("h1")).to_have_text(title)


def test_two_settings_are_compared_side_by_side_on_one_question(open_page: Open) -> None:
    editor = open_page("edith", path="/editors/compare")
    editor.get_by_label("質問").fill(LEAVE)
    editor.get_by_label("もう一方の設定").fill("turn.thresholds.ask=0.999999")
    editor.get_by_role("button", name="比べる").click()
    sides = editor.locator(".side")
    expect(sides).to_have_count(2)
    expect(sides.first).to_contain_text("聞き返す")
    expect(sides.last).to_contain_text("答える")
    assert sides.last.locator(".citations a").count() > 0
    assert faults(editor) == []
    refused = editor.request.post(editor.url, form={"question": LEAVE, "settings": "home=/"})
    assert (refused.status, "home" in refused.text()) == (400, True)
    editor.goto(editor.url.partition("/editors")[0])
    expect(editor.locator("#session-list")).to_contain_text("まだ会話はありません")


def test_interests_are_a_picture_to_walk_through(open_page: Open, address: str) -> None:
    page = open_page("walt")
    page.goto(f"{address}/me/interests")
    expect(page.locator("#main")).to_contain_text("会話をするうちに")
    page.goto(address)
    say(page, "海外出張の日当はいくらですか")
    page.goto(f"{address}/me/interests")
    point = page.locator("svg a", has_text="海外出張").first
    expect(point).to_be_visible()
    point.click()
    expect(page.locator("h1")).to_contain_text("海外出張")
    expect(page.locator(".relations li").first).to_be_visible()
    page.locator(".relations a").filter(has_not_text="海外出張").first.click()
    expect(page.locator("h1")).not_to_contain_text("海外出張")


def test_topics_of_ones_interests_are_there_to_be_clicked(open_page: Open) -> None:
    page = open_page("toni")
    say(page, "私は大阪支社の田中です。会議室の予約はどうしますか")
    said = say(page, "海外出張の日当はいくらですか")
    topic = said.locator(".topics button").first
    expect(topic).to_be_visible()
    name = topic.inner_text()
    reply_to(page, topic.click)
    expect(page.locator(".mine").last).to_contain_text(name)


PASSWORD = "correct horse battery"


def test_an_administrator_signs_in_adds_somebody_and_makes_a_key_and_others_may_not(
    yorisoi: Any, open_page: Open, handbook: Path, tmp_path: Path
) -> None:
    home = Path(shutil.copytree(handbook, tmp_path / "home"))
    admin = ("accounts", "person", "admin", "--role", "administrator", "--home", home)
    assert yorisoi(*admin, stdin=f"{PASSWORD}\n").status == 0
    with page_served(home, accounts=True) as url:
        page = open_page(at=url, path="/admin")
        assert page.url == f"{url}/login?next=/admin"
        refused = page.request.post(f"{url}/login", form={"name": "admin", "password": "wrong"})
        assert (refused.status, 'role="alert"' in refused.text()) == (401, True)
        sign_in(page, "admin")
        assert page.url == f"{url}/admin"
        assert faults(page) == []
        page.get_by_text("利用者を加える").click()
        adding = page.locator('form[action="/admin/people"]').last
        adding.get_by_label("利用者名").fill("taro")
        adding.get_by_label("パスワード").fill(PASSWORD)
        adding.get_by_role("button").click()
        expect(page.locator(".cards")).to_contain_text("taro")
        page.locator("summary", has_text="キーを作る").click()
        making = page.locator('form[action="/admin/keys"]')
        making.get_by_label("用途").fill("Open WebUI")
        making.get_by_label("利用者名").fill("helpdesk")
        making.get_by_role("button").click()
        key = page.locator(".key").inner_text()
        with_key = {"Authorization": f"Bearer {key}"}
        assert page.request.get(f"{url}/api/me", headers=with_key).json()["user"] == "helpdesk"
        page.goto(f"{url}/admin")
        assert key not in page.content()
        taro = open_page("taro", at=url)
        sign_in(taro, "taro")
        assert taro.get_by_role("link", name="管理").count() == 0
        assert taro.request.get(f"{url}/admin").status == 403
        assert taro.request.post(f"{url}/admin/people/remove", form={"name": "admin"}).status == 403
        assert taro.request.post(f"{url}/documents/remove", form={"source": "handbook"}).status == 403
        taro.locator(".menu summary").click()
        taro.get_by_role("button", name="ログアウト").click()
        assert taro.url == f"{url}/login"
        taro.goto(url)
        assert taro.url.startswith(f"{url}/login")


def sign_in(page: Page, name: str) -> None:
    page.get_by_label("利用者名").fill(name)
    page.get_by_label("パスワード").fill(PASSWORD)
    page.get_by_role("button", name="ログイン").click()
    page.wait_for_load_state()


@pytest.mark.parametrize("next", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"])
def test_nobody_is_led_elsewhere(open_page: Open, address: str, next: str) -> None:
    answer = open_page().request.post(f"{address}/wishes", form={"language": "ja", "next": next}, max_redirects=0)
    assert answer.headers["location"] == "/"
