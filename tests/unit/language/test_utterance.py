"""An utterance works out what it is made of once, and says the same as the functions of the room."""

from dataclasses import FrozenInstanceError

import pytest

from yorisoi import language as room
from yorisoi.language import Utterance
from yorisoi.language.packs import packs

TEXTS = (
    "子どもの看護休暇は、いつまでに申請しますか。急いでいます。",
    "年假怎么申请？谢谢",
    "How do I book a room? Thanks.",
    "Dobrý deň",
    "",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("language", sorted(packs()))
def test_its_parts_are_those_of_the_functions(text: str, language: str) -> None:
    said = Utterance(text, language)
    assert said.normal == room.normal_form(text)
    assert said.morphemes == room.morphemes(text, language)
    assert said.noun_phrases == room.noun_phrases(text, language)
    assert said.keywords == room.keywords(text, language)
    assert said.terms == room.analyse(text, language)
    assert list(said.sentences) == room.sentences(text, language)


def test_its_parts_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    whole = room.utterance.morphemes

    def counted(text: str, language: str) -> object:
        calls.append(text)
        return whole(text, language)

    monkeypatch.setattr(room.utterance, "morphemes", counted)
    said = Utterance.of("経費の精算はいつまでですか")
    assert said.keywords
    assert said.noun_phrases
    assert said.morphemes is said.morphemes
    assert calls == [said.text]


def test_equal_words_in_one_language_are_equal() -> None:
    one, other = Utterance.of("経費の精算"), Utterance("経費の精算", "ja")
    assert one.keywords
    assert one == other
    assert hash(one) == hash(other)
    assert one != Utterance("経費の精算", "zh")


def test_it_cannot_be_changed() -> None:
    said = Utterance.of("休暇")
    with pytest.raises(FrozenInstanceError):
        said.text = "出張"  # type: ignore[misc]


def test_its_language_is_detected_unless_nothing_tells() -> None:
    assert [Utterance.of(text, "zh").language for text in ("休暇は?", "名刺", "How?")] == ["ja", "zh", "en"]
