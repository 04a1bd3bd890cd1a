"""The name by which somebody introduces oneself."""

from yorisoi.language.normal import normal_form
from yorisoi.language.packs import own_or_lent, pack_of
from yorisoi.types import Language

_AROUND = " \n\t　、，,。.．!！〜~…♪"


def own_name(text: str, language: Language) -> str:
    """What a text says that its speaker is called, in normal form, where it says nothing else but greetings; else "".

    >>> own_name("こんにちは、田中です。", "ja"), own_name("東京です。", "ja"), own_name("我叫李雷", "zh")
    ('田中', '', '李雷')
    """
    known = own_or_lent(language, lambda pack: pack.patterns)
    found = known.gives_name.fullmatch(known.talk.sub("", normal_form(text)).strip(_AROUND))
    if found is None:
        return ""
    if called := found["called"]:
        return called
    return found["name"] if pack_of(language).analysis.may_name_a_person(found["name"]) else ""
