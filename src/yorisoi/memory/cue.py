"""What a question says about the memories it wants: words, people, time; and whether it wants any at all."""

import re
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from yorisoi.language import analyse, detect_language, keywords, normal_form
from yorisoi.memory.persona.asking import kinds_asked_for
from yorisoi.memory.when import Stretch, stretches
from yorisoi.memory.words import ASSISTANT, USER
from yorisoi.types import Language

_RECOLLECTS = re.compile(
    # 前に話した, 覚えてる?, ...でしたっけ
    r"覚えて|おぼえて|思い出|っけ(?:$|[?。、])|(?:以前|この前|こないだ|この間|先日|前に|前回|さっき|最初に|昔).{0,20}"
    r"(?:話|言|聞|伝|教え|相談|答え|お願い|書|行った|買った|食べた)"
    r"|(?:話し|言っ|伝え|教え|相談し|お願いし)(?:た|てい?た|てくれた)(?!ら|い|く)"
    r"|记得|(?:之前|以前|上次|刚才|先前).{0,12}(?:说|讲|问|告诉|提|聊|去|买|吃)|(?:说|提|聊)(?:过|到过)"
    r"|\b(?:remember|recall)\b"
    r"|\b(?:i|we|you) (?:have |had |just )?(?:said|told|mentioned|talked|asked|recommended|suggested)\b"
    r"|\b(?:did|have) (?:i|you|we) (?:ever )?(?:say|said|tell|told|mention|talk|ask|recommend)"
)
_OF_ONESELF = re.compile(
    # 私の好きな…は何, 我住在哪里, what is my ..., where do I ...
    r"(?:私|わたし|僕|ぼく|俺|自分|うち)(?:の|は|が|って).{0,30}(?:何|なに|なん|どこ|いつ|誰|だれ|どれ|どんな|どう|どちら|いくつ|"
    r"でし?たか|ですか|ますか|ましたか|かな|[?])"
    r"|我(?:的|喜欢|讨厌|住|在哪|是|有|最|什么时候|以前|会).{0,20}(?:什么|哪|谁|几|多少|吗|[?])"
    r"|\b(?:what|which|where|when|who|how many|how old)\b.{0,30}\b(?:my|i|me)\b"
    r"(?!\s*(?:should|can|could|need|have to|must|apply|request|get|submit|reset|change|use|contact))"
)
_OF_THE_ASSISTANT = re.compile(
    r"教えて(?:くれ|もら|いただ)|(?:おすすめ|紹介|案内|説明|回答)して(?:くれ|もら|いただ)"
    r"|(?:あなた|君|そちら|yorisoi)(?:が|は|の)"
    r"|(?:你|您)(?:说|讲|告诉|推荐|介绍|回答)"
    r"|\byou (?:said|told|mentioned|recommended|suggested|answered|gave)\b|\byour answer\b"
    r"|\bdid you (?:say|tell|mention|recommend|suggest|answer)\b"
)
_STATES = re.compile(
    # ends as a sentence does, or has oneself in it: コーヒーが好きです, 毎朝走っている, 我喜欢..., I like ...
    r"(?:です|だ|ません|[るたいうくぐすつぬぶむ]|好き|嫌い|苦手|得意)(?:よ|ね|よね|わ|けど|が)?[。.!！…~〜]*$"
    r"|私|わたし|僕|ぼく|俺|我|\b(?:i|i'm|i've|my)\b"
)
_ASKS = re.compile(
    r"[?？]|(?:か|かな|かね|っけ|教えて|ください|下さい|お願いします|吗|呢)[。.!！]*$"
    r"|^(?:what|which|where|when|who|how|why|do|did|does|is|are|was|please|tell me)\b"
)
_POLITE_REQUEST = re.compile(r"教えて(?:くれ|いただけ|もらえ)(?:ますか|ませんか|る|ない)")
"""「教えてくれますか」 asks for an answer to come, not for one that was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """A question as memory sees it."""

    words: tuple[str, ...]
    """Its terms, each once."""
    subject: tuple[str, ...]
    """Of those the ones that name what it is about: 教えて and its like are left out."""
    vector: NDArray[np.float32] | None
    """Shape (dimension,), as queries are embedded."""
    speakers: frozenset[str]
    """Whose words are wanted: those whom it names.  Empty: anybody's, but for the assistant's."""
    own: bool
    """Only the user's own words are wanted: a statement, or a question about oneself, that names nobody else."""
    times: tuple[Stretch, ...]
    kinds: frozenset[str]
    """Of facts about oneself that it asks for, such as `home`."""
    recollects: bool
    """It asks for what was said before, or for something about the person who asks."""


def cue_of(
    question: str,
    language: Language,
    vector: NDArray[np.float32] | None,
    speakers: tuple[str, ...],
    now: datetime,
) -> Cue:
    """The cue that a question gives; `speakers` are those who spoke in this memory."""
    normal = normal_form(question)
    language = detect_language(question, language)
    times = tuple(stretches(question, now))
    named = {name for name in speakers if name not in (USER, ASSISTANT) and _names(normal, normal_form(name))}
    if _of_the_assistant(normal):
        named.add(ASSISTANT)
    return Cue(
        words=tuple(dict.fromkeys(analyse(question, language).words)),
        subject=tuple(dict.fromkeys(analyse(" ".join(keywords(question, language)), language).words)),
        vector=vector,
        speakers=frozenset(named),
        own=not named and USER in speakers and (states(question) or asks_about_oneself(question)),
        times=times,
        kinds=kinds_asked_for(question) if asks_about_oneself(question) else frozenset(),
        recollects=bool(named) or asks_what_was_said(question) or asks_about_oneself(question),
    )


def asks_what_was_said(question: str) -> bool:
    """The question wants something that was said before: 「前に話した店」, 「覚えていますか」."""
    normal = normal_form(question)
    return bool(_RECOLLECTS.search(normal)) or _of_the_assistant(normal)


def asks_about_oneself(question: str) -> bool:
    """The question is about the person who asks: 「私の趣味は何ですか」."""
    return bool(_OF_ONESELF.search(normal_form(question)))


def states(question: str) -> bool:
    """The utterance is no question but says something, about the one who says it unless it names somebody."""
    normal = normal_form(question)
    return bool(_STATES.search(normal)) and not _ASKS.search(normal)


def _of_the_assistant(normal: str) -> bool:
    return bool(_OF_THE_ASSISTANT.search(normal)) and not _POLITE_REQUEST.search(normal)


def _names(text: str, name: str) -> bool:
    if name.isascii():
        return bool(re.search(rf"\b{re.escape(name)}\b", text))
    return name in text
