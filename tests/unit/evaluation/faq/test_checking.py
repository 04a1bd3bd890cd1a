"""Queries checked by rules and by a model."""

import json

import pytest

from yorisoi.evaluation.faq import judging
from yorisoi.evaluation.faq.bearing import Bearing, bearing
from yorisoi.evaluation.faq.checking import check
from yorisoi.evaluation.faq.reasons import Reason, Verdict
from yorisoi.evaluation.faq.sets import Faq, Made, Query
from yorisoi.ports import ChatRequest
from yorisoi.testing.scripted_chat import ScriptedChat, nonsense, timed_out

FAQS = {
    faq.id: faq
    for faq in (
        Faq(
            "card",
            "カードを落とした",
            "すぐに紛失デスクに電話して、カードを止めてください。再発行には2週間かかります。",
        ),
        Faq("slip", "領収書をなくしたときは", "店に再発行を頼んでください。できないときは支払証明書を出します。"),
        Faq("pay", "給料日はいつですか", "毎月25日です。土日祝日のときは、その前の営業日に振り込みます。"),
    )
}


async def held(*queries: tuple[str, str]) -> Bearing:
    given = [Query(id=f"q{at}", text=text, faqs=tuple(faqs.split())) for at, (faqs, text) in enumerate(queries)]
    return await bearing(given, FAQS, None)


@pytest.mark.parametrize(
    ("faq", "query", "reason"),
    [
        ("card", "カードの再発行は何日かかる？", None),
        ("card", "クレカなくした", None),
        ("card", "土曜日も電話を受け付けていますか", None),
        ("slip", "なくした領収書はもう一度出してもらえますか", None),
        ("card", "カードは今お手元にございますか", "viewpoint"),
        ("card", "紛失デスクにはお電話なさいましたか", "viewpoint"),
        ("pay", "口座はご本人様の名義でしょうか", "viewpoint"),
        ("pay", "明細は届いていますか、それとも届いていませんか", "viewpoint"),
        ("card", "その場合はどうする？", "not_alone"),
        ("card", "カードを落とした！", "near_copy"),
        ("card", "すぐに紛失デスクに電話して、カードを止めてください。", "near_copy"),
        ("pay", "領収書をなくした", "another"),
        ("slip", "支払証明書の料金はいくら", "inconsistency"),
        ("card", "How long does it take to get a new card?", "language"),
    ],
)
async def test_rules_give_each_reason_and_leave_what_users_say(faq: str, query: str, reason: Reason | None) -> None:
    [verdict] = check(await held((faq, query)))
    assert (reason in verdict.reasons) if reason else verdict.accepted, dict(verdict.reasons)


OTHERS = {
    "parcel": Faq("parcel", "My parcel is late", "Enter the tracking number on the status page. We ship abroad too."),
    "门锁": Faq("门锁", "门禁卡丢了怎么办", "请马上打电话给前台挂失。补办需要3天，费用20元。"),
}


@pytest.mark.parametrize(
    ("faq", "query", "viewpoint"),
    [
        ("parcel", "do you ship to Norway?", False),
        ("parcel", "where is my parcel", False),
        ("parcel", "Do you know if my parcel was lost?", False),
        ("parcel", "Which courier did you choose?", True),
        ("parcel", "Is your tracking number valid?", True),
        ("parcel", "Have you checked the status page?", True),
        ("门锁", "门禁卡补办要多少钱", False),
        ("门锁", "你们几点可以办理补卡？", False),
        ("门锁", "您的门禁卡是什么颜色的？", True),
        ("门锁", "请提供您的卡号", True),
    ],
)
async def test_other_languages_tell_who_asks_whom_too(faq: str, query: str, viewpoint: bool) -> None:
    [verdict] = check(await bearing([Query(id="q", text=query, faqs=(faq,))], OTHERS, None))
    assert ("viewpoint" in verdict.reasons) == viewpoint, dict(verdict.reasons)


async def test_of_two_queries_that_are_nearly_the_same_the_first_stays() -> None:
    found = check(await held(("card", "カードの再発行は何日かかる？"), ("card", "カードの再発行は何日かかるの？")))
    assert [verdict.accepted for verdict in found] == [True, False]
    assert found[1].reasons == {"near_copy": "カードの再発行は何日かかる？"}


async def test_the_same_query_for_two_faqs_tells_neither_from_the_other() -> None:
    found = check(await held(("card", "再発行したい"), ("slip", "再発行したい？"), ("pay", "いつ振り込む？")))
    assert [dict(verdict.reasons) for verdict in found] == [{"another": "slip"}, {"another": "card"}, {}]


async def test_a_query_for_two_faqs_needs_words_of_both() -> None:
    found = check(
        await held(("card pay", "カード落とした。それと、給料日はいつ？"), ("card pay", "カードを止めて再発行したい"))
    )
    assert [dict(verdict.reasons) for verdict in found] == [{}, {"one_is_enough": "card"}]


# ---------------------------------------------------------------- by a model

BAD = {"viewpoint": False, "inconsistency": False, "not_alone": False}


def checks(**of: str) -> str:
    numbers = range(1, 1 + max(int(name[1:]) for name in of))
    return json.dumps(
        {"checks": [{"number": n, **BAD, **({of[f"n{n}"]: True} if of[f"n{n}"] else {})} for n in numbers]}
    )


async def judged(*replies: str | Exception, of: Bearing) -> tuple[list[Verdict], dict[str, str], ScriptedChat]:
    model = ScriptedChat(replies)  # type: ignore[arg-type]
    todo = [each for each in judging.questions(of, model, Made(seed=1)) if each.kind == "check"]
    verdicts, failed = await judging.judge(model, of, todo, check(of))
    return verdicts, dict(failed), model


async def test_the_check_goes_on_with_the_conversation_in_which_the_queries_were_made() -> None:
    of = await held(("card", "カードをなくした"), ("card", "お持ちのカードは何枚ですか"))
    verdicts, failed, model = await judged(checks(n1="", n2="viewpoint"), of=of)
    asked, made, checked = model.requests[0].messages
    assert [message.role for message in (asked, made, checked)] == ["user", "assistant", "user"]
    assert FAQS["card"].body in asked.content
    assert made.content == "1. カードをなくした\n2. お持ちのカードは何枚ですか"
    assert [dict(verdict.reasons) for verdict in verdicts] == [{}, {"viewpoint": ""}]
    assert {verdict.by for verdict in verdicts} == {model.name}
    assert failed == {}


async def test_a_check_that_leaves_a_query_out_is_asked_for_again() -> None:
    of = await held(("card", "カードをなくした"), ("card", "再発行はいつ"))
    verdicts, failed, model = await judged(checks(n1=""), checks(n1="", n2="inconsistency"), of=of)
    assert len(model.requests) == 2
    assert [list(verdict.reasons) for verdict in verdicts] == [[], ["inconsistency"]]
    assert failed == {}


async def test_where_the_model_fails_the_rules_decide_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yorisoi.evaluation.faq.asking._WAITS_S", (0.0, 0.0))
    of = await held(("card", "カードは今お手元にございますか"))
    for replies in ([timed_out()] * 3, [nonsense()]):
        verdicts, failed, _ = await judged(*replies, of=of)
        assert (verdicts[0].by, list(verdicts[0].reasons)) == ("rules", ["viewpoint"])
        assert list(failed) == ["q0"]


async def test_what_another_faq_answers_in_full_is_found_by_reading_that_one_alone() -> None:
    of = await held(("card", "領収書をなくした"), ("card pay", "カードと給料日"))

    def reply(request: ChatRequest) -> str:
        content = request.messages[-1].content
        if "complete" not in json.dumps(request.schema):
            return checks(n1="")
        queries = content.count("\n1. ") + content.count("\n2. ")
        complete = FAQS["slip"].body in content or FAQS["pay"].body in content
        return json.dumps({"answers": [{"number": n + 1, "complete": complete} for n in range(queries)]})

    model = ScriptedChat(reply)
    todo = judging.questions(of, model, Made(seed=1))
    verdicts, _ = await judging.judge(model, of, todo, check(of))
    assert verdicts[0].reasons == {"another": "slip"}
    assert verdicts[1].reasons == {"one_is_enough": "pay"}
