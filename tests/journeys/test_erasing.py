"""What one asks to be erased is gone from every file, and so is what a later turn made of it; nothing else goes."""

from pathlib import Path
from typing import Any

import pytest
from tests.held import files_holding

ALONE = ("--chat", "none", "--embedding", "none", "--just-answer")


@pytest.fixture
def clinic(at_once: Any, tmp_path: Path) -> Path:
    """A home of two pages, without vectors."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/leave.md").write_text(
        "# 病気休暇\n\n病気休暇は有給です。申請方法は、診断書を人事部に出すことです。\n", encoding="utf-8"
    )
    (tmp_path / "docs/summer.md").write_text(
        "# 夏季休暇\n\n夏季休暇の申請方法は、3日前までに届けることです。\n", encoding="utf-8"
    )
    ran = at_once("ingest", tmp_path / "docs", "--home", tmp_path / "home", "--embedding", "none")
    assert ran.status == 0, ran.err
    return tmp_path / "home"


@pytest.fixture
def say(at_once: Any, clinic: Path) -> Any:
    def said(text: str, user: str = "k", session: str = "k") -> Any:
        ran = at_once("chat", *ALONE, "--home", clinic, "--user", user, "--session", session, "-m", text, "--json")
        assert ran.status == 0, ran.err
        return ran.json

    return said


@pytest.fixture
def memory(at_once: Any, clinic: Path) -> Any:
    def run(*words: str, user: str = "k") -> Any:
        ran = at_once("memory", *words, "--user", user, "--home", clinic, "--json")
        assert ran.status == 0, ran.err
        return ran.json

    return run


def files_with(home: Path, words: str) -> list[str]:
    return files_holding(home, words.encode())


def id_of(memory: Any, text: str) -> str:
    [found] = {each["id"] for each in memory("list")["episodes"] if each["text"] == text}
    return str(found)


@pytest.mark.parametrize("follow_up", ["その申請方法は？", "夏季休暇の申請方法は？", "いつまでに？"])
def test_the_words_are_gone_whatever_a_later_turn_made_of_them(
    say: Any, memory: Any, clinic: Path, follow_up: str
) -> None:
    say("鬱病の病気休暇は有給ですか")
    say(follow_up)
    assert files_with(clinic, "鬱病")
    memory("erase", id_of(memory, "鬱病の病気休暇は有給ですか"))
    assert files_with(clinic, "鬱病") == []
    assert follow_up in {each["text"] for each in memory("list")["episodes"]}


def test_what_was_made_of_words_is_known_after_an_earlier_erasure(say: Any, memory: Any, clinic: Path) -> None:
    """Turns keep their place in a conversation in which others have been erased."""
    say("夏季休暇は何日ですか")
    say("鬱病の休暇は？")
    memory("erase", id_of(memory, "夏季休暇は何日ですか"))
    assert "鬱病" in say("その申請方法は？")["question"]
    memory("erase", id_of(memory, "鬱病の休暇は？"))
    assert files_with(clinic, "鬱病") == []
    assert "その申請方法は？" in {each["text"] for each in memory("list")["episodes"]}


@pytest.mark.parametrize("right", ["", "私は滋賀に住んでいました"])
def test_what_no_longer_holds_is_gone_from_what_came_to_mind_in_its_place(
    say: Any, memory: Any, clinic: Path, right: str
) -> None:
    """However short it is, and whether or not it was put right before."""
    told = "京都在住です"
    say(told, session="a")
    say("奈良に引っ越しました", session="b")
    wanted = id_of(memory, told)
    recalled = say("京都について前に話したことを覚えていますか", session="c")["episodes"]
    assert f"in place of: {wanted}" in recalled[0]["why"]
    if right:
        memory("correct", wanted, right)
    memory("erase", wanted)
    assert files_with(clinic, told) == []
    assert "奈良に引っ越しました" in {each["text"] for each in memory("list")["episodes"]}


def test_what_is_recorded_under_the_name_of_a_conversation_is_erased_apart_from_it(say: Any, memory: Any) -> None:
    say("夏季休暇は何日ですか")
    trip, climb = (memory("record", text, "--session", "k")["id"] for text in ("温泉に旅行した", "富士山に登った"))
    say("病気休暇の申請方法は？")
    kept = {each["id"] for each in memory("list")["episodes"]}
    gone = memory("erase", trip)
    assert [each["id"] for each in gone["items"]] == [trip]
    assert {each["id"] for each in memory("list")["episodes"]} == kept - {trip}
    memory("erase", id_of(memory, "病気休暇の申請方法は？"))
    assert climb in {each["id"] for each in memory("list")["episodes"]}


def test_what_others_of_ones_own_utterances_say_stays_with_its_facts(say: Any, memory: Any) -> None:
    own = [
        "申請方法を教えてください",
        "夏季休暇の申請方法を教えてください",
        "私は猫が好きです。病気休暇の申請方法を教えてください",
    ]
    for text in own:
        say(text)
    facts = memory("list")["facts"]
    assert facts
    gone = memory("erase", id_of(memory, own[0]))
    assert {each["text"] for each in gone["said_again"]} >= set(own[1:])
    assert set(own[1:]) <= {each["text"] for each in memory("list")["episodes"]}
    assert memory("list")["facts"] == facts


def test_what_will_go_is_shown_before(say: Any, memory: Any) -> None:
    say("鬱病の病気休暇は有給ですか")
    wanted = id_of(memory, "鬱病の病気休暇は有給ですか")
    shown = memory("erase", wanted, "--dry-run")
    assert wanted in {each["id"] for each in shown["items"]}
    assert wanted in {each["id"] for each in memory("list")["episodes"]}
    done = memory("erase", wanted)
    assert (done["items"], done["erased"]) == (shown["items"], shown["would_erase"])


def test_nothing_that_was_said_keeps_something_else_from_being_erased(say: Any, memory: Any, clinic: Path) -> None:
    say("[" * 3000)
    say("消したい旅行の記録です")
    memory("erase", id_of(memory, "消したい旅行の記録です"))
    assert files_with(clinic, "消したい旅行") == []


def test_a_trace_is_its_users_own(say: Any, at_once: Any, clinic: Path) -> None:
    trace = say("鬱病の病気休暇は有給ですか", user="a", session="a")["trace_id"]
    say("夏季休暇の申請方法は？", user="b", session="b")
    for words in (("show", trace), ("diff", trace, "latest")):
        ran = at_once("trace", *words, "--user", "b", "--home", clinic)
        assert (ran.status, ran.out) == (2, "")
        assert "鬱病" not in ran.err
    listed = at_once("trace", "list", "--user", "b", "--home", clinic, "--json").json["traces"]
    assert [each["utterance"] for each in listed] == ["夏季休暇の申請方法は？"]
    assert "鬱病" not in at_once("trace", "show", "latest", "--user", "b", "--home", clinic).out
    assert "鬱病" in at_once("trace", "show", "latest", "--user", "a", "--home", clinic).out


def test_what_is_asked_of_something_listed_goes_with_the_question_that_it_was_listed_for(
    at_once: Any, say: Any, memory: Any, clinic: Path, tmp_path: Path
) -> None:
    for name, text in (
        ("鬱病の手引き", "鬱病で休むときは、診断書を人事部に出してください。期限は発症から十日です。"),
        ("病気の手引き", "病気で休むときは、上司に連絡してください。期限は当日の朝です。"),
    ):
        (tmp_path / "docs" / f"{name}.md").write_text(f"# {name}\n\n## 休みの取り方\n\n{text}\n", encoding="utf-8")
    assert at_once("ingest", tmp_path / "docs", "--home", clinic, "--embedding", "none").status == 0
    first = "鬱病の休みの取り方と病気の休みの取り方"
    assert "[1]" in say(first)["text"]
    asked = say("1番のやつ、期限はいつまで？")["question"]
    assert asked.endswith("休みの取り方 期限はいつまで?")
    assert files_with(clinic, asked)
    memory("erase", id_of(memory, first))
    assert files_with(clinic, asked) == []


def test_what_was_chosen_by_what_one_told_of_oneself_goes_with_it(
    at_once: Any, say: Any, memory: Any, clinic: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the page's own Markdown stands between the letters, and nothing else of the reply is for some only."""
    monkeypatch.setenv("YORISOI_TURN__ANSWER__PASSAGES", "1")
    monkeypatch.setenv("YORISOI_TURN__ANSWER__QUOTE_CHARACTERS", "100")
    others = "".join(f"出張の日当は{grade}級で{1000 + 50 * grade}円です。" for grade in range(1, 11))
    (tmp_path / "docs/trips.md").write_text(f"# 出張の日当\n\n{others}**契約**社員は1,700円です。\n", encoding="utf-8")
    for work in "契約社員", "設計":
        page = f"---\napplies_to:\n  職種: {work}\n---\n# 朝礼\n\n九時です。\n"
        (tmp_path / f"docs/{work}.md").write_text(page, encoding="utf-8")
    assert at_once("ingest", tmp_path / "docs", "--home", clinic, "--embedding", "none").status == 0
    say("私は契約社員です。", session="told")
    answered = say("出張の日当はいくらですか", session="asked")["text"]
    shown = "契約社員は1,700円です。"
    assert shown in answered
    assert "1050円" not in answered, "more than is quoted"
    assert "朝礼" not in answered
    assert files_with(clinic, shown)
    memory("erase", id_of(memory, "私は契約社員です。"))
    assert files_with(clinic, shown) == []
