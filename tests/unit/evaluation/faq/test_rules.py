"""Queries without a model."""

from pathlib import Path

import pytest

from yorisoi.evaluation.faq import rules
from yorisoi.evaluation.faq.sets import Faq, load_faqs
from yorisoi.language import detect_language, normal_form

EXAMPLES = Path(__file__).parents[4] / "examples"
WAYS = ("title", "answer", "user")
FAQS = list(load_faqs([EXAMPLES / "faq.csv"]).values())

ENGLISH = Faq("e", "How do I reset my password?", "Open the login page. The link is valid for 30 minutes.")
CHINESE = Faq("z", "如何修改登录密码？", "在设置里点击修改密码。链接在30分钟内有效。")


def made(faq: Faq, way: str) -> list[str]:
    return [text for draft in rules.generate([faq], [way], n=20, seed=1) for text in draft.texts]


def test_the_same_seed_makes_the_same_queries_and_another_seed_others() -> None:
    one, again, other = (rules.generate(FAQS, WAYS, n=2, seed=seed) for seed in (5, 5, 6))
    assert one == again
    assert one != other


def test_most_faqs_of_the_sample_get_queries_in_every_way() -> None:
    drafts = rules.generate(FAQS, WAYS, n=3, seed=11)
    assert len(drafts) >= 0.95 * len(FAQS) * len(WAYS)
    assert all(1 <= len(draft.texts) <= 3 for draft in drafts)


def test_no_query_is_the_title_itself_or_made_twice() -> None:
    titles = {faq.id: normal_form(faq.title) for faq in FAQS}
    for draft in rules.generate(FAQS, WAYS, n=5, seed=11):
        texts = [normal_form(text) for text in draft.texts]
        assert titles[draft.faqs[0]] not in texts
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("title", "body", "way", "query"),
    [
        ("給料日はいつですか", "毎月25日です。", "title", "給料日はいつでしょうか"),
        ("有給は使えますか", "はい。", "title", "有給は使える？"),
        ("領収書をなくしたときは", "店に頼みます。", "user", "領収書なくした"),
        (
            "パスワードを間違えた",
            "30分たつと自動で解除されます。",
            "answer",
            "パスワードは、何分たつと自動で解除されますか",
        ),
        ("カードの紛失", "再発行には2,000円かかります。", "answer", "カードの紛失は、再発行にはいくらかかりますか"),
    ],
)
def test_japanese_rules_word_it_as_people_do(title: str, body: str, way: str, query: str) -> None:
    assert query in made(Faq("f", title, body), way)


@pytest.mark.parametrize("faq", [ENGLISH, CHINESE])
@pytest.mark.parametrize("way", WAYS)
def test_queries_stay_in_the_language_of_their_faq(faq: Faq, way: str) -> None:
    texts = made(faq, way)
    assert texts
    assert {detect_language(text, faq.language) for text in texts} == {faq.language}


def test_numbers_of_the_answer_are_not_given_away() -> None:
    assert not [text for faq in FAQS for text in made(faq, "answer") if "10,000" in text or "7100" in text]
