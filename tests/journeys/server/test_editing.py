"""What editors see of what others ask, over HTTP, and two settings on the same question."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from yorisoi.server.identity import Caller, Role
from yorisoi.types import UserId

pytestmark = pytest.mark.slow

IN_VAIN, CHILD = "火星出張の日当はいくらですか", "子どもの看護休暇は取れるでしょうか"
SECRET = "私の合言葉はカナリア七号です"
As = Callable[[str], httpx2.Client]


async def whoever_says_so(connection: Any) -> Caller:
    """Such as `ed+hr`: somebody whose name begins with ed is an editor."""
    name, *groups = connection.headers["x-name"].split("+")
    role = Role.EDITOR if name.startswith("ed") else Role.USER
    return Caller(user=UserId(name), groups=frozenset(groups), role=role, by="proxy")


@pytest.fixture(params=[3, 1], ids=["common", "everything"])
def needed(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def client_of(serve: Any, home: Path, needed: int) -> Iterator[As]:
    with serve(home, identify=whoever_says_so, server={"editors_see_from": needed}) as url, ExitStack() as open_ones:

        def client(name: str) -> httpx2.Client:
            made = httpx2.Client(base_url=f"{url}/api", headers={"x-name": name}, timeout=60)
            return open_ones.enter_context(made)

        yield client


def say(client: httpx2.Client, text: str) -> str:
    """The trace of the turn."""
    return str(client.post("/chat", json={"text": text}).raise_for_status().json()["trace_id"])


def test_an_editor_sees_what_many_said_and_what_was_shared(client_of: As, needed: int) -> None:
    for name in ("a", "b", "c"):
        client = client_of(name)
        say(client, IN_VAIN)
        client.post("/feedback", json={"about": "last", "signal": "down"}).raise_for_status()
    alone = client_of("a")
    say(alone, SECRET)
    wrong = say(alone, CHILD)
    alone.post("/feedback", json={"about": wrong, "signal": "down"}).raise_for_status()
    editor, outsider = client_of("ed"), client_of("a")
    assert outsider.get("/review").status_code == 403

    found = editor.get("/review").raise_for_status()
    [row] = [each for each in found.json()["unanswered"] if each["words"] == IN_VAIN]
    assert (row["people"], row["because"].get("down")) == (3, 3), row
    assert found.json()["never_cited_total"] > 0
    everything = needed == 1
    assert ("カナリア" in found.text) is False  # talk has no answer that could have been a good one
    assert (CHILD in found.text) is everything
    assert editor.get(f"/review/{wrong}").status_code == (200 if everything else 404)

    alone.post("/feedback", json={"about": wrong, "signal": "down", "shared": True}).raise_for_status()
    opened = editor.get(f"/review/{wrong}").raise_for_status().json()
    assert (opened["utterance"], opened["user"], opened["groups"]) == (CHILD, None, None)
    assert opened["trace_id"] in {each["trace_id"] for each in editor.get("/review").json()["wrong"]}
    assert editor.get(f"/traces/{wrong}").status_code == 404
    assert "カナリア" not in editor.get("/review").text

    alone.post("/feedback", json={"about": wrong, "signal": "down"}).raise_for_status()  # taken back
    assert editor.get(f"/review/{wrong}").status_code == (200 if everything else 404)
    alone.delete("/memory", params={"everything": True}).raise_for_status()
    assert editor.get(f"/review/{wrong}").status_code == 404


def test_what_people_of_other_groups_ask_is_for_editors_of_those_groups(client_of: As) -> None:
    for name in ("a", "b", "c"):
        client = client_of(f"{name}+board")
        trace = say(client, "ミナトフーズの買収はいつですか")
        client.post("/feedback", json={"about": trace, "signal": "down", "shared": True}).raise_for_status()
    assert "ミナトフーズ" not in client_of("ed").get("/review").raise_for_status().text
    assert client_of("ed").get(f"/review/{trace}").status_code == 404
    assert "ミナトフーズ" in client_of("ed+board").get("/review").raise_for_status().text
    assert client_of("ed+board").get(f"/review/{trace}").status_code == 200


def test_what_is_remembered_of_somebody_is_not_shown_even_where_it_is_shared(client_of: As) -> None:
    alone, editor = client_of("a"), client_of("ed")
    say(alone, "私の弁護士はカナリア法律事務所の離婚の先生です")
    told = alone.post("/chat", json={"text": "先週話した、私の弁護士はどこの先生でしたっけ"}).raise_for_status().json()
    assert "離婚" in told["text"], "it was answered from memory"
    alone.post("/feedback", json={"about": told["trace_id"], "signal": "down", "shared": True}).raise_for_status()
    assert editor.get(f"/review/{told['trace_id']}").status_code == 404
    assert "離婚" not in editor.get("/review").raise_for_status().text
    assert alone.get(f"/traces/{told['trace_id']}").status_code == 200


def test_a_page_that_is_closed_is_named_by_no_turn_that_goes_on_about_it(client_of: As) -> None:
    """Picked by a button, as three people do, or by its number, or carried on."""
    editor, keeper = client_of("ed"), client_of("ed+hr")
    page, head = "# 洗濯補助（ハヤブサ買収に伴う社員向け）\n洗濯補助は月額4000円です。\n", "---\ngroups: [hr]\n---\n"

    def bring(closed: str) -> None:
        texts = {"wash.md": closed + page, "wash2.md": "# 洗濯補助\n洗濯補助は月額1000円です。\n"}
        files = [("files", (name, text.encode(), "text/markdown")) for name, text in texts.items()]
        keeper.post("/documents", files=files).raise_for_status()

    bring("")
    for name in "abcd":
        person, talk = client_of(name), {"session": f"of {name}"}
        asked = person.post("/chat", json={**talk, "text": "洗濯補助について教えてください"}).raise_for_status().json()
        titles = [choice["text"] for choice in asked["choices"]]
        [button] = [title for title in titles if "ハヤブサ" in title]
        said = str(titles.index(button) + 1) if name == "a" else button
        for text in (said, "それはいつ申請しますか"):
            trace = person.post("/chat", json={**talk, "text": text}).raise_for_status().json()["trace_id"]
            person.post("/feedback", json={"about": trace, "signal": "down", "shared": True}).raise_for_status()
    assert "ハヤブサ" in editor.get("/review").raise_for_status().text
    bring(head)
    found = editor.get("/review").raise_for_status()
    assert "ハヤブサ" not in found.text
    for turn in found.json()["wrong"]:
        opened = editor.get(str(editor.base_url).replace("/api/", f"/editors/turns/{turn['trace_id']}"))
        assert "ハヤブサ" not in opened.raise_for_status().text
    assert "ハヤブサ" in keeper.get("/review").raise_for_status().text


@pytest.mark.parametrize("needed", [1], indirect=True)
def test_what_was_said_with_more_groups_is_not_told_by_what_goes_on_about_it(client_of: As) -> None:
    editor, talk = client_of("ed"), {"session": "mine", "just_answer": True}
    client_of("a+hr").post("/chat", json={**talk, "text": "オリオン計画の日に夏季休暇は取れますか"}).raise_for_status()
    on = client_of("a").post("/chat", json={**talk, "text": "その申請はいつまで？"}).raise_for_status().json()
    assert "オリオン" in on["question"], "it goes on about it"
    client_of("a").post("/feedback", json={"about": on["trace_id"], "signal": "down"}).raise_for_status()
    opened = editor.get(f"/review/{on['trace_id']}").raise_for_status()
    assert opened.json()["question"] == "その申請はいつまで？"
    assert "オリオン" not in opened.text


@pytest.mark.parametrize("needed", [3], indirect=True)
def test_the_page_of_a_shared_turn_says_nothing_of_the_turn_before(client_of: As) -> None:
    alone, editor = client_of("a"), client_of("ed")
    talk = {"session": "mine", "just_answer": True}
    alone.post("/chat", json={**talk, "text": "弁護士と離婚の話をする日に夏季休暇は取れますか"}).raise_for_status()
    shared = alone.post("/chat", json={**talk, "text": "その申請はいつまで？"}).raise_for_status().json()
    assert "離婚" in shared["question"], "it goes on about it"
    alone.post("/feedback", json={"about": shared["trace_id"], "signal": "down", "shared": True}).raise_for_status()
    page = editor.get(str(editor.base_url).replace("/api/", f"/editors/turns/{shared['trace_id']}"))
    assert "その申請はいつまで？" in page.raise_for_status().text
    assert "離婚" not in page.text


@pytest.mark.parametrize("needed", [3], indirect=True)
def test_two_settings_answer_the_same_question_and_nothing_is_kept(client_of: As) -> None:
    editor = client_of("ed")
    asked = {"question": "休暇について教えてください", "settings": {"turn.thresholds.ask": "0.999999"}}
    sides = editor.post("/compare", json=asked).raise_for_status().json()
    assert [sides[side]["action"] for side in "ab"] == ["ask", "answer"]
    assert editor.get("/sessions").json()["sessions"] == []
    assert editor.get("/memory").json()["episodes"] == []
    assert editor.get("/review").json()["turns"] == 0
    with ThreadPoolExecutor() as at_once:
        answers = at_once.map(lambda _: editor.post("/compare", json=asked).status_code, range(3))
        assert list(answers) == [200] * 3
    for wrong in ({"search.nothing": "1"}, {"home": "/"}, {"search.fusion": "magic"}):
        assert editor.post("/compare", json={**asked, "settings": wrong}).status_code == 400
    assert client_of("a").post("/compare", json=asked).status_code == 403
