"""What the wording tells, where nothing reads it and by a tiny set of models."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.fitted_by_hand import FITTED, KINDS, WIDTH

from yorisoi.dialogue.fitted import Floats
from yorisoi.dialogue.interpret.wording import Kind, WordingReader, by_reading, by_words, of_following, of_kind
from yorisoi.errors import BackendUnavailable
from yorisoi.ports import Vectors
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
    told = by_words(text, language, (), asks=False)
    assert told.kind is kind
    assert (told.vague > 0) == (kind is Kind.VAGUE)


def test_a_short_answer_to_a_question_is_a_reply_and_otherwise_a_topic() -> None:
    assert by_words("大阪", "ja", ["夏休み"], asks=True).kind is Kind.REPLY
    assert by_words("大阪", "ja", ["夏休み"], asks=False).kind is Kind.VAGUE
    assert by_words("大阪だといつ？", "ja", ["夏休み"], asks=True).kind is not Kind.REPLY


def test_what_is_short_or_points_back_follows_and_where_nothing_was_said_nothing_is_followed() -> None:
    assert by_words("課長は？", "ja", ["宿泊費は？"], asks=False).follows > 0
    assert by_words("それは出張の前の日に泊まるときでも使えますか", "ja", ["宿泊費は？"], asks=False).follows > 0
    assert by_words("Google共有ドライブにメンバーを追加する方法を教えて", "ja", ["宿泊費は？"], asks=False).follows < 0
    assert by_words("課長は？", "ja", (), asks=False).follows == 0


def read(position: int) -> Floats:
    """A reading that the models by hand take for the kind at this place."""
    reading = np.zeros(2 * WIDTH, dtype=np.float32)
    reading[position] = reading[WIDTH] = 1.0
    return reading


def test_a_reading_tells_the_kind_whatever_its_length() -> None:
    for position, kind in enumerate(KINDS):
        for length in (1.0, 7.0):
            told = by_reading(FITTED, "…", [length * read(position)], has_reply=False, asks=False)  # type: ignore[arg-type]
            assert told.kind is Kind(kind)


@given(st.lists(st.floats(-3, 3).filter(lambda x: abs(x) > 0.01), min_size=2 * WIDTH, max_size=2 * WIDTH))
def test_kinds_are_probabilities(reading: Sequence[float]) -> None:
    told = by_reading(FITTED, "…", np.array([reading], dtype=np.float32), has_reply=True, asks=True)
    assert sum(told.kinds.values()) == pytest.approx(1, abs=1e-5)
    assert all(0 <= probability <= 1 for probability in told.kinds.values())
    assert told.is_a(*told.kinds) == pytest.approx(1, abs=1e-5)


def test_nearness_is_the_cosine_with_each_that_was_said() -> None:
    here, same, other = read(0), 3 * read(0), read(1)
    told = by_reading(FITTED, "…", np.array([here, same, other]), has_reply=False, asks=False)
    assert told.nearness == pytest.approx((1.0, 0.5)), "of the two halves one is the same"


def test_following_rests_on_the_last_and_on_the_nearest_that_was_said() -> None:
    text = "課" * 20
    here, near, far = (np.array(halves, np.float32) for halves in ([1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]))
    features = of_following(here, [near, far], text, asks=True)
    reading, last, best, flags = features[:4], features[4:6], features[6:8], features[8:]
    assert reading.tolist() == here.tolist()
    assert (last.tolist(), best.tolist()) == ([0, 0], [1, 1])
    assert flags.tolist() == [1.0, 1.0, 0.5], "nearest against last; we asked; half of forty characters"


def test_the_kind_rests_on_whether_something_was_said_and_asked() -> None:
    reading = np.zeros(4, np.float32)
    weight = np.float32(0.3)
    assert of_kind(reading, has_reply=False, asks=False)[4:].tolist() == [weight, 0.0]
    assert of_kind(reading, has_reply=True, asks=True)[4:].tolist() == [0.0, weight]


class Reads:
    """An embedder that reads, or whose server is down."""

    dimension = 2

    def __init__(self, name: str = FITTED.encoder, *, broken: bool = False) -> None:
        self.name, self.broken = name, broken
        self.seen: list[list[str]] = []

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), 2), dtype=np.float32)

    embed_passages = embed_queries

    async def read(self, texts: Sequence[str]) -> Floats:
        if self.broken:
            raise BackendUnavailable("down")
        self.seen.append(list(texts))
        return np.array([read(KINDS.index("recall")) for _ in texts])


async def test_the_utterance_and_what_was_said_are_read_in_one_call() -> None:
    embedder = Reads()
    told = await WordingReader(embedder, FITTED).read("課長は？", "ja", ["宿泊費は？", "日当は？"], "1万円です。")
    assert embedder.seen == [["課長は？", "宿泊費は？", "日当は？"]]
    assert told.kind is Kind.RECALL
    assert len(told.nearness) == 2


@pytest.mark.parametrize("embedder", [None, Reads("another:model"), Reads(broken=True)])
async def test_without_the_model_that_was_fitted_on_words_stand_in(embedder: Reads | None) -> None:
    told = await WordingReader(embedder, FITTED).read("ありがとうございます", "ja", ["宿泊費は？"], "1万円です。")
    assert told == by_words("ありがとうございます", "ja", ["宿泊費は？"], asks=False)


class Tells(Reads):
    """Reads a text as the kind that was given for it."""

    def __init__(self, **kinds: str) -> None:
        super().__init__()
        self.kinds = kinds

    async def read(self, texts: Sequence[str]) -> Floats:
        return np.array([read(KINDS.index(self.kinds[text])) for text in texts])


@pytest.mark.parametrize(
    ("kinds", "wanted"),
    [
        ({"助かりました。": "talk", "駐車場は使えますか": "question"}, "駐車場は使えますか"),
        ({"うわあ。": "talk", "払ってきます": "question"}, "うわあ。払ってきます"),
        ({"うわあ。": "talk", "払ってきます": "recall"}, "うわあ。払ってきます"),
    ],
)
async def test_talk_before_a_question_is_left_out_unless_it_is_all_talk_and_not_put_as_one(
    kinds: dict[str, str], wanted: str
) -> None:
    whole = "".join(kinds)
    assert await WordingReader(Tells(**kinds, **{whole: "talk"}), FITTED).wanted(whole, "ja") == wanted


@pytest.mark.parametrize("embedder", [None, Reads(broken=True)])
async def test_without_a_reader_marks_of_mood_are_all_that_is_left_out(embedder: Reads | None) -> None:
    assert await WordingReader(embedder, FITTED).wanted("助かった。駐車場は？(笑)", "ja") == "助かった。駐車場は？"


async def test_a_correction_is_left_whole() -> None:
    text = "いや、出張じゃなくて備品のほう"
    assert await WordingReader(Tells(), FITTED).wanted(text, "ja") == text
