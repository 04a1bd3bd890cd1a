"""Questions for a FAQ in English."""

import re

from yorisoi.language.faq_words import FaqWords, never_fits, substituting

_UNITS = r"(?:business |working |calendar )?(?:minutes?|hours?|days?|weeks?|months?|years?|people|persons?|times|characters|digits|items|copies|pages)"
_COUNT = re.compile(rf"\b\d[\d,.]*\s+({_UNITS})\b", re.IGNORECASE)
_MONEY = re.compile(r"(?:[$€£¥]\s?\d[\d,.]*|\b\d[\d,.]*\s?(?:dollars|euros|pounds|yen)\b)", re.IGNORECASE)
_CLOCK = re.compile(r"\b\d{1,2}(?::\d\d)?\s?(?:a\.?m\.?|p\.?m\.?)|\b\d{1,2}:\d\d\b", re.IGNORECASE)


def _asks(sentence: str) -> str:
    """The kind of amount that a sentence gives, as it is asked for; the topic is put to it."""
    if len(sentence) > 160:
        return ""
    if _MONEY.search(sentence):
        return "how much is it"
    if _CLOCK.search(sentence):
        return (
            "until what time" if re.search(r"\b(?:until|by|before|close)", sentence, re.IGNORECASE) else "at what time"
        )
    counted = _COUNT.search(sentence)
    if counted and len(_COUNT.findall(sentence)) == 1:
        unit = counted.group(1).lower()
        return f"how many {unit if unit.endswith(('s', 'people')) else unit + 's'}"
    return ""


FAQ = FaqWords(
    generating={
        "title": (
            "Write {n} questions that ask the same as the title of the FAQ below in other words. Change words and "
            "sentence structure, keep the meaning, and do not copy the title."
        ),
        "answer": (
            "Read the body of the FAQ below and write {n} questions whose answers stand in it, from different parts of it. "
            "Ask nothing that the body does not say, and so that somebody who has not seen the FAQ knows what it is about."
        ),
        "user": (
            "Think of {n} questions that users who need the FAQ below would type into a search box. Keep to six rules.\n"
            "1. The question makes sense to somebody who has not seen the FAQ.\n"
            "2. This FAQ alone answers it in full.\n"
            "3. It is of medium difficulty: neither a copy of the title nor about a corner of the body.\n"
            "4. It is reasonable; a person can understand and answer it.\n"
            "5. It is worded as real users word it, such as {phrases}.\n"
            "6. It is short and plain."
        ),
    },
    phrases=(
        "can't log in",
        "want to cancel my account",
        "parcel arrived broken",
        "do i get a receipt?",
        "change email how",
    ),
    shown="# FAQ\nTitle: {title}\nBody: {body}",
    form="Write one question a line, without numbers or explanations, in the language of the FAQ.",
    again="This could not be read as a list of questions. Write the questions alone, one a line.",
    checking=(
        "Questions made like this go wrong in known ways. For each of the questions below say in JSON which apply.\n"
        "viewpoint: it is not a user who wants to know something, but an agent of the help desk who asks the user about "
        'their situation (such as "Which device do you use?", "Is your app up to date?").\n'
        "inconsistency: the answer is not in this FAQ, or outside it, even if general knowledge would answer it.\n"
        "not_alone: without seeing the FAQ one cannot tell what the question is about.\n\n{queries}"
    ),
    pairing=(
        "Write {n} questions that can only be answered with both of the two FAQs below. They must be questions that a user "
        'would really have in one situation, not two questions joined by "and"; either FAQ alone gives half of the '
        "answer. Use the words of users, and keep them short."
    ),
    checking_alone=(
        "Does the following FAQ alone answer each of the questions below in full? If it answers only a part, it does not. "
        "Use no general knowledge, only what is written, and answer in JSON.\n\n{queries}"
    ),
    labels=("question", "query", "q", "a", "answer", "example"),
    polite=substituting(
        (r"^how (?:do|can|should) i (.+?)\??$", r"Could you tell me how to \1?"),
        (r"^(?:can|may) i (.+?)\??$", r"I would like to know whether I can \1."),
        (r"^what (?:is|are) (.+?)\??$", r"Could you please tell me about \1?"),
        (r"^when (.+?)\??$", r"Could you tell me when \1?"),
        (r"^((?:i|my) .+?)[.?]?$", r"\1. What should I do?"),
        (r"^([^?]+?)[.]?$", r"Could you please tell me about \1?"),
    ),
    plain=substituting(
        (r"^how (?:do|can|should) i (.+?)\??$", r"how to \1"),
        (r"^(?:can|may) i (.+?)\??$", r"ok to \1?"),
        (r"^what (?:is|are) (?:the )?(.+?)\??$", r"\1?"),
        (r"^((?:i|my) .+?)[.?]?$", r"\1, what now"),
    ),
    short=substituting(
        (r"^how (?:do|can|should) i (?:get |have )?(.+?)\??$", r"\1"),
        (r"^(?:can|may|do|should|is|are|what (?:is|are)|when (?:is|are|do)) (?:i |the |there )?(.+?)\??$", r"\1"),
    ),
    unconverted=never_fits,
    asks=_asks,
    droppable=frozenset(("the", "a", "an", "my")),
    synonyms=(
        ("purchase", "buy"),
        ("require", "need"),
        ("phone", "mobile"),
        ("photo", "picture"),
        ("holiday", "vacation"),
        ("leave", "time off"),
        ("salary", "pay"),
        ("fee", "charge"),
        ("cancel", "stop"),
        ("lost", "missing"),
        ("repair", "fix"),
        ("assist", "help"),
        ("laptop", "computer"),
        ("receipt", "bill"),
        ("deadline", "last day"),
    ),
    about="{topic}: {question}?",
    both="{one} And {other}",
    operator=re.compile(
        r"\b(?:are|is|was|were|do|does|did|have|has|could|can|would|will) (?:you|your)\b(?! (?:tell|know|help|explain|please|offer|accept|provide|ship|deliver|have|open|sell|charge|support|recommend|show|send))"
        r"|\b(?:which|what|how|when|where) [a-z ]{0,30}(?:do|did|are|were|is|have|does) (?:you|your)\b(?! (?:offer|accept|provide|ship|deliver|open|close|sell|charge|support))"
        r"|^please (?:tell us|confirm|enter|check|provide|select)"
    ),
    dangling=re.compile(
        r"^(?:it|this|that|these|those|they|he|she|also|and)\b|\b(?:the above|this faq|this article|in this case|the text)\b"
    ),
    wanted={
        "amount": (re.compile(r"how much|price|cost"), re.compile(r"\d|free|no charge|included|paid")),
        "time": (
            re.compile(r"\bwhen\b|what time|deadline|how late"),
            re.compile(r"\d|day|week|month|year|immediately|until|before|after|noon|midnight|any time|soon"),
        ),
        "length": (re.compile(r"how long"), re.compile(r"\d|immediately|indefinite|day|week|month|year")),
        "count": (re.compile(r"how many"), re.compile(r"\d|one|two|three|four|five|six|no limit|unlimited")),
        "whom": (
            re.compile(r"phone number|whom|contact|extension"),
            re.compile(r"\d{3,}|@|desk|team|office|reception|manager|contact"),
        ),
    },
)
