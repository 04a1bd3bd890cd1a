"""Noun phrases of English without a tagger, kinds of names, and Japanese in plain style."""

import pytest

from yorisoi.language.kinds import kind_of
from yorisoi.language.packs.en.chunks import chunks
from yorisoi.language.packs.ja.plain_form import denied, plain_form, verb_of_stem, without_honorifics


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("How do you know when your garage door opener is going bad?", ["garage door opener"]),
        ("Tell me about traceability tools for GMO foods in the EU.", ["traceability tools", "GMO foods", "EU"]),
        ("Who was the leader of the Grateful Dead?", ["leader", "Grateful Dead"]),
        ("How many days of annual leave do I get?", ["annual leave"]),
        ("When did Zappa leave the band?", ["Zappa", "band"]),
        ("When is it due?", []),
    ],
)
def test_english_noun_phrases(text: str, named: list[str]) -> None:
    assert [chunk.text for chunk in chunks(text)] == named


def test_a_chunk_knows_number_name_and_article() -> None:
    opener, friend = chunks("Did the opener reach Ann Smith?")
    assert (opener.determined, opener.plural, opener.proper) == (True, False, False)
    assert friend.proper
    assert chunks("What are symptoms?")[0].plural


@pytest.mark.parametrize(
    ("language", "phrase", "kind"),
    [
        ("ja", "アイルランド", "place"),
        ("ja", "福岡支社", "place"),
        ("ja", "佐藤", "person"),
        ("ja", "契約社員", "employment"),
        ("ja", "祖父母", "family"),
        ("ja", "来月末", "time"),
        ("ja", "通勤手当", None),
        ("zh", "上海", "place"),
        ("zh", "王芳", "person"),
        ("en", "part-timers", "employment"),
        ("en", "leave", None),
    ],
)
def test_kinds_of_names(language: str, phrase: str, kind: str | None) -> None:
    assert kind_of(phrase, language) == kind  # type: ignore[arg-type]


def test_plain_style() -> None:
    assert plain_form("予約できません。3人です。静かです。") == "予約できない。3人だ。静かだ。"
    assert plain_form("昨日行きました") == "昨日行きました", "a past form that is not simple stays"
    assert without_honorifics("お金とご飯とお部屋") == "お金とご飯と部屋"


@pytest.mark.parametrize(
    ("statement", "denied_"),
    [
        ("探してほしい", "探さなくて良い"),
        ("予約する", "予約しない"),
        ("来る", "来ない"),
        ("近い", "近くない"),
        ("禁煙だ", "禁煙ではない"),
    ],
)
def test_a_statement_denied(statement: str, denied_: str) -> None:
    assert denied(statement) == denied_


def test_the_verb_of_a_stem() -> None:
    assert [verb_of_stem(stem) for stem in ("泊まり", "決め", "用意し", "探し")] == [
        "泊まる",
        "決める",
        "用意する",
        "探す",
    ]
