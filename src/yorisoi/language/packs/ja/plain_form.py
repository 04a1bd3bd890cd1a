"""Japanese in plain style: です and ます gone, honorifics gone, and what a statement is when it is denied."""

import re
from typing import Any

from yorisoi.language.packs.ja.morphology import tokens

_HONORIFIC = re.compile(r"(?:(?<![一-龥ぁ-ん])|(?<=[のがをにはでともるいなた、]))(?:お|ご|御)(?=[一-龥])")
_WHOLE_WORDS = re.compile(r"(?:お|ご|御)(?:金|湯|茶|腹|飯|土産|手洗|祭|盆|馳走|覧|存知|社|中|願|断|礼)")
_CHILD = re.compile(r"(?:お|御)(?:子|こ)(?:様|さま|さん)")
_DENIED_ROW = dict(zip("うくぐすつぬぶむる", "わかがさたなばまら", strict=True))
_CONJUNCTIVE_ROW = dict(zip("いきぎしちにびみり", "うくぐすつぬぶむる", strict=True))


def without_honorifics(text: str) -> str:
    """お部屋 -> 部屋, ご予算 -> 予算; words that have no other form stay (お金, ご飯).

    >>> without_honorifics("ご予算とお部屋はお決まりですか")
    '予算と部屋は決まりですか'
    """
    text = _CHILD.sub("子供", text)
    return _HONORIFIC.sub(lambda found: "" if not _WHOLE_WORDS.match(text, found.start()) else found.group(), text)


def plain_form(text: str) -> str:
    """The text with です and ます taken out, tense and denial kept as far as they are simple.

    >>> plain_form("2泊したいです。駅に近いところがいいです。3人です。歩いて行きます。")
    '2泊したい。駅に近いところがいい。3人だ。歩いて行く。'
    """
    said: list[str] = []
    found = [token for token, _ in tokens(text)]
    at = 0
    while at < len(found):
        token, after = found[at], found[at + 1] if at + 1 < len(found) else None
        if _is_verb(token) and after is not None and after.dictionary_form() == "ます":
            denied = after.surface() == "ませ"
            past = after.surface() == "まし"
            if denied:
                said.append(_denied(token))
                at += 3
            elif past:  # 行きました would need 行った: left as it is
                said.extend((token.surface(), after.surface()))
                at += 2
            else:
                said.append(token.dictionary_form())
                at += 2
            continue
        if token.dictionary_form() == "です" and token.surface() == "です" and said:
            before = found[at - 1].part_of_speech()
            ends = before[0] in ("形容詞", "動詞") or before[4] in ("助動詞-タイ", "助動詞-ナイ", "助動詞-タ", "形容詞")
            follows = after.surface() if after is not None else ""
            said.append("" if ends or follows in ("か", "かね") else "だ")
        else:
            said.append(token.surface())
        at += 1
    return "".join(said)


def denied(statement: str) -> str:
    """The plain statement denied at its end: 予約する -> 予約しない, 駅に近い -> 駅に近くない.

    >>> [denied(text) for text in ("禁煙の部屋で良い", "手配が必要だ", "朝食を希望する", "車がある", "海が見える")]
    ['禁煙の部屋でなくて良い', '手配が必要ない', '朝食を希望しない', '車がない', '海が見えない']
    """
    if found_wish := re.search(r"(?<![一-龥])([一-龥])してほしい$", statement):  # 探してほしい, but not 予約してほしい
        return statement[: found_wish.end(1)] + "さなくて良い"
    for ending, instead in _DENIED_ENDINGS:
        if statement.endswith(ending):
            return statement.removesuffix(ending) + instead
    found = [token for token, _ in tokens(statement)]
    if not found:
        return statement
    last = found[-1]
    rest = statement[: len(statement) - len(last.surface())]
    if _is_verb(last):
        return rest + _denied(last)
    if last.part_of_speech()[0] == "形容詞" and last.surface().endswith("い"):
        return f"{rest}{last.surface()[:-1]}くない"
    if last.surface() == "だ":
        return rest + "ではない"
    return statement + "ではない"


_DENIED_ENDINGS = (
    ("してほしい", "しなくて良い"),
    ("が良い", "でなくて良い"),
    ("で良い", "でなくて良い"),
    ("は良い", "は良くない"),
    ("ても良い", "なくて良い"),
    ("が必要だ", "が必要ない"),
    ("は必要だ", "は必要ない"),
    ("必要だ", "必要ない"),
    ("がある", "がない"),
    ("はある", "はない"),
    ("している", "していない"),
    ("ている", "ていない"),
)


def _denied(verb: Any) -> str:
    base, kind = str(verb.dictionary_form()), str(verb.part_of_speech()[4])
    if base in ("ある", "有る"):
        return "ない"
    if kind.startswith("サ行変格"):
        return base[:-2] + "しない"
    if kind.startswith("カ行変格"):
        return "来ない"
    if kind.startswith("五段"):
        return base[:-1] + _DENIED_ROW.get(base[-1], "") + "ない"
    return base[:-1] + "ない"


def verb_of_stem(stem: str) -> str:
    """The verb whose conjunctive form this is: 泊まり -> 泊まる, 決め -> 決める, 用意し -> 用意する."""
    if not stem:
        return stem
    if stem[-1] == "し" and len(stem) > 2 and "一" <= stem[-2] <= "龥" and "一" <= stem[-3] <= "龥":
        return stem[:-1] + "する"
    return stem[:-1] + _CONJUNCTIVE_ROW[stem[-1]] if stem[-1] in _CONJUNCTIVE_ROW else stem + "る"


def _is_verb(token: Any) -> bool:
    return bool(token.part_of_speech()[0] == "動詞")
