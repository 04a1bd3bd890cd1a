"""A Japanese reply to a question -> the statement that it makes.

    部屋は禁煙でよろしいですか   はい            -> 部屋は禁煙で良い
    ホテルと旅館のどちらですか   後者で          -> 旅館が良い
    ご予算はいくらですか         839円です       -> 予算は839円だ

The question is made a plain statement, and the reply affirms it, denies it, chooses from it or fills it in.
"""

import re

from yorisoi.language import noun_phrases
from yorisoi.language.packs.ja.plain_form import denied, plain_form, verb_of_stem, without_honorifics

_ENDS_OF_SENTENCE = re.compile(r"(?<=[。?？!！])\s*")
_INTERJECTION = (
    r"(?:はい|ええ|うん|ああ|あ|えっと|ええと|そうですね|そうだね|そうですか|なるほど|いえ|いや|いいえ|うーん"
    r"|では|じゃあ)"
)
_LEADING = re.compile(rf"^(?:{_INTERJECTION}[、。,!！ …]+)+")
_YES = re.compile(
    r"(?:はい|ええ|うん|もちろん|ぜひ|そう|そうです|それで|そのように|よろしく|大丈夫|構いません|かまいません|かまわない|構わない"
    r"|問題ない|問題ありません|いい|良い|いいです|良いです|いいですよ|結構です|けっこうです|お願い|(?:よろしく)?お願い(?:いた)?します"
    r"|お願いしたい|です|ます|で|が|それ|ね|よ|か|な|、)+"
)
_NO = re.compile(
    r"(?:いいえ|いえ|いや|ううん|いりません|いらない|要りません|要らない|不要|必要ない|必要ありません|必要はない|特に|別に|ない|なし|無し"
    r"|ありません|ございません|結構|けっこう|遠慮します|大丈夫|なくて|なくても|無くて|無くても|いい|良い|構いません|です|だ|よ|ね|、|は)+"
)
_ONLY_NO = re.compile(
    r"いいえ|いえ|いや|ううん|いり|いら|要り|要ら|不要|必要|特に|別に|な[いしく]|無|ありません|ございません|遠慮"
)
_LATTER = re.compile(r"後者|(?:後|あと|二つ目|2つ目|二番目|2番目)の(?:方|ほう|もの)?")
_FORMER = re.compile(r"前者|(?:先|最初|一つ目|1つ目|一番目|1番目)の(?:方|ほう|もの)?")
_EITHER = re.compile(r"(?:どちら|どっち|どれ)でも")
_CHOICE = re.compile(
    r"(?P<one>[^、。は]+?)(?:と|か、?|または|もしくは|、)(?P<other>[^、。]+?)(?:です|だ)?か?"
    r"(?:では|でしたら|なら|だと|とで(?:は)?|の|は|が(?:あり|ござい)ますが)?、?(?:どちら|どっち)"
)
_OFFERED = re.compile(
    r"(?:必要|しましょう|いたしましょう|探し|希望|いりますか|要りますか|使い|利用|あったほう|あった方|付け)"
)
_GENERIC = re.compile(r"(?:要望|希望|内容|詳細|リクエスト|その他|ほか|他|件)$")
_ENDINGS: tuple[tuple[str, str], ...] = (
    (r"(?:して|って)(?:も)?(?:よろしい|よい|良い|いい|構わない|かまわない)(?:です|でしょう)か", r"しても良い"),
    (r"(?P<p>[でがはも])(?:よろし|よ|良|い)(?:い|かった)(?:です|でしょう)か", r"\g<p>良い"),
    (r"(?:よろし|よ|良|い)い(?:です|でしょう)か", r"良い"),
    (
        r"(?P<p>なんて|など|は)?(?:いかが|どう)(?:です|でしょう|なさいます|なさい|いたしましょう|いたします|致します|されます)か?",
        r"が良い",
    ),
    (
        r"(?P<p>[をはがも])?(?:希望|望み)(?:です|でしょう|されます|なさいます|になります|します|でいらっしゃいます)か",
        r"を希望する",
    ),
    (r"を?(?:探し|お探し)(?:です|でしょう|でいらっしゃいます)か", r"を探している"),
    (r"を?(?:探し)(?:しましょう|いたしましょう|致しましょう|します|いたします|致します)か", r"を探してほしい"),
    (r"(?:しましょう|いたしましょう|致しましょう|いたします|致します)か", r"してほしい"),
    (r"(?:さ|なさ)れますか|(?:に)?な(?:さい|られ)ますか", r"する"),
    (r"(?:あり|ござい)ますか|(?:お)?ありですか", r"ある"),
    (r"(?:い|おり|いらっしゃい)ますか", r"いる"),
    (r"(?:です|でしょう)か", r"だ"),
)
_STEM_BECOMES = re.compile(r"(?P<stem>[一-龥ァ-ヶーa-zA-Z]+[ぁ-ん]{0,2})に(?:なり|なられ)ますか$")


def is_reply(question: str, text: str) -> bool:
    """The assistant's last sentence asks, and the utterance does not ask in turn."""
    return bool(_asks(question)) and not re.search(r"[?？]$|(?:ます|です|でしょう|ません)か[。\s]*$", text.strip())


def _asks(text: str) -> str | None:
    """The last sentence of an utterance that asks for something, honorifics and closing marks taken off."""
    for sentence in reversed([part for part in _ENDS_OF_SENTENCE.split(text.strip()) if part.strip()]):
        bare = without_honorifics(sentence.strip()).rstrip("。?？!！ 　")
        if re.search(r"(?:か|かな|の)$", bare) or re.search(r"[?？]$", sentence.strip()) or _REQUEST.search(bare):
            return bare
        if not re.search(r"(?:です|ます|ください|下さい)ね?$", bare):
            return None
    return None


_REQUEST = re.compile(
    r"(?:教えて|聞かせて|お?知らせ|選び|選んで)(?:ください|下さい|いただけ|頂け|もらえ)|お願いします$|お願いいたします$"
)


def statement(question: str, text: str) -> str:
    """What the reply `text` to the assistant's `question` says; the text itself where nothing is to be restored."""
    asked = _asks(question)
    if asked is None:
        return text
    bare = text.strip().rstrip("。!！ 　")
    rest = _LEADING.sub("", bare + "。").rstrip("。!！ 　") or bare
    if chosen := _chosen(asked, rest):
        return chosen + "。"
    affirmed = _affirmed(asked)
    if _is_no(rest, asked):
        return denied(affirmed) + "。"
    if _YES.fullmatch(rest):
        return affirmed + "。"
    return _filled_in(asked, rest) or text


def _is_no(rest: str, asked: str) -> bool:
    if not _NO.fullmatch(rest):
        return False
    return bool(_ONLY_NO.search(rest)) or (
        bool(_OFFERED.search(asked)) and bool(re.match(r"結構|大丈夫|いいです", rest))
    )


def _chosen(asked: str, rest: str) -> str | None:
    """前者, 後者, どちらでも: of the two that the question names."""
    options = _CHOICE.search(asked)
    if not options:
        return None
    one, other = (re.sub(r"^.*(?:は|で|なら)、?(?=\S)", "", options[name]).strip() for name in ("one", "other"))
    if _EITHER.match(rest):
        return f"{one}か{other}かどちらでも良い"
    if _LATTER.match(rest):
        return f"{other}が良い"
    if _FORMER.match(rest):
        return f"{one}が良い"
    return None


def _affirmed(asked: str) -> str:
    """The question as a plain statement: 川が見える部屋でよろしいですか -> 川が見える部屋で良い."""
    if found := _STEM_BECOMES.search(asked):
        stem = found["stem"]
        verb = verb_of_stem(stem) if re.search(r"[ぁ-ん]$", stem) else stem + "する"
        return plain_form(asked[: found.start()]) + verb
    for pattern, instead in _ENDINGS:
        changed, count = re.subn(f"(?:{pattern})$", instead, asked)
        if count:
            return _tidy(plain_form(changed))
    return _tidy(re.sub(r"か$", "", plain_form(asked)))


def _tidy(said: str) -> str:
    said = re.sub(r"を(?=[をが])|は(?=が)|が(?=を)|[のに](?=を希望)", "", said)
    said = re.sub(r"^(?:それでは|では|そうしますと|でしたら|なお)、?", "", said)
    return re.sub(r"(?:だが|ますが|ので|けれど)、(?=(?:良い|が良い|で良い)$)", "て", said)


_WISHES: tuple[tuple[str, str], ...] = (
    (r"(?:で|を)?、?(?:よろしく)?お願い(?:します|いたします|致します|したいです|できますか|したい|できれば)", "が良い"),
    (
        r"(?:が|で)?(?:いい|良い|よい|嬉しい|助かる|ありがたい)(?:です|かな|かも|ですね|と思います|んですが|のですが|んですけど)(?:ね|よ)?",
        "が良い",
    ),
    (r"を?希望(?:です|します|しています|いたします|したいです)", "を希望する"),
    (r"(?:で|が)(?:いい|良い|よい)", "が良い"),
    (r"(?:かな|かなあ|ですかね|でしょうか|になります|ぐらいですね|くらいですね)", "だ"),
    (r"(?:は|も)?(?:いり|要り)ません|(?:は|も)?(?:いらない|要らない)です", "は必要ない"),
    (r"(?:は|も)?(?:必要|特に必要)(?:ない|ありません|はありません|ないです)", "は必要ない"),
    (r"(?:は|も)?(?:いら|要ら)ない", "は必要ない"),
    (r"(?<=[一-龥ァ-ヶーa-zA-Z0-9])(?:で|が)", "が良い"),
)


def _filled_in(asked: str, rest: str) -> str | None:
    """A reply without a topic of its own under the topic of the question, in plain style; None where it has one."""
    said = without_honorifics(rest)
    for pattern, instead in _WISHES:
        said, count = re.subn(f"(?:{pattern})$", instead, said)
        if count:
            break
    else:
        said = plain_form(re.sub(r"(?:ね|よ)$", "", said))
        if re.fullmatch(r"[^はがをにもで]*[一-龥ァ-ヶー0-9a-zA-Z]", said):
            said += "だ"
    topic = _topic(asked)
    if topic and not _GENERIC.search(topic) and _is_fragment(said) and topic[-2:] not in said:
        return f"{topic}は{said}。"
    return None


def _is_fragment(said: str) -> bool:
    """A noun and what is said of it: no topic, subject or object of its own."""
    return not re.search(r"[はをも]|が(?!良い|いい)", said) and len(said) <= 24


def _topic(asked: str) -> str | None:
    """What the question asks about: 予算はいくらですか -> 予算, 人数を教えてください -> 人数."""
    found = re.search(r"([^、。はをが]+?)(?:は|を(?=教え|聞か|知ら|選|願)|について|に関して|の希望)", asked)
    if not found:
        return None
    phrases = noun_phrases(found[1], "ja")
    return found[1] if phrases and found[1].endswith(phrases[-1].text) else (phrases[-1].text if phrases else None)
