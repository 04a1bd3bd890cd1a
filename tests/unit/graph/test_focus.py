"""Focus words: what an utterance turns upon, and how the user stands to it."""

import pytest

from yorisoi.graph.focus import focus_words
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("温泉が大好きです", "ja", {"温泉": "likes"}),
        ("海は苦手だけど、山登りは好きです", "ja", {"海": "dislikes", "山登り": "likes"}),
        ("先週小樽市に行ってきました", "ja", {"小樽市": "visited"}),
        ("箱根湯本に泊まりました", "ja", {"箱根湯本": "visited"}),
        ("縄文時代の遺跡に興味があります", "ja", {"縄文時代の遺跡": "likes"}),
        ("監的壕（カンテキゴウ）の写真を見た", "ja", {"監的壕（カンテキゴウ）の写真": "talked about"}),
        ("第2号　チョウザメのはく製を見た", "ja", {"第2号　チョウザメのはく製": "talked about"}),
        ("先日「隆民殿」の額を見た", "ja", {"「隆民殿」の額": "talked about"}),
        ("レット・イット・ビーが好き", "ja", {"レット・イット・ビー": "likes"}),
        ("2年前に札幌に行ってきた", "ja", {"札幌": "visited"}),
        ("百年の孤独が好き", "ja", {"百年の孤独": "likes"}),
        ("スキーは好きじゃないです", "ja", {"スキー": "dislikes"}),
        ("こんにちは", "ja", {}),
        ("我喜欢温泉", "zh", {"温泉": "likes"}),
        ("I love hiking, but I don't like crowds.", "en", {"hiking": "likes", "crowds": "dislikes"}),
    ],
)
def test_words_and_relations(text: str, language: Language, expected: dict[str, str]) -> None:
    assert {focus.word: focus.relation for focus in focus_words(text, language)} == expected


def test_a_question_says_less_of_its_asker() -> None:
    [asked], [said] = focus_words("温泉はありますか？", "ja"), focus_words("温泉の話です", "ja")
    assert asked.word == said.word == "温泉"
    assert 0 < asked.salience < said.salience


def test_the_strongest_relation_counts() -> None:
    [found] = focus_words("温泉の話です。温泉が好きです。", "ja")
    assert found.relation == "likes"
