"""Which questions ask about documents at large, and about what."""

import pytest

from yorisoi.retrieval.broad import survey


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("このハンドブックは何について書かれていますか", "ja"),
        ("ここにはどんなことが書いてあるの？", "ja"),
        ("全体像を教えてください", "ja"),
        ("どんな資料がありますか", "ja"),
        ("資料全体を要約して", "ja"),
        ("What is this handbook about?", "en"),
        ("What topics do the documents cover?", "en"),
        ("Give me an overview of the documents", "en"),
        ("这些文档讲了什么？", "zh"),
        ("手册里主要有哪些内容？", "zh"),
    ],
)
def test_a_question_about_everything_has_no_subject(question: str, language: str) -> None:
    asked = survey(question, language)
    assert asked is not None
    assert asked.subject == ""


@pytest.mark.parametrize(
    ("question", "language", "subject"),
    [
        ("休暇制度の概要を教えて", "ja", "休暇制度"),
        ("主なリスクは何ですか", "ja", "リスク"),
        ("出張のルールをまとめて教えて", "ja", "出張"),
        ("Summarize the membership rules", "en", "membership rules"),
        ("What are the main safety rules?", "en", "safety rules"),
        ("主要的安全规定有哪些？", "zh", "安全"),
    ],
)
def test_a_question_for_the_main_things_says_of_what(question: str, language: str, subject: str) -> None:
    asked = survey(question, language)
    assert asked is not None
    assert asked.subject == subject


@pytest.mark.parametrize(
    ("question", "language", "subject"),
    [
        ("旅費の規程で変わったことは？", "ja", "旅費"),
        ("最近、旅費の規程で何が変わりましたか", "ja", "旅費"),
        ("就業規則の改定内容は？", "ja", "就業規則"),
        ("レジの変更点をまとめて教えてください", "ja", "レジ"),
        ("What changed in travel rules?", "en", "travel rules"),
        ("What's new in the travel policy?", "en", "travel policy"),
        ("What changes were made to opening hours?", "en", "opening hours"),
        ("差旅规定有哪些变化？", "zh", "差旅规定"),
        ("报销制度最近改了什么", "zh", "报销 制度"),
    ],
)
def test_a_question_for_what_has_changed_says_in_what(question: str, language: str, subject: str) -> None:
    asked = survey(question, language)
    assert asked is not None
    assert (asked.subject, asked.changes) == (subject, True)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("住所が変わったことを届けるには", "ja"),
        ("引っ越しで変わったことは届けが要りますか", "ja"),
        ("プランを変更したら何が変わりますか", "ja"),
        ("注文の変更内容はどこで見られますか", "ja"),
        ("何が変わりましたか", "ja"),
        ("What changes to my pay if I move?", "en"),
        ("What is new about me joining?", "en"),
        ("I changed my address, what now?", "en"),
        ("地址变更了怎么办", "zh"),
        ("出張の宿泊費はいくらまでですか", "ja"),
        ("主な勤務地はどこですか", "ja"),
        ("どんな書類を出せばいいですか", "ja"),
        ("ページには何を書いておけばいいですか", "ja"),
        ("わポイントって1ポイントいくら", "ja"),
        ("お菓子全部まとめて1割上げるやり方", "ja"),
        ("Where is the main entrance?", "en"),
        ("How much does the insurance cover?", "en"),
        ("图书馆几点开门？", "zh"),
        ("大概要等多久", "zh"),
        ("", "ja"),
    ],
)
def test_other_questions_are_not_broad(question: str, language: str) -> None:
    assert survey(question, language) is None
