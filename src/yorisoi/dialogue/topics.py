"""What an utterance is about: its key words without the words that ask."""

import re
from collections.abc import Sequence

from yorisoi.language import keywords, normal_form, noun_phrases
from yorisoi.types import Language

ASKING = "何幾几哪"
"""A noun that begins so is asked for, not talked about: 何日."""

_GENERIC: dict[Language, str] = {
    "ja": "制度 種類 内容 概要 全般 詳細 情報 規程 規定 規則 ルール 件 関連 関係 全体 一覧 説明 話 質問 基本 社内 会社"
    " 申請 手続き 方法 手順 期限 やり方 仕方 相談 必要 利用 使い方 対応",
    "zh": "制度 种类 内容 概要 情况 规定 相关 信息 事情 问题 公司 有关 申请 手续 方法 流程 期限 办理",
    "en": "information info detail details overview rule rules policy policies company question things stuff general"
    " apply application procedure process deadline",
}
_SHORT = 3
"""Letters of words that end in s without being plurals: gps, aws."""
GENERIC = frozenset(word for words in _GENERIC.values() for word in words.split())
"""Aspects that any topic has: they narrow nothing down by themselves."""


_ASKED = re.compile(r"(?<=.)(?:几|幾|何(?=[日時円回人年月か個歳分泊])).*$")
"""What a compound asks for: 班车几点, 有給何日."""
_BUSINESS: dict[Language, re.Pattern[str]] = {
    "ja": re.compile(r"のこと(?=[。.!！?？]*$)"),
    "zh": re.compile(r"方面|的(?:事情?|情况)(?=[。.!！?？]*$)"),
}
"""Words for nothing in particular, read off beforehand: dictionaries make a saw (鋸, のこ) of お金のこと, and a
compound of 会议方面."""


def about(text: str, language: Language) -> tuple[str, ...]:
    """The things that the utterance names, in order; where it names none, all its key words.

    Verbs are left out when there are nouns: 「取れますか」 says little about a page, and pages say 取得.
    """
    if language in _BUSINESS:
        text = _BUSINESS[language].sub("", text)
    keys = tuple(_ASKED.sub("", key) for key in keywords(text, language) if key[0] not in ASKING)
    if language not in ("ja", "zh"):
        return keys
    named = " ".join(phrase.text for phrase in noun_phrases(text, language)).casefold()
    return tuple(key for key in keys if key in named) or keys


def told_words(text: str, language: Language) -> list[str]:
    """The things that the utterance names, without aspects that any topic has."""
    return [word for word in about(text, language) if word not in GENERIC]


def as_written(word: str, text: str) -> str:
    """A key word, which is in normal form, as the text spells it: PC, not pc."""
    normal = normal_form(text)
    at = normal.find(word)
    return text[at : at + len(word)] if at >= 0 and len(normal) == len(text) else word


def share(words: Sequence[str], text: str) -> float:
    """How many of the words the text holds as they are, 0..1."""
    return sum(word in text for word in words) / len(words) if words else 0.0


def holds(text: str, word: str) -> bool:
    """Whether the text, in normal form, holds the key word; of English each part (bonus paid), in the singular too."""
    if word in text:
        return True
    return word.isascii() and all(part.removesuffix("s" if len(part) > _SHORT else "") in text for part in word.split())
