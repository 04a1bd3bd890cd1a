"""What a text states beside what it asks."""

from yorisoi.dialogue.interpret.aside import parts
from yorisoi.dialogue.interpret.wording import only_greets
from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.language import Utterance, normal_form, noun_phrases
from yorisoi.language.sentences import sentences
from yorisoi.types import Language

AROUND = " \n\t　、，,"
"""What stands around what is stated and is none of it."""
_MARKS = ("?", "？")
_PARTICLES = 2
"""Characters that may stand beside the nouns of a mere topic: は, って."""


def told(text: str, language: Language) -> str:
    """What a text tells: its statements, and what leads to its questions; "" where nothing does."""
    said = (each for each in sentences(text, language) if not only_greets(Utterance(each, language)))
    stated = (lead(each, language) if _asks(each, language) else each for each in said)
    return "".join(stated).strip(AROUND)


def _asks(sentence: str, language: Language) -> bool:
    """It reads like a question, and puts nothing right without a mark: 「小2じゃなくて小3になったの。」."""
    puts_right = patterns(language).instead_of.search(normal_form(sentence)) and not sentence.rstrip().endswith(_MARKS)
    return is_question(sentence, language) and not puts_right


def lead(sentence: str, language: Language) -> str:
    """What one says in a sentence before one asks in it, or else behind that; "" of a mere topic:
    「領収書は、どこに出すの？」."""
    found = parts(sentence, language)
    if len(found) < 2 or not is_question(sentence, language):
        return ""
    stated = ("".join(each) for each in (found[:-1], found[1:]))
    return next((each for each in stated if not (is_question(each, language) or _is_a_topic(each, language))), "")


def _is_a_topic(text: str, language: Language) -> bool:
    """It is no clause: a name, or one with what describes it (「俺が乗りたい馬」)."""
    rest = text.strip(AROUND)
    if patterns(language).has_a_verb.search(normal_form(rest)):
        return False
    named = noun_phrases(rest, language)
    if named and rest.endswith(named[-1].text):
        return True
    for phrase in named:
        rest = rest.replace(phrase.text, "", 1)
    return len(rest) <= _PARTICLES
