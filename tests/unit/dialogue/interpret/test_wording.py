"""What the wording tells, where nothing reads it and by a tiny set of models."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.conversations import ja
from tests.unit.dialogue.fitted_by_hand import FITTED, WIDTH

from yorisoi.dialogue.fitted import Floats
from yorisoi.dialogue.interpret.wording import Kind, WordingReader, by_reading, by_words, kinds_of, of_following
from yorisoi.errors import BackendUnavailable, ConfigError
from yorisoi.language import Utterance
from yorisoi.ports import Vectors
from yorisoi.reading_ports import Uttered
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("ja", "ありがとうございます", Kind.TALK),
        ("ja", "へぇ〜そうなんだ", Kind.TALK),
        ("ja", "最初に何を聞いたっけ", Kind.RECALL),
        ("ja", "仕事がつらいです", Kind.TROUBLE),
        ("ja", "看護休暇は何日取れますか", Kind.QUESTION),
        ("ja", "こんにちは。看護休暇は何日取れますか", Kind.QUESTION),
        ("ja", "経費", Kind.VAGUE),
        ("zh", "谢谢", Kind.TALK),
        ("zh", "最近压力很大，睡不着", Kind.TROUBLE),
        ("zh", "年假可以休几天", Kind.QUESTION),
        ("en", "thanks!", Kind.TALK),
        ("en", "I'm so stressed about my boss", Kind.TROUBLE),
        ("en", "how long does the training take?", Kind.QUESTION),
    ],
)
def test_where_nothing_reads_the_few_words_of_the_language_tell_the_kind(
    language: Language, text: str, kind: Kind
) -> None:
    told = by_words(Utterance(text, language), (), asks=False)
    assert told.kind is kind
    assert (told.vague > 0) == (kind is Kind.VAGUE)


def test_a_short_answer_to_a_question_is_a_reply_and_otherwise_a_topic() -> None:
    assert by_words(ja("大阪"), ["夏休み"], asks=True).kind is Kind.REPLY
    assert by_words(ja("大阪"), ["夏休み"], asks=False).kind is Kind.VAGUE
    assert by_words(ja("大阪だといつ？"), ["夏休み"], asks=True).kind is not Kind.REPLY


def test_what_is_short_or_points_back_follows_and_where_nothing_was_said_nothing_is_followed() -> None:
    assert by_words(ja("課長は？"), ["宿泊費は？"], asks=False).follows > 0
    assert by_words(ja("それは出張の前の日に泊まるときでも使えますか"), ["宿泊費は？"], asks=False).follows > 0
    assert by_words(ja("Google共有ドライブにメンバーを追加する方法を教えて"), ["宿泊費は？"], asks=False).follows < 0
    assert by_words(ja("課長は？"), (), asks=False).follows == 0


def read(position: int) -> Floats:
    reading = np.zeros(2 * WIDTH, dtype=np.float32)
    reading[position] = reading[WIDTH] = 1.0
    return reading


def beside(kind: str = "question", leaves_open: float = -3.0, goes_on: float = 2.0) -> Mapping[str, float]:
    """As read in its place: most probably of this kind."""
    return {**{each.value: 5.0 * (each == kind) for each in Kind}, "leaves_open": leaves_open, "goes_on": goes_on}


@given(st.lists(st.floats(-300, 300), min_size=len(Kind), max_size=len(Kind)))
def test_kinds_are_probabilities_in_the_order_of_their_odds(odds: Sequence[float]) -> None:
    kinds = kinds_of(dict(zip(Kind, odds, strict=True)))
    assert sum(kinds.values()) == pytest.approx(1, abs=1e-5)
    assert max(kinds.values()) == kinds[max(Kind, key=dict(zip(Kind, odds, strict=True)).__getitem__)]


def test_what_was_read_in_its_place_is_told_and_goes_on_about_nothing_where_nothing_was_said() -> None:
    first = by_reading(FITTED, Uttered(text="…"), np.array([read(0)]), beside("vague", 4.0, 2.0))
    later = by_reading(FITTED, Uttered(text="…", said=("宿泊費は？",)), np.array([read(0), read(1)]), beside("reply"))
    assert (first.kind, first.vague_beside, first.follows_beside) == (Kind.VAGUE, 4.0, 0.0)
    assert (later.kind, later.vague_beside, later.follows_beside) == (Kind.REPLY, -3.0, 2.0)


def test_nearness_is_the_cosine_with_each_that_was_said() -> None:
    here, same, other = read(0), 3 * read(0), read(1)
    told = by_reading(FITTED, Uttered(text="…"), np.array([here, same, other]), beside())
    assert told.nearness == pytest.approx((1.0, 0.5)), "of the two halves one is the same"


def test_following_rests_on_the_last_and_on_the_nearest_that_was_said() -> None:
    text = "課" * 20
    here, near, far = (np.array(halves, np.float32) for halves in ([1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]))
    features = of_following(here, [near, far], text, asks=True)
    reading, last, best, flags = features[:4], features[4:6], features[6:8], features[8:]
    assert reading.tolist() == here.tolist()
    assert (last.tolist(), best.tolist()) == ([0, 0], [1, 1])
    assert flags.tolist() == [1.0, 1.0, 0.5], "nearest against last; we asked; half of forty characters"


class Reads:
    """An embedder that reads, or whose server is down."""

    dimension = 2

    def __init__(self, name: str = FITTED.encoder, *, broken: bool = False) -> None:
        self.name, self.broken = name, broken
        self.seen: list[list[str]] = []
        self.uttered_: list[list[Uttered]] = []

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), 2), dtype=np.float32)

    embed_passages = embed_queries

    async def read(self, texts: Sequence[str]) -> Floats:
        if self.broken:
            raise BackendUnavailable("down")
        self.seen.append(list(texts))
        return np.array([read(0) for _ in texts])

    async def uttered(self, utterances: Sequence[Uttered]) -> list[Mapping[str, float]]:
        self.uttered_.append(list(utterances))
        return [beside(self.kind_of(each.text)) for each in utterances]

    def kind_of(self, text: str) -> str:
        return "self" if text.endswith("です") else "recall"


async def test_the_utterance_is_read_with_what_was_said_and_with_our_question_but_not_with_our_answer() -> None:
    embedder = Reads()
    reader, said = WordingReader(embedder, FITTED), ["宿泊費は？", "日当は？"]
    told = await reader.read(ja("課長は？"), said, "1万円です。")
    assert embedder.seen == [["課長は？", *said]]
    assert embedder.uttered_ == [[Uttered(text="課長は？", said=tuple(said), has_reply=True)]]
    assert told.kind is Kind.RECALL
    assert len(told.nearness) == 2
    await reader.read(ja("大阪"), said, "どちらの支社ですか。")
    assert embedder.uttered_[-1][0].question == "どちらの支社ですか。"


@pytest.mark.parametrize("embedder", [None, Reads("another:model"), Reads(broken=True)])
async def test_without_the_model_that_was_fitted_on_words_stand_in(embedder: Reads | None) -> None:
    told = await WordingReader(embedder, FITTED).read(ja("ありがとうございます"), ["宿泊費は？"], "1万円です。")
    assert told == by_words(ja("ありがとうございます"), ["宿泊費は？"], asks=False)


class NotYetAnswered(Reads):
    """Its server has not been asked for anything."""

    @property
    def dimension(self) -> int:  # type: ignore[override]
        raise ConfigError("not known before its first answer")


async def test_nothing_is_asked_of_an_embedder_whose_dimension_is_not_known_yet() -> None:
    told = await WordingReader(NotYetAnswered(), FITTED).read(ja("課長は？"), [], None)
    assert told.kind is Kind.RECALL


class Tells(Reads):
    """Reads a text as the kind that was given for it."""

    def __init__(self, **kinds: str) -> None:
        super().__init__()
        self.kinds = kinds

    def kind_of(self, text: str) -> str:
        return self.kinds[text]


@pytest.mark.parametrize(
    ("kinds", "wanted"),
    [
        ({"助かりました。": "talk", "駐車場は使えますか": "question"}, "駐車場は使えますか"),
        ({"うわあ。": "talk", "払ってきます": "question"}, "うわあ。払ってきます"),
        ({"うわあ。": "talk", "払ってきます": "recall"}, "うわあ。払ってきます"),
        ({"お疲れさまです…。": "talk", "ジムってあるんですか": "vague"}, "ジムってあるんですか"),
        ({"うわあ。": "talk", "払ってきます": "vague"}, "うわあ。払ってきます"),
    ],
)
async def test_talk_before_a_question_is_left_out_unless_it_is_all_talk_and_not_put_as_one(
    kinds: dict[str, str], wanted: str
) -> None:
    whole = "".join(kinds)
    assert await WordingReader(Tells(**kinds, **{whole: "talk"}), FITTED).wanted(ja(whole)) == ja(wanted)


async def test_what_names_the_thing_asked_about_is_left_out_only_where_a_reply_has_named_it() -> None:
    told, asked = "スープに皿のかけらが。", "止めたら怒られる？"
    reader = WordingReader(Tells(**{told: "talk", asked: "question", told + asked: "talk"}), FITTED)
    assert await reader.wanted(ja(told + asked)) == ja(told + asked)
    assert await reader.wanted(ja(told + asked), "異物は班長に届け出る。") == ja(asked)


async def test_what_begins_another_topic_behind_talk_is_read_without_the_words_that_begin_it() -> None:
    question = "そういえば社食あったっけ？"
    reader = Tells(**{"少な。": "talk", question: "talk", f"少な。{question}": "talk", "社食あったっけ?": "question"})
    assert await WordingReader(reader, FITTED).wanted(ja(f"少な。{question}")) == ja(question)


async def test_a_question_that_would_be_lost_with_what_follows_it_is_read_without_that() -> None:
    said = {"ありがとう！": "talk", "駐輪場ある？": "question", "待ってる間ひまで": "reply"}
    rest, whole = "駐輪場ある？待ってる間ひまで", "ありがとう！駐輪場ある？待ってる間ひまで"
    for kind, left in (("talk", "駐輪場ある？"), ("question", rest)):
        reader = WordingReader(Tells(**said, **{rest: kind, whole: "talk"}), FITTED)
        assert await reader.wanted(ja(whole)) == ja(left)


@pytest.mark.parametrize("embedder", [None, Reads(broken=True)])
async def test_without_a_reader_marks_of_mood_are_all_that_is_left_out(embedder: Reads | None) -> None:
    assert await WordingReader(embedder, FITTED).wanted(ja("助かった。駐車場は？(笑)")) == ja("助かった。駐車場は？")


async def test_of_what_has_many_parts_they_are_not_read_one_by_one() -> None:
    embedder = Reads()
    assert await WordingReader(embedder, FITTED).wanted(ja("あ、" * 2000)) == ja("あ、" * 2000)
    assert embedder.uttered_ == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ja", "こんばんは、遅くにすみません"),
        ("ja", "お忙しいところ失礼します。"),
        ("zh", "在不在"),
        ("zh", "您好，打扰了"),
        ("en", "hello, sorry to bother you"),
    ],
)
async def test_a_greeting_alone_is_told_by_its_words(language: Language, text: str) -> None:
    embedder = Reads()
    assert (await WordingReader(embedder, FITTED).read(Utterance(text, language), [], None)).kind is Kind.TALK
    assert embedder.uttered_ == []


async def test_a_correction_is_left_whole() -> None:
    text = "いや、出張じゃなくて備品のほう"
    assert await WordingReader(Tells(), FITTED).wanted(ja(text)) == ja(text)
