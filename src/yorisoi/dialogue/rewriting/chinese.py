"""Chinese follow-ups: 他, 它, 那里, 这个 and their like, left-out subjects and objects, 「X呢？」."""

import re
from difflib import SequenceMatcher

from yorisoi.dialogue.aspects import is_aspect
from yorisoi.dialogue.rewriting.context import Context
from yorisoi.language import Morpheme, Pos, morphemes, noun_phrases
from yorisoi.language.kinds import kind_of

_PERSON = re.compile(r"(?:他|她|那个人|这个人)(?!们)")
_PEOPLE = re.compile(r"[他她它]们")
_PLACE = re.compile(r"(?:那里|那儿|那边|这里|这儿)")
_THIS_NOUN = re.compile(
    r"(?P<that>(?:这|那|(?<!应)该|此)(?:一?[个种本部首款家件项位条张只口篇座])?)(?P<noun>[一-龥]{1,4})"
)
_THING = re.compile(
    r"它|其(?![他它实中余次])|(?:这|那)(?:个|种|件事|些)?(?=的|是|有|要|在|怎么|多少|好|$)|(?<!应)该(?=[一-龥])"
)
_THEN = re.compile(r"^(?:那么?|然后|另外|还有)[，, ]?(?=[你我他她它怎什为多哪谁有是要可需能在]|$)")
_ANOTHER = re.compile(
    r"^(?:那么?|然后|另外)?[，, ]?(?P<named>[^，。？?呢]{1,16}?)(?P<of>的)?(?:呢|的话呢?|怎么样)[？?。]*$"
)
_WHY = re.compile(r"^(?:那)?(?:为什么|为啥|为何|怎么会)[呢啊？?。]*$")
_CLOSING = re.compile(r"(?P<closing>(?:了|吗|嘛|呢|吧|啊|呀|哦|么|不|没|哇|哈|啦|[？?！!。…])*)$")
_ASKING = re.compile(r"什么|怎么|怎样|哪|谁|多少|几|为啥|啥|如何|何时|多[高大长久远]")
_WANTS_A_NAME = re.compile(r"什么|谁|哪|推荐")
_FIRST_OR_SECOND = re.compile(r"^(?:那|可是|但是?|不过|所以|因为)?(?:我们?|你们?|您|咱们?|人家)")
_FILLER = re.compile(r"(?:知道|喜欢|听说|觉得|认识|看过|听过|想|爱|关于|有|是|去|看|吃|玩|说|最|好|很|超|推荐|介绍)")
_TIME = re.compile(
    r"今天|明天|昨天|后天|前天|最近|现在|时候|时间|以前|以后|刚才|今年|去年|明年|今晚|晚上|早上|平时|什么|东西|事情?|人"
)
_MEASURE = re.compile(r"^(?:[一二三四五六七八九十几两0-9]+[个种本部首款家件项位条张只篇座次]?)")
_NAMING = frozenset((Pos.NOUN, Pos.PROPER, Pos.NUMBER, Pos.SUFFIX, Pos.ADJECTIVE))
_SHORT_ANSWER = 8
"""Characters of an answer that is hardly more than a name."""
_OBJECT_VERBS = """
    知道 喜欢 看 听 吃 玩 去 买 认识 会 爱 讨厌 想 用 读 说 学 介绍 推荐 了解 见 养 找
    要 看到 听说 觉得 同意 懂 相信 记得 听过 看过 去过 吃过 玩过 用过 买过 讲 聊 谈 怕 等
    换 充 申请 办理 提交 报销 取消 使用 修改 办
"""
_TAKES_OBJECT = frozenset(_OBJECT_VERBS.split())


def resolve(text: str, context: Context) -> str:
    """The utterance with what it leaves to the conversation put back; itself where nothing fits.

    - 「她老公是谁」 -> 王菲老公是谁; 「那里远吗」 -> the last place
    - 「上海的呢？」 -> the question before with the place changed
    - 「你看过吗」 -> 你看过青春之旅吗: an object, after a verb that has a subject
    - 「在哪里」 -> 左右岸烧烤在哪里: a subject, before everything else
    """
    topic = topic_of(context)
    if not topic:
        return text
    if match := _ANOTHER.fullmatch(text.strip()):
        return _another(text, match, context, topic)
    if _WHY.fullmatch(text.strip()):
        return f"{text.rstrip('？?。')}：{context.question}" if context.question else text
    pointed = _pronouns(text, topic, context)
    if pointed != text or topic in text:
        return pointed
    bare = _THEN.sub("", text)
    if placed := _as_object(bare, topic):
        return placed
    return bare if _FIRST_OR_SECOND.match(bare) and not _ASKING.search(bare) else topic + bare


def topic_of(context: Context) -> str | None:
    """What was spoken of: the longest words that question and answer share, a short answer's name, else what the
    question names."""
    asked, answer = context.question, context.answer
    if asked and answer:
        if shared := _shared(asked, answer):
            return shared
        if _WANTS_A_NAME.search(asked) and len(answer) <= _SHORT_ANSWER and (named := _named(answer)):
            return named
    for said in (asked, answer):
        if said and (named := _named(said)):
            return named
    return None


def _shared(one: str, other: str) -> str | None:
    """The longest stretch that both hold, verbs and grammar at its ends taken off; names are often no word of the
    dictionary, and who repeats them shows where they begin and end."""
    found = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    words = list(morphemes(one[found.a : found.a + found.size], "zh"))
    while words and not _names(words[0]):
        words.pop(0)
    while words and not _names(words[-1]):
        words.pop()
    shared = "".join(word.surface for word in words)
    return shared if len(shared) > 1 and not is_aspect(shared, "zh") else None


def _named(said: str) -> str | None:
    phrases = [_MEASURE.sub("", phrase.text) for phrase in noun_phrases(said, "zh")]
    things = [text for text in phrases if text and not is_aspect(text, "zh") and not _TIME.fullmatch(text)]
    return max(things, key=len, default=None)


def _names(word: Morpheme) -> bool:
    return word.pos in _NAMING and not _TIME.fullmatch(word.surface) and not _FILLER.fullmatch(word.surface)


def _pronouns(text: str, topic: str, context: Context) -> str:
    if found := _PEOPLE.search(text):
        return _put(text, found, topic)
    if found := _PERSON.search(text):
        person = context.latest(lambda name: kind_of(name, "zh") == "person")
        return _put(text, found, person or topic)
    if found := _PLACE.search(text):
        place = context.latest(lambda name: kind_of(name, "zh") == "place")
        return _put(text, found, place or topic)
    for found in _THIS_NOUN.finditer(text):
        for length in range(len(found["noun"]), 0, -1):
            noun = found["noun"][:length]
            if named := context.latest(lambda name, noun=noun: name != noun and name.endswith(noun)):  # type: ignore[misc]
                return text[: found.start()] + named + text[found.start("noun") + length :]
    if found := _THING.search(_THEN.sub("", text)):
        return _put(_THEN.sub("", text), found, topic)
    return text


def _put(text: str, found: re.Match[str], instead: str) -> str:
    return text[: found.start()] + instead + text[found.end() :]


def _another(text: str, match: re.Match[str], context: Context, topic: str) -> str:
    named, before = match["named"], context.question
    if not before:
        return text
    if is_aspect(named, "zh"):
        return f"{topic}的{named}"
    if not noun_phrases(named, "zh"):
        return topic + _THEN.sub("", text)
    kind = kind_of(named, "zh")
    phrases = [phrase.text for phrase in noun_phrases(before, "zh") if phrase.text != named]
    for each in phrases:
        if (kind and kind_of(each, "zh") == kind) or (not kind and each[-2:] == named[-2:]):
            return before.replace(each, named, 1)
    parts = [word.surface for phrase in phrases for word in morphemes(phrase, "zh")]
    if kind and (part := next((each for each in parts if kind_of(each, "zh") == kind), None)):
        return before.replace(part, named, 1)
    return f"{named}{match['of'] or ''}，{before}" if kind or match["of"] else text


def _as_object(text: str, topic: str) -> str | None:
    """The topic behind the last verb where that verb wants an object and has a subject, or nothing before it."""
    if _ASKING.search(text):
        return None
    closing = _CLOSING.search(text)
    head = text[: closing.start()] if closing else text
    words = morphemes(head, "zh")
    if not words:
        return None
    tail = words[-1]
    verb = words[-2] if tail.surface in ("过", "了", "着", "起", "到", "一下") and len(words) > 1 else tail
    if not _wants_object(verb):
        return None
    has_subject = bool(_FIRST_OR_SECOND.match(head))
    if has_subject or all(word.pos in (Pos.VERB, Pos.ADVERB, Pos.PARTICLE, Pos.SUFFIX) for word in words):
        return head + topic + text[len(head) :]
    return None


def _wants_object(word: Morpheme) -> bool:
    surface = re.sub(r"^(?:不|没|没有|不想|想)|(?:过|不起|不到|不了|得起)$", "", word.surface)
    return surface in _TAKES_OBJECT or word.surface in _TAKES_OBJECT
