"""A model's list of queries is read in whatever form it comes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.evaluation.faq.asking import words_of
from yorisoi.evaluation.faq.replies import queries_in

JA, EN, ZH = words_of("ja"), words_of("en"), words_of("zh")
TWO = ["ログインできない", "退会したい"]


@pytest.mark.parametrize(
    "reply",
    [
        "ログインできない\n退会したい",
        "ログインできない, 退会したい",
        "ログインできない，退会したい",
        "ログインできない、退会したい",
        "`ログインできない, 退会したい`",
        "- ログインできない\n- 退会したい",
        "・ログインできない\n・退会したい",
        "* **ログインできない**\n* **退会したい**",
        "1. ログインできない\n2. 退会したい",
        "１．ログインできない\n２．退会したい",
        "1） ログインできない\n2） 退会したい",
        "（1）ログインできない\n（2）退会したい",
        "①ログインできない\n②退会したい",
        "1. ログインできない 2. 退会したい",
        "Q1. ログインできない\nQ2. 退会したい",
        "Q. ログインできない\nQ. 退会したい",
        "Ｑ１．ログインできない\nＱ２．退会したい".replace("Ｑ", "Q"),
        "質問1: ログインできない\n質問2: 退会したい",
        "質問：ログインできない\n質問：退会したい",
        "1. 質問: 「ログインできない」\n2. 質問: 「退会したい」",
        '["ログインできない", "退会したい"]',
        '```json\n{"queries": ["ログインできない", "退会したい"]}\n```',
        '{"queries": [{"query": "ログインできない"}, {"query": "退会したい"}]}',
        "以下に想定質問を2個作成しました。\n\n1. ログインできない\n2. 退会したい\n\nご確認ください。",
        "想定質問は次のとおりです：\nログインできない\n退会したい",
        "- ログインできない（理由: 題名の言い換え）\n- 退会したい（答え: 退会の手順）",
        "ログインできない\u200b\n退会したい\x07\nログインできない",
    ],
)
def test_a_list_in_any_form_is_read(reply: str) -> None:
    assert queries_in(reply, JA, 5) == TWO


def test_a_comma_inside_a_question_parts_nothing() -> None:
    reply = "領収書をなくしたとき、再発行できないときはどうすればいい？\n申請は、いつまで？"
    assert queries_in(reply, JA, 5) == reply.split("\n")
    assert queries_in("退会したあと、もう一度同じメールアドレスで登録することはできますか", JA, 5) == [
        "退会したあと、もう一度同じメールアドレスで登録することはできますか"
    ]


def test_figures_at_the_beginning_of_a_query_stay() -> None:
    assert queries_in("5回間違えたらどうなる\n25日が休みのとき\n3,000円のレシート", JA, 5) == [
        "5回間違えたらどうなる",
        "25日が休みのとき",
        "3,000円のレシート",
    ]


@pytest.mark.parametrize(
    ("reply", "words", "queries"),
    [
        ("Question 1: can't log in\nQuestion 2: cancel my account", EN, ["can't log in", "cancel my account"]),
        ("Here are two questions:\n- can't log in\n- cancel my account", EN, ["can't log in", "cancel my account"]),
        ("问题1：登录不了\n问题2：怎么注销账号？", ZH, ["登录不了", "怎么注销账号？"]),
    ],
)
def test_other_languages_are_read_too(reply: str, words: object, queries: list[str]) -> None:
    assert queries_in(reply, words, 5) == queries  # type: ignore[arg-type]


@pytest.mark.parametrize("reply", ["", "   \n", "。。。", "-\n-\n-", "あ" * 500])
def test_what_holds_no_query_gives_none(reply: str) -> None:
    assert queries_in(reply, JA, 5) == []


def test_no_more_than_was_asked_for_is_taken() -> None:
    assert len(queries_in("\n".join(f"{n}番目の質問" for n in "一二三四五六七"), JA, 3)) == 3


@given(
    st.text(alphabet=st.sampled_from("あ亜アa1１①.．、,，?？「」\"'`[]{}:：-・\n\t Q質問\x07\ud800"), max_size=80),
    st.integers(1, 5),
)
def test_whatever_a_model_writes_gives_clean_queries_or_none(reply: str, most: int) -> None:
    found = queries_in(reply, JA, most)
    assert len(found) <= most
    for query in found:
        assert query == " ".join(query.split())
        assert 2 <= len(query) <= 120
        assert not set(query) & set("\n\t\x07\ud800")
