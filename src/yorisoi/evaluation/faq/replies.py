"""What a model wrote -> a clean list of queries.

Asked for one query a line, models answer with bullets, numbers, Q1., 質問1:, commas, JSON, all on one line, with a
sentence before it or their reasons behind it.
"""

import json
import re
import unicodedata

from yorisoi.language import normal_form
from yorisoi.language.faq_words import FaqWords

_SHORTEST, _LONGEST = 2, 120
"""Characters of a query: anything longer is an explanation."""
_FENCE = re.compile(r"^\s*```\w*\s*$", re.M)
_MARK = r"[.．、,:：)）\]】》〉\-－](?!\d)"
"""Behind a number: 「3,000円」 does not begin with one."""
_BULLET = re.compile(
    rf"^\s*(?:[-‐–—*•・●○◆◇■□▪▶►>＞※]+\s*|[(（\[【<〈]?(?:\d{{1,2}}|[０-９]{{1,2}}|[a-zA-Z]|[ivx]{{1,4}}){_MARK}\s*|[①-⑳]\s*)"
)
_QUOTES = {'"': '"', "'": "'", "`": "`", "「": "」", "『": "』", "“": "”", "‘": "’", "**": "**", "《": "》"}
_LABELS = ("Q", "FAQ")
"""Whatever the language."""
_ONE_LINE = re.compile(r"\s*[,，]\s*")
_NUMBERED_INLINE = re.compile(rf"\s+(?=(?:\d{{1,2}}{_MARK}|[①-⑳])\s*\S)")
_REASON = re.compile(r"\s*[（(](?:理由|根拠|答え|回答|reason|answer|because|答案).*?[)）]\s*$", re.I)


def queries_in(reply: str, words: FaqWords, most: int) -> list[str]:
    """At most so many queries, in order, cleaned, each once; none when the reply holds no list of them."""
    found: dict[str, str] = {}
    for item in _items(_FENCE.sub("", reply).strip().strip("`"), words):
        query = _clean(item, words)
        if _is_query(query):
            found.setdefault("".join(normal_form(query).split()), query)
    return list(found.values())[:most]


def _items(reply: str, words: FaqWords) -> list[str]:
    if given := _from_json(reply):
        return given
    lines = [line for line in reply.splitlines() if line.strip()]
    listed = [line for line in lines if _BULLET.match(line) or _label(words).match(line)]
    if len(listed) > 1 or (listed and len(lines) <= 2):  # what is before and behind a list is talk
        lines = listed
    if len(lines) > 1:
        return [line for line in lines if not line.rstrip().endswith((":", "："))]
    line = lines[0] if lines else ""
    for separator in (_NUMBERED_INLINE, _ONE_LINE):
        if len(parts := separator.split(line)) > 1:
            return parts
    # 「、」 is a comma inside a question as well; between things that are all short or all questions it is not.
    parts = [part for part in re.split("[、;；／]", line) if part.strip()]
    if len(parts) > 1 and (line.count("？") + line.count("?") >= len(parts) - 1 or max(map(len, parts)) <= 14):
        return parts
    return [line]


def _from_json(reply: str) -> list[str]:
    start, end = min((reply.find(mark) for mark in "[{" if mark in reply), default=-1), reply.rfind
    if start < 0:
        return []
    try:
        value = json.loads(reply[start : end("]" if reply[start] == "[" else "}") + 1])
    except (ValueError, RecursionError):
        return []
    if isinstance(value, dict):
        value = next((each for each in value.values() if isinstance(each, list)), [])
    texts = [next(iter(each.values()), "") if isinstance(each, dict) else each for each in value]
    return [text for text in texts if isinstance(text, str)]


def _clean(item: str, words: FaqWords) -> str:
    text = "".join(mark for mark in item if unicodedata.category(mark) not in ("Cc", "Cf", "Cs", "Co"))
    before = None
    while text != before:  # "1. Q1: 「…」" has three things before the query
        before = text
        text = _label(words).sub("", _BULLET.sub("", text)).strip(" \t　,，")
        for opens, closes in _QUOTES.items():
            if len(text) > 2 * len(opens) and text.startswith(opens) and text.endswith(closes):
                inner = text[len(opens) : -len(closes)]
                text = inner if opens not in inner and closes not in inner else text
        text = _REASON.sub("", text)
    return " ".join(text.split())


def _label(words: FaqWords) -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, (*words.labels, *_LABELS)), key=len, reverse=True))
    return re.compile(
        rf"^\s*(?:\*\*)?(?:(?:{names})\s*[0-9０-９一二三四五]{{1,2}}\s*{_MARK}?|(?:{names})\s*[.．:：])(?:\*\*)?\s*",
        re.I,
    )


def _is_query(text: str) -> bool:
    return _SHORTEST <= len(text) <= _LONGEST and any(map(str.isalnum, text))
