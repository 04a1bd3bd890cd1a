"""Rules ③ to ⑥ and what speaks before them; ① and ② are in the source dialogues as well."""

import json
from pathlib import Path
from typing import Any

from yorisoi.ports import ChatRequest
from yorisoi.testing.scripted_chat import ScriptedChat
from yorisoi.types import UserId

LEAVE = "休暇について教えてください"


async def test_a_consultation_told_with_figures_is_answered_from_the_documents_by_rule_4(
    converse: Any, home: Path
) -> None:
    async with converse(home) as workspace:
        answered = await workspace.assistant.reply(
            "育児休業を6か月取りたいのですが、給付金がいくらになるか不安です", user=UserId("four")
        )
        assert (answered.action, answered.rule) == ("answer", "④")
        assert any(cited.source.endswith("care/childcare-leave.md") for cited in answered.citations)
        assert answered.person
        assert answered.person.name.startswith("人事部")


async def test_a_consultation_is_drawn_out_by_rule_1_and_what_stays_vague_is_searched_by_rule_3(
    converse: Any, home: Path
) -> None:
    async with converse(home) as workspace:
        reply = workspace.assistant.reply
        asked = await reply("仕事がつらいです", user=UserId("three"))
        assert (asked.action, asked.rule) == ("ask", "①")
        vague = await reply("よくわからないけどしんどいです", user=UserId("three"), session=asked.session)
        assert (vague.action, vague.rule) == ("answer", "③"), "a consultation is drawn out once"

        asked = await reply("仕事がつらいです", user=UserId("three"))
        answered = await reply("上司との関係です", user=UserId("three"), session=asked.session)
        assert answered.action == "answer"
        assert answered.citations[0].source.endswith("consult/relationships.md")
        assert answered.person


async def test_a_clear_consultation_that_no_document_covers_is_drawn_out_by_rule_5(converse: Any, home: Path) -> None:
    told = "隣の家の犬が夜中に吠えて眠れず、3か月前から体調が悪くて困っています"

    def model(request: ChatRequest) -> str:
        if request.schema is None:
            return "社内の文書には見当たりません。"
        view = {"kind": "consultation", "clarity": "clear", "documented": "no", "person": "yes"}
        return json.dumps({**view, "ask": "", "question": told}, ensure_ascii=False)

    async with converse(home, ScriptedChat(model)) as workspace:
        asked = await workspace.assistant.reply(told, user=UserId("five"))
        assert (asked.action, asked.rule) == ("ask", "⑤")
        assert asked.text
        assert asked.assessment.by == "fake:scripted"
        again = await workspace.assistant.reply(told, user=UserId("five"), session=asked.session)
        assert again.action == "answer", "a consultation is drawn out once"


async def test_a_choice_is_picked_by_number_or_by_words_and_continues_at_once(converse: Any, home: Path) -> None:
    user = UserId("choosing")
    async with converse(home) as workspace:
        reply = workspace.assistant.reply
        asked = await reply(LEAVE, user=user)
        # pages that hold for everyone: the others depend on the office or the employment, which is asked next
        number, sick = next((i, each) for i, each in enumerate(asked.choices, start=1) if each.text == "病気休暇")
        juror = next(each for each in asked.choices if "裁判員休暇" in each.text)
        by_number = await reply(str(number), user=user, session=asked.session)
        assert (by_number.action, by_number.rule) == ("answer", "choice")
        assert sick.text in by_number.question
        assert by_number.citations[0].source == sick.source

        asked = await reply(LEAVE, user=user)
        assert juror in asked.choices
        for words in (f"{juror.text}です", "裁判員休暇です"):  # in full, and a part that no other choice has
            by_words = await reply(words, user=user, session=asked.session)
            assert (by_words.action, by_words.rule) == ("answer", "choice")
            assert by_words.citations[0].source == juror.source
            asked = await reply(LEAVE, user=user)


async def test_just_answer_is_obeyed_and_asking_back_has_an_end(converse: Any, home: Path) -> None:
    user = UserId("impatient")
    async with converse(home) as workspace:
        reply = workspace.assistant.reply
        asked = await reply(LEAVE, user=user)
        answered = await reply("とにかく答えて", user=user, session=asked.session)
        assert (answered.action, answered.rule) == ("answer", "just-answer")
        assert "休暇" in answered.question
        assert answered.citations
        at_once = await reply(LEAVE, user=user, just_answer=True)
        assert (at_once.action, at_once.rule) == ("answer", "just-answer")

        said = [await reply(LEAVE, user=user, session="going-round") for _ in range(3)]
        assert [each.action for each in said] == ["ask", "ask", "answer"]
        assert said[-1].rule == "ask-cap"
        assert workspace.assistant.config.max_ask_backs == 2
