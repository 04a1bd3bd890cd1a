"""A text, or a query, as the lexical index sees it."""

from yorisoi.language.bigrams import character_bigrams
from yorisoi.language.normal import normal_form
from yorisoi.language.packs import pack_of
from yorisoi.language.remembered import remembered
from yorisoi.ports import Terms
from yorisoi.types import Language


@remembered(4096)
def analyse(text: str, language: Language) -> Terms:
    """The terms of a text: one interface for documents and queries, which meet only in equal terms.

    - Words as the language's pack has them: content morphemes in one spelling, compounds also in parts; stems.
    - Latin words and numbers are taken alike in every language that is known (stems; identifiers whole and in parts),
      so that an English query meets the English words of a Japanese page.
    - Bigrams come from Han and Kana of any text, so that Japanese and Chinese meet where their words differ.

    Function words are left out; a text of nothing else has no words.
    """
    analysis = pack_of(language).analysis
    normal = analysis.spelling(normal_form(text))
    return Terms(words=tuple(analysis.terms(text, normal)), bigrams=character_bigrams(normal))


def spelling(text: str, language: Language) -> str:
    """The text as its terms are spelt, to look for them in it: in normal form, Chinese in simplified characters."""
    return pack_of(language).analysis.spelling(normal_form(text))
