"""The one structured model call before the answer: assess the utterance and restate it as one question.

The model is asked for words, never for numbers: small models rate badly (source 000 used GPT-4).  The instructions come
first and never change, so that a backend with prefix caching reads them once.
"""

import json
from collections.abc import Sequence

from pydantic import BaseModel, ValidationError

from yorisoi.errors import MalformedReply
from yorisoi.language import detect_language, normal_form
from yorisoi.ports import ChatModel, ChatRequest, Message
from yorisoi.types import Assessment, Language, Turn

_CLARITY = {"clear": 1, "partly": 2, "vague": 4}
_KIND = {"question": (1, 5), "consultation": (3, 1), "both": (1, 2), "other": (5, 5)}
_DEGREE = {"yes": 1, "maybe": 3, "no": 5}

INSTRUCTIONS: dict[Language, str] = {
    "ja": (
        "あなたは文書の案内係です。利用者の最後の発話を評価し、JSONだけを返します。発話には答えません。\n"
        "kind: question=質問, consultation=悩みや助言の求め, both=両方, other=それ以外\n"
        "clarity: clear=これだけで文書を探せる, partly=少し足りない, vague=範囲が広い・何を知りたいか不明\n"
        "documented: 一般に社内文書にありそうか。person: 担当者に聞く方がよいか。\n"
        "ask: clear以外のとき、足りない情報を尋ねる短い一文。clearなら空文字。\n"
        "question: 最後の発話の言葉のまま、指すものと省かれた語だけを会話から補った一文。答えも新しい事実も書かない。"
    ),
    "zh": (
        "你是文档向导。评价用户最后的发言，只返回JSON，不要回答问题。\n"
        "kind: question=提问, consultation=求助或征求建议, both=两者, other=其他\n"
        "clarity: clear=足以查找文档, partly=略缺信息, vague=范围太广或意图不明\n"
        "documented: 内部文档中是否可能有记载。person: 是否更适合询问负责人。\n"
        "ask: 不是clear时，用一句短话询问缺少的信息；clear时为空。\n"
        "question: 保留最后发言的措辞，只补上代词所指和省略的词，成为能独立理解的一句话；不回答，不添加新事实。"
    ),
    "en": (
        "You guide people through documents. Assess the user's last utterance and return JSON only; do not answer it.\n"
        "kind: question, consultation (a trouble, or asking for advice), both, other\n"
        "clarity: clear = enough to search, partly = something is missing, vague = too broad or the intent is unknown\n"
        "documented: is it likely to be in internal documents? person: is it better to ask the person in charge?\n"
        "ask: unless clear, one short sentence asking for what is missing; empty if clear.\n"
        "question: the last utterance in its own words, with what pronouns point at and what was left out filled in "
        "from the conversation; no answer, no new facts."
    ),
}


class ModelAssessment(BaseModel):
    """What the model returns, before it is mapped to the scales."""

    kind: str
    clarity: str
    documented: str
    person: str
    ask: str = ""
    question: str = ""


SCHEMA = {
    "type": "object",
    "properties": {
        "kind": {"enum": list(_KIND)},
        "clarity": {"enum": list(_CLARITY)},
        "documented": {"enum": list(_DEGREE)},
        "person": {"enum": list(_DEGREE)},
        "ask": {"type": "string", "maxLength": 120},
        "question": {"type": "string", "maxLength": 200},
    },
    "required": ["kind", "clarity", "documented", "person", "ask", "question"],
    "additionalProperties": False,
}


def request(text: str, language: Language, history: Sequence[Turn], titles: Sequence[str]) -> ChatRequest:
    """The call: fixed instructions, then the conversation, the titles that a first search found, the utterance."""
    lines = [f"{turn.speaker}: {turn.text[:200]}" for turn in history]
    parts = []
    if lines:
        parts.append("\n".join(lines))
    if titles:
        parts.append("titles: " + " / ".join(titles))
    parts.append(f"user: {text}")
    return ChatRequest(
        messages=(
            Message(role="system", content=INSTRUCTIONS.get(language, INSTRUCTIONS["en"])),
            Message(role="user", content="\n\n".join(parts)),
        ),
        max_tokens=240,
        schema=SCHEMA,
        schema_name="assessment",
    )


async def assess(
    model: ChatModel, text: str, language: Language, history: Sequence[Turn], titles: Sequence[str]
) -> Assessment:
    """The model's view of the utterance.

    Raises MalformedReply when the answer does not fit the schema, and what the model raises.
    """
    completion = await model.complete(request(text, language, history, titles))
    return parse(completion.text, language, by=completion.model)


def parse(answer: str, language: Language, *, by: str) -> Assessment:
    """The model's words on the scales.  Raises MalformedReply."""
    try:
        given = ModelAssessment.model_validate(json.loads(answer))
        clarity = _CLARITY[given.clarity]
        is_question, is_consultation = _KIND[given.kind]
        documented, person = _DEGREE[given.documented], _DEGREE[given.person]
    except (ValueError, ValidationError, KeyError, TypeError) as error:
        raise MalformedReply(f"{by} did not fill in the assessment: {answer[:80]!r}") from error
    ask = given.ask.strip() if clarity > 1 and is_worth_asking(given.ask, language) else None
    return Assessment(
        clarity=clarity,
        is_question=is_question,
        is_consultation=is_consultation,
        in_internal_docs=documented,
        ask_person=person,
        ask_missing_info=ask if is_question <= 2 else None,
        res_consultation=ask if is_consultation <= 2 else None,
        standalone_question=given.question.strip() or None,
        by=by,
    )


def is_worth_asking(ask: str, language: Language) -> bool:
    """A sentence in the user's language, not a fragment."""
    normal = normal_form(ask)
    return len(normal) >= 8 and detect_language(ask, language) == language
