"""Japanese morphemes by SudachiPy, mode C (the longest words), and their parts (mode A)."""

import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import repeat
from typing import Any

from sudachipy import Dictionary, SplitMode  # type: ignore[import-untyped]
from sudachipy.errors import SudachiError  # type: ignore[import-untyped]

from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.normal import long_vowels, normal_form
from yorisoi.language.packs.ja.words import FORMAL_NOUNS, LIGHT_VERBS, QUESTION_WORDS
from yorisoi.language.threads import per_thread

_CHUNK = 8000
"""Characters per call: SudachiPy refuses more than 49,149 bytes, and a few characters grow when it normalises them."""

_loading = threading.Lock()
_LONGEST_WORD = 100
"""Characters of a word that the dictionary is asked for; it refuses some tens of thousands."""


@cache
def _dictionary() -> Dictionary:
    return Dictionary()


def _new_tokenizer() -> Any:
    with _loading:  # two threads that start together would load the dictionary twice
        return _dictionary().tokenizer(mode=SplitMode.C)


_tokenizer = per_thread(_new_tokenizer)


@lru_cache(maxsize=16_384)
def senses(word: str) -> frozenset[int]:
    """The groups of synonyms that SudachiDict has a word in: 夏休み and 夏季休暇 are in one."""
    if len(word) > _LONGEST_WORD:
        return frozenset()
    return frozenset(group for found in _dictionary().lookup(word) for group in found.synonym_group_ids())


def may_name_a_person(text: str) -> bool:
    """Whether a text is, as the dictionary takes its words, the name of a family, and what else of a person's stands
    behind it: 田中, 佐藤太郎, and not 大阪 or ポチ."""
    found = [token.part_of_speech() for token, _ in tokens(text)]
    return bool(found) and found[0][3] == "姓" and all(pos[2] == "人名" for pos in found)


def names_a_person(text: str) -> bool:
    """The same, of what is the name of no place: neither 福島 nor 泉."""
    if not may_name_a_person(text):
        return False
    first = next(token.surface() for token, _ in tokens(text))
    return len(text) > 1 and all(each.part_of_speech()[2] != "地名" for each in _dictionary().lookup(first))


def tokens(text: str) -> Iterator[tuple[Any, int]]:
    """SudachiPy's morphemes of a text of any length, each with the offset at which its chunk begins."""
    for found, start in token_lists(text):
        yield from zip(found, repeat(start))


def token_lists(text: str) -> Iterator[tuple[Any, int]]:
    """The same by chunk: what SudachiPy gave for one, and the offset at which it begins."""
    text = long_vowels(text)
    if len(text) > _CHUNK:
        yield from _chunks(text)
        return
    if getattr(_last, "text", None) != text:  # who asks for the morphemes of a text asks for its seams next
        _last.lists, _last.text = list(_chunks(text)), text
    yield from _last.lists


_last = threading.local()
"""The text that was read last, and what SudachiPy gave for it."""


def _chunks(text: str) -> Iterator[tuple[Any, int]]:
    start = 0
    while start < len(text):
        end = _chunk_end(text, start)
        yield from _of_chunk(text[start:end], start)
        start = end


def _chunk_end(text: str, start: int) -> int:
    """Where to cut: after the last line or sentence that fits."""
    if len(text) - start <= _CHUNK:
        return len(text)
    limit = start + _CHUNK
    for mark in ("\n", "。", " ", "、"):
        cut = text.rfind(mark, start + 1, limit)
        if cut > start:
            return cut + 1
    return limit


def _of_chunk(chunk: str, start: int) -> Iterator[tuple[Any, int]]:
    try:
        found = _tokenizer().tokenize(chunk)
    except UnicodeEncodeError:  # a lone surrogate, as broken JSON brings; replaced one for one to keep the offsets
        yield from _of_chunk(chunk.encode("utf-8", "replace").decode("utf-8"), start)
    except SudachiError:
        if len(chunk) < 2:
            raise
        half = len(chunk) // 2
        yield from _of_chunk(chunk[:half], start)
        yield from _of_chunk(chunk[half:], start + half)
    else:
        yield found, start


@cache
def coarse(pos: tuple[str, ...]) -> Pos:
    """The coarse part of speech of UniDic's six-part one."""
    match pos[0], pos[1]:
        case ("名詞", "数詞"):
            return Pos.NUMBER
        case ("名詞", "固有名詞"):
            return Pos.PROPER
        case ("名詞", "助動詞語幹"):
            return Pos.AUXILIARY
        case ("接尾辞", "名詞的"):
            return Pos.SUFFIX
        case ("接尾辞", _):
            return Pos.AUXILIARY
    return _COARSE.get(pos[0], Pos.OTHER)


_COARSE = {
    "名詞": Pos.NOUN,
    "動詞": Pos.VERB,
    "形容詞": Pos.ADJECTIVE,
    "形状詞": Pos.ADJECTIVE,
    "副詞": Pos.ADVERB,
    "代名詞": Pos.PRONOUN,
    "接頭辞": Pos.PREFIX,
    "助詞": Pos.PARTICLE,
    "助動詞": Pos.AUXILIARY,
    "感動詞": Pos.INTERJECTION,
    "補助記号": Pos.SYMBOL,
    "記号": Pos.SYMBOL,
    "空白": Pos.SYMBOL,
}
_CONTENT = frozenset((Pos.NOUN, Pos.PROPER, Pos.NUMBER, Pos.VERB, Pos.ADJECTIVE, Pos.ADVERB, Pos.SUFFIX, Pos.PREFIX))


def is_content(pos: Pos, normal: str) -> bool:
    """Whether a morpheme says what the text is about."""
    if pos not in _CONTENT:
        return False
    if pos in (Pos.VERB, Pos.ADJECTIVE):
        return normal not in LIGHT_VERBS
    return normal not in FORMAL_NOUNS and normal not in QUESTION_WORDS


_spelling = lru_cache(maxsize=65_536)(normal_form)


def morphemes(text: str) -> tuple[Morpheme, ...]:
    """The morphemes of a Japanese text in mode C, white space left out."""
    found = []
    for chunk, chunk_start in token_lists(text):
        for token in chunk:
            start, end = chunk_start + token.begin(), chunk_start + token.end()
            surface = text[start:end]
            if not surface.isspace():
                normal, base, pos, content, _ = _word(token)
                found.append(Morpheme(surface, normal, base, pos, start, end, content))
    return tuple(found)


_words: dict[int, tuple[str, str, Pos, bool, bool]] = {}
"""By the number that a word has in the dictionary, what does not depend on where it stands."""
_MOST_WORDS = 65_536


def _word(token: Any) -> tuple[str, str, Pos, bool, bool]:
    """Its normal spelling, its dictionary form, its part of speech, whether it is content, whether it has parts."""
    number = token.word_id()
    if known := _words.get(number):
        return known
    pos = coarse(token.part_of_speech())
    normal, base = _spelling(token.normalized_form()), _spelling(token.dictionary_form())
    asks = pos is Pos.NOUN and normal.startswith("何")  # 何日, 何時間
    word = normal, base, pos, is_content(pos, normal) and not asks, bool(parts(token))
    if not token.is_oov() and len(_words) < _MOST_WORDS:  # unknown words share a number
        _words[number] = word
    return word


def parts(token: Any) -> list[Any]:
    """The short words (mode A) that a long one is made of; empty when it is not a compound."""
    return list(token.split(SplitMode.A, add_single=False))


def seams(text: str) -> set[int]:
    """Offsets inside long words at which the short ones of which they are made meet: 東京|都."""
    return {
        start + part.begin()
        for token, start in tokens(text)
        if _word(token)[-1]  # hardly one word in twenty has parts, and asking for them takes long
        for part in parts(token)[1:]
    }
