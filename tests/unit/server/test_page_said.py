"""A reply on the page: markers lead to their citations, addresses only where they may, choices stand apart."""

from datetime import UTC, datetime

import pytest

from yorisoi.server.page.passages import marked
from yorisoi.server.page.said import exchanges, of_reply
from yorisoi.types import Action, Assessment, Choice, Citation, Person, Reply, Session, Turn, UserId

AT = datetime(2026, 4, 1, 9, tzinfo=UTC)
CLEAR = Assessment(clarity=1, is_question=1, is_consultation=5, in_internal_docs=1, ask_person=5)


def cite(number: int, *, source: str = "leave.md", outside: bool = False, quote: str = "3日です。") -> Citation:
    return Citation(
        number=number, title="休暇", source=source, section=("日数",), passage_id=7, quote=quote, outside=outside
    )


def reply(text: str, *citations: Citation, choices: tuple[Choice, ...] = (), person: Person | None = None) -> Reply:
    return Reply(
        session="s",
        action="ask" if choices else "answer",
        rule="⑥",
        reason="",
        text=text,
        language="ja",
        question=text,
        assessment=CLEAR,
        evidence={},
        trace_id="t",
        citations=citations,
        choices=choices,
        person=person,
    )


def test_markers_lead_to_the_citations_that_there_are_and_the_rest_stays_text() -> None:
    said = of_reply(reply("3日です[1]。表の[9]と[x]、[2]。", cite(1), cite(2)))
    assert [(part.text, part.citation and part.citation.number) for part in said.parts] == [
        ("3日です", None),
        ("[1]", 1),
        ("。表の[9]と[x]、", None),
        ("[2]", 2),
        ("。", None),
    ]
    assert "".join(part.text for part in said.parts) == said.text


def test_a_citation_opens_the_passage_with_its_quote() -> None:
    [cited] = of_reply(reply("3日です[1]。", cite(1, quote="3日 & 半日"))).citations
    assert cited.address == "/passages/7?quote=3%E6%97%A5+%26+%E5%8D%8A%E6%97%A5#cited"
    assert cited.where == "休暇 › 日数"
    assert cited.quote_shown


@pytest.mark.parametrize(
    ("source", "address"),
    [
        ("https://example.org/a?b=1", "https://example.org/a?b=1"),
        ("javascript:alert(1)", "#"),
        (" javascript:alert(1)", "#"),
        ("data:text/html,x", "#"),
        ("JAVASCRIPT:alert(1)//https://", "#"),
    ],
)
def test_only_web_addresses_become_links(source: str, address: str) -> None:
    [cited] = of_reply(reply("x[1]", cite(1, source=source, outside=True))).citations
    assert cited.address == address


@pytest.mark.parametrize(
    ("contact", "mail"),
    [("roumu@example.jp", "roumu@example.jp"), ("内線7210", ""), ("a@example.jp?cc=all@example.jp", ""), (None, "")],
)
def test_only_an_address_of_mail_and_nothing_else_becomes_one(contact: str | None, mail: str) -> None:
    assert of_reply(reply("x", person=Person(name="労務課", contact=contact, source="leave.md"))).mail == mail


def test_choices_are_told_once() -> None:
    choices = (Choice(text="東京", source="a"), Choice(text="大阪", source="b"))
    assert of_reply(reply("どちらですか。\n1. 東京\n2. 大阪", choices=choices)).text == "どちらですか。"
    assert of_reply(reply("1. 東京\nどちらですか。", choices=choices)).text == "1. 東京\nどちらですか。"


def test_a_session_is_shown_with_what_its_traces_kept_and_without_them_as_far_as_it_goes() -> None:
    spoken = Session(
        id="s",
        user=UserId("me"),
        turns=(
            Turn(speaker="user", text="休暇は？", at=AT),
            Turn(speaker="assistant", text="どの休暇ですか。", at=AT, action=Action.ASK, question="休暇は？"),
            Turn(speaker="user", text="夏季", at=AT),
            Turn(speaker="assistant", text="3日です[1]。", at=AT, action=Action.SEARCH, question="夏季休暇は？"),
        ),
    )
    trace = {
        "trace_id": "t2",
        "session": "s",
        "utterance": "夏季",
        "steps": [
            {"name": "interpret", "language": "ja"},
            {"name": "answer", "citations": [{**cited_json(), "section": ["日数"]}]},
        ],
        "reply": {"text": "3日です[1]。"},
    }
    first, second = exchanges(spoken, [trace])
    assert first.reply is not None
    assert second.reply is not None
    assert (first.utterance, first.reply.trace_id, first.reply.asks) == ("休暇は？", "", True)
    assert (second.reply.trace_id, [cited.number for cited in second.reply.citations]) == ("t2", [1])


def test_after_an_erasure_each_utterance_has_its_own_reply_or_none() -> None:
    spoken = [
        ("user", "休暇は？"),
        ("assistant", "3日です。"),
        ("user", "夏季"),
        ("user", "何日"),
        ("assistant", "5日。"),
    ]
    turns = tuple(Turn(speaker=speaker, text=text, at=AT) for speaker, text in spoken)  # type: ignore[arg-type]
    shown = exchanges(Session(id="s", user=UserId("me"), turns=turns), [])
    assert [(each.utterance, each.reply and each.reply.text) for each in shown] == [
        ("休暇は？", "3日です。"),
        ("夏季", None),
        ("何日", "5日。"),
    ]
    [lost] = exchanges(Session(id="s", user=UserId("me"), turns=turns[2:3]), [])
    assert lost.reply is None


def cited_json() -> dict[str, object]:
    return {"number": 1, "title": "休暇", "source": "leave.md", "passage_id": 7, "quote": "3日です。", "outside": False}


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        ("朝は9時から。", "9時", ["9時"]),
        ("- 一人：5日\n\n正社員は有給", "- 一人：5日 正社員は", ["- 一人：5日\n\n正社員は"]),
        ("一行目。間。二行目。", "一行目。\n二行目。", ["一行目。", "二行目。"]),
        ("(a+)+$ です", "(a+)+$", ["(a+)+$"]),
        ("ない", "別の言葉", []),
        ("ない", "", []),
    ],
)
def test_the_words_that_were_quoted_are_marked(text: str, quote: str, expected: list[str]) -> None:
    stretches = list(marked(text, quote))
    assert [words for words, quoted in stretches if quoted] == expected
    assert "".join(words for words, _ in stretches) == text
