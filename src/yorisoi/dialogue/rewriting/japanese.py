"""Japanese follow-ups: こそあど, left-out topics and predicates, siblings of what was asked about."""

import re
from collections.abc import Sequence

from yorisoi.dialogue.aspects import is_aspect
from yorisoi.dialogue.rewriting.context import Context
from yorisoi.language import noun_phrases
from yorisoi.language.kinds import kind_of

_FULL = r"[^、。はがをにで？?]{1,24}?"
_SHORT = re.compile(
    rf"(?:では|じゃあ?|それでは|それじゃあ?|あと|ちなみに|なら|で)?、?(?P<named>{_FULL})"
    r"(?:(?P<case>の場合|だと|なら|であれば|の方|のほう|の時|のとき)(?:は|には|も|でも|だと)?|(?P<also>も|でも)|は|って(?:いうのは)?)"
    r"(?:、?(?P<how>どう(?:なりますか|なる|ですか|でしょうか|なの(?:でしょうか|ですか)?)?|いかが(?:ですか|でしょうか)"
    r"|同じ(?:ですか|でしょうか|なの|ように(?:できますか|なりますか))?|(?:そう)?ですか|できますか|でしょうか))?[？?。]*"
)
_THAT_NOUN = re.compile(
    r"(?P<that>その|この|あの|そういった|そういう|こういった|こういう|同じ)(?P<noun>[一-龥ァ-ヶーA-Za-z]+)"
)
_THAT = re.compile(
    r"それら?(?=[のはがをにもでって]|について)(?!でも|では(?!なく)|でし)|これら?(?=[のはがをにもって]|について)|あれ(?=[のはがをにもって])"
    r"|(?:そちら|こちら|そっち|こっち)(?=[のはがをにも])|(?:上記|前述|先ほど|さっき)(?:の件|の話|の)?"
)
_THERE = re.compile(r"(?:そこ|ここ|あそこ)(?=[のはがをにもでへま])")
_THEY = re.compile(r"(?:彼女|彼)(?:ら|たち)?(?=[のはがをにもと])|(?:その|あの|この)(?:人|方|かた)(?=[のはがをにもと])")
_ASKED_BEFORE = re.compile(
    r"(?:前に|以前|先日|前回|この前|この間)(?:に|も|、)?(?:聞いた|話した|相談した|質問した|教えてもらった|教えて(?:くれた|いただいた)|言った|伺った)"
    r"(?:件|話|こと|もの|やつ|(?P<noun>[一-龥ァ-ヶー]+))?"
)
_CASE_OF = re.compile(r"(?:その|この)(?:場合|時|とき|際)|そうなると|それなら|そうすると|そしたら")
_ADNOMINAL = re.compile(r"(?:その|この|あの)(?!他|ほか|まま|後|時|とき|場合|際|ため|上で|都度|たび)")
_TOPIC_MARK = re.compile(r"は|って|とは|について|に関|を(?=教え|知り)")
_ACT = re.compile(r"(?:し|いたし)(?:ました|ます|た|て)")
_AMOUNT = re.compile(r"[0-9０-９][0-9,，０-９]*(?:円|人|回|年|歳|%|％|時間|か月)")
_NO_THING = ("場合", "とき", "時", "件", "方", "ほう", "際")
_WH = re.compile(
    r"^(?:では|じゃあ?|それでは|あと|ちなみに|で)?、?(?:いつ|どこ|だれ|誰|何|いくら|いくつ|どう|どの|どんな|どれ|なぜ|どうして|どちら)"
)
_CONTINUES = re.compile(r"^(?:それ(?:では|じゃあ?|なら)|では|じゃあ?|ちなみに|あと|他に|ほかに|それと|で、|なら)、?")
_ASKS_FOR_A_NAME = re.compile(
    r"(?<!と)(?:は|が)(?:何|なん|誰|だれ|どこ|どれ|どちら|どなた)(?:です|でしょう|になり)"
    r"|(?:誰|だれ|どなた|どこ|どちら)(?:に|へ|の|が)"
)


def resolve(text: str, context: Context) -> str:
    """The utterance with what it leaves to the conversation put back; itself where nothing fits.

    - 「その申請方法は？」 -> 夏季休暇の申請方法は？; 「その休暇は」 finds the last phrase that ends in 休暇
    - 「大阪の場合は？」, 「福岡は？」 -> the question before with the place changed, or with the case behind it
    - 「申請方法は？」 -> another side of the topic; 「年次有給休暇は？」 -> the same about its sibling
    - 「いつまでですか」 -> 夏季休暇はいつまでですか
    - any other 「Xは？」 is a topic of its own and stays
    """
    before = context.question
    topic = next(filter(None, map(topic_of, reversed((*context.recalled, *context.questions)))), None)
    focus = _answered(context) or topic
    if not focus or not before:
        return text
    topic = topic or focus
    if match := _SHORT.fullmatch(text.strip()):
        whole = _short(text, match, before, topic)
        if whole != text or not _demonstrates(text):
            return whole
    pointed = _demonstratives(text, focus, context)
    if pointed != text:
        return pointed
    bare = _CONTINUES.sub("", text)
    if (rival := _rival(topic, bare)) and rival == topic:
        return f"{before}（{bare}）"
    topic = topic.replace(f"{rival}の", "", 1) if rival else topic
    if _WH.match(text) or _starts_with_aspect(bare):
        joint = "の" if _starts_with_aspect(bare) and not _WH.match(text) else "は"
        return f"{topic}{joint}{bare}"
    return f"{topic}について、{bare}"


def _rival(topic: str, text: str) -> str | None:
    """The link of the topic in whose place the utterance names another: 大阪 of 大阪の夏季休暇 for 「福岡はいつ」."""
    kinds = {kind_of(phrase.text, "ja") for phrase in noun_phrases(text, "ja")} - {None}
    return next((link for link in topic.split("の") if kind_of(link, "ja") in kinds), None)


def topic_of(question: str) -> str | None:
    """What a question is about: the phrase before は or について, without the side of it that was asked for; None where
    it names nothing but sides, amounts and acts (「電話しました」).

    大阪の夏季休暇の申請方法は？ -> 大阪の夏季休暇
    """
    chains = [chain for chain in _chains(question) if not re.match(r"[何幾]", chain[0]) and not _ACT.match(chain[1])]
    named = [(bare, after) for text, after in chains if (bare := without_aspects(text)) and not _AMOUNT.search(bare)]
    marked = [text for text, after in named if _TOPIC_MARK.match(after)]
    return marked[0] if marked else max((text for text, _ in named), key=len, default=None)


def without_aspects(chain: str) -> str:
    """夏季休暇の申請方法 -> 夏季休暇; empty when it names nothing but sides (申請の期限)."""
    links = chain.split("の")
    while links and (is_aspect(links[-1], "ja") or links[-1] in _NO_THING):
        links.pop()
    return "の".join(links)


def _chains(text: str) -> list[tuple[str, str]]:
    """Noun phrases with の between them, in order, each with what follows it."""
    found: list[tuple[int, int]] = []
    for phrase in noun_phrases(text, "ja"):
        if found and text[found[-1][1] : phrase.start] == "の":
            found[-1] = (found[-1][0], phrase.end)
        else:
            found.append((phrase.start, phrase.end))
    return [(text[start:end], text[end:]) for start, end in found]


def _answered(context: Context) -> str | None:
    """The name that the last answer gave, where the question asked for one: 「必要な書類は何ですか」「診断書です」."""
    answer = context.answer
    if not answer or not context.question or not _ASKS_FOR_A_NAME.search(context.question):
        return None
    first = re.split(r"[。\n]", answer, maxsplit=1)[0]
    named = [text for text, after in _chains(first) if re.match(r"さん|[」』]?(?:を|です|で|に|が|$)", after)]
    return next((text for text in named if without_aspects(text)), None) if len(first) <= 40 else None


def _demonstratives(text: str, focus: str, context: Context) -> str:
    if found := _THEY.search(text):
        person = context.latest(lambda name: kind_of(name, "ja") == "person")
        return _put(text, found, person or focus)
    if found := _THERE.search(text):
        place = context.latest(lambda name: kind_of(name, "ja") == "place")
        return _put(text, found, place or focus)
    if found := _CASE_OF.search(text):
        return f"{text[: found.start()]}{text[found.end() :].lstrip('は、')}（{focus}）"
    if found := _ASKED_BEFORE.search(text):
        noun = found["noun"] or ""
        named = noun and context.latest(lambda name: name != noun and name.endswith(noun))
        return _put(text, found, named or focus)
    if found := _THAT_NOUN.search(text):
        noun = found["noun"]
        if named := context.latest(lambda name: name != noun and name.endswith(noun)):
            return _put(text, found, named)
        if found["that"] == "同じ":
            return f"{text}（{focus}）"
    if found := _ADNOMINAL.search(text):
        return _put(text, found, f"{focus}の")
    if found := _THAT.search(text):
        joint = "の" if found.group().endswith("の") else ""
        return _put(text, found, focus + joint)
    if re.search(r"同じ|そう(?:いう|いった)|そんな|こんな", text):
        return f"{text}（{focus}）"
    return text


def _demonstrates(text: str) -> bool:
    return any(
        pattern.search(text) for pattern in (_THEY, _THERE, _ASKED_BEFORE, _CASE_OF, _THAT_NOUN, _ADNOMINAL, _THAT)
    )


def _put(text: str, found: re.Match[str], instead: str) -> str:
    return text[: found.start()] + instead + text[found.end() :]


def _short(text: str, match: re.Match[str], before: str, topic: str) -> str:
    named = match["named"]
    case = match["case"] or match["also"] or match["how"]
    if not case and is_aspect(named.split("の")[-1], "ja"):
        return f"{topic}の{named}は？" if without_aspects(named) == "" else text
    if sibling := _sibling(named, before):
        return before.replace(sibling, named, 1)
    kind = kind_of(named, "ja")
    return f"{before}（{named}の場合）" if kind != "person" and (case or kind) else text


def _sibling(named: str, before: str) -> str | None:
    """The phrase of the question before in whose place the new one can stand: of its kind, or with its head."""
    kind = kind_of(named, "ja")
    phrases = [phrase.text for phrase in noun_phrases(before, "ja") if phrase.text != named]
    if kind:
        return next((each for each in phrases if kind_of(each, "ja") == kind), None)
    return next((each for each in phrases if each[-2:] == named[-2:] and not is_aspect(each, "ja")), None)


def _starts_with_aspect(text: str) -> bool:
    chains: Sequence[tuple[str, str]] = _chains(text)
    return bool(chains) and text.startswith(chains[0][0]) and not without_aspects(chains[0][0])
