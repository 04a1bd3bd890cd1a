"""The name by which somebody introduces oneself."""

from yorisoi.language.normal import normal_form
from yorisoi.language.packs import own_or_lent, pack_of
from yorisoi.types import Language

_AROUND = " \n\t　、，,。.．!！〜~…♪"


def own_name(text: str, language: Language) -> str:
    """What a text says that its speaker is called, in normal form, where it says nothing else but greetings; else "".

    It has to be a person's name, and a name of nothing else where nobody greets or says to be called so.

    >>> own_name("田中です。", "ja"), own_name("こんにちは、福島です。", "ja"), own_name("福島っていいます。", "ja")
    ('田中', '福島', '福島')
    >>> own_name("福島です。", "ja"), own_name("テレワークといいます。", "ja")
    ('', '')
    """
    known, of_words = own_or_lent(language, lambda pack: pack.patterns), pack_of(language).analysis
    normal = normal_form(text)
    rest = known.talk.sub("", normal)
    found = known.gives_name.fullmatch(rest.strip(_AROUND))
    if found is None:
        return ""
    plainly = found["called"] is not None or rest != normal
    name: str = found["called"] or found["name"]
    return name if (of_words.may_name_a_person if plainly else of_words.names_a_person)(name) else ""
