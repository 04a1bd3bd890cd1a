"""English follow-ups: pronouns, possessives, there, one, "What about X?", "Why?", sides without their topic."""

import re
from collections.abc import Iterator

from yorisoi.dialogue.aspects import is_aspect
from yorisoi.dialogue.rewriting.context import Context
from yorisoi.language.kinds import kind_of
from yorisoi.language.latin import WORD
from yorisoi.language.packs.en.chunks import Chunk, chunks, points_inside

_PERSON = re.compile(r"\b(?:he|she|him|his|her|hers)\b", re.I)
_PLURAL = re.compile(
    r"\b(?:they|them|their|theirs)\b|\b(?:these|those)\b(?=\s+(?:are|were|do|did|have|had|can|be)\b|\W*$)", re.I
)
_THING = re.compile(
    r"\b(?:its|it)\b|(?<!after )(?<!before )(?<!since )(?<!like )\b(?:this|that)\b"
    r"(?=\s+(?:is|was|does|did|has|had|can|could|will|would|be|mean|happen|work|about|for|in|on|at)\b|\W*$)",
    re.I,
)
_POSSESSIVE = frozenset(("his", "their", "its", "hers", "theirs"))
_EXPLETIVE = re.compile(
    r"\b(?:is|was|would|will) it (?:[a-z]+ly )?(?:possible|ok|okay|allowed|true|safe|legal|necessary|better|worth"
    r"|likely|important|easy|hard|difficult|normal|common)\b(?= (?:to|that|for|if|when)\b)"
    r"|\bdoes it take\b(?= .*\bto\b)"
    r"|\bit is (?:important|possible|true|necessary)\b|\b(?:does|did) it (?:rain|snow)\b"
    r"|\b(?:is|are|was|were) there\b|\bthere (?:is|are|was|were|has|have|any)\b|\bwhat time is it\b",
    re.I,
)
_THERE = re.compile(r"(?<!is )(?<!are )(?<!was )(?<!were )\bthere\b(?! (?:is|are|was|were|has|have|any)\b)", re.I)
_ONE = re.compile(r"\b(?P<article>a|an|the|this|that|another)\s+(?P<which>(?:[a-z-]+\s+)?)(?P<one>ones?)\b", re.I)
_ABOUT = re.compile(r"^(?:and |but |so )?(?:what|how) about (?:the |in |for |with |a |an )?(?P<named>.+?)\W*$", re.I)
_LEADING = re.compile(r"^(?:what|how) about |^(?:and|but|then) ", re.I)
_AND = re.compile(r"^(?:and|but|then) (?:for |in |with |the )?(?P<named>[^?]{2,40}?)\?$", re.I)
_ALONE = re.compile(
    r"^(?:and |but )?(?P<word>why(?: not| is that)?|how(?: so| come)?|when|where|who|which one|really)\W*$", re.I
)
_AUXILIARY = re.compile(r"^(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|must)\b", re.I)
_ORGANISATION = re.compile(
    r"^the\s|\b(?:band|group|team|company|corporation|inc|ltd|club|union|league|party|records|"
    r"university|college|school|orchestra|brothers|sisters|boys|girls|army|church|department|ministry|agency|office)\b|s$",
    re.I,
)
_WORK = re.compile(r"\d|[:\"]")
_LOCATED = re.compile(
    r"\b(?:in|at|to|from|near) "
    r"((?:the )?[A-Z][\w.'-]*(?: [A-Z][\w.'-]*)*(?: (?:office|branch|building|plant|campus))?)"
)
_PER_TURN, _PER_PLACE, _ANSWERED = 0.8, 0.8, 0.4
"""Tried on the dev half of CANARD and on TREC CAsT 2019: .5 to .9, .6 to .9, .3 to .6 differ by less than 2 BLEU."""
_WHERE = ("abroad", "overseas", "home", "upstairs")
_DO_THAT = re.compile(r"\b(?:do|does|did) (?:that|so|it|the same)\b", re.I)
_TITLE = re.compile(r"^[^?!.,]{2,60}$")


def resolve(text: str, context: Context) -> str:
    """The utterance with what it leaves to the conversation put back; itself where nothing fits.

    - he, his, she, her -> the person spoken of, the one that the conversation is about before all others
    - they, their -> a group or several things; it, this, that -> a thing; there -> in the last place; one -> an X
    - "What about X?" -> the question before about X; "Why?" -> why, with the question before
    - "What are the symptoms?" -> ... of throat cancer
    - a part of a name that was said in full -> the full name

    A name is put in once for each referent: "Did he like his band?" -> Did Frank Zappa like his band?
    """
    if match := _ALONE.match(text.strip()):
        return _alone(text, match, context)
    if match := _ABOUT.match(text.strip()) or _AND.match(text.strip()):
        return _about(text, match, context)
    pointed = _in_full(_pronouns(text, context), context)
    if pointed != text:
        return pointed
    topic = topic_of(context)
    if context.question and (found := _DO_THAT.search(text)):
        return f"{text[: found.end()]} ({context.question.rstrip('?. ')}){text[found.end() :]}"
    if topic and topic.casefold() not in text.casefold() and (_ends_with_side(text) or not chunks(text)):
        bare = text.rstrip("?. ")
        return f"{bare} {'of' if _ends_with_side(text) else 'for'} {topic}{text[len(bare) :].strip()}"
    return text


# ---------------------------------------------------------------- antecedents


def topic_of(context: Context) -> str | None:
    """What the conversation is about: of the last question that names something, what it names first."""
    for question in reversed((*context.recalled, *context.questions)):
        named = [_with_article(chunk, question) for chunk in chunks(question) if not is_aspect(chunk.text, "en")]
        if named:
            return named[0]
    return title_of(context)


def title_of(context: Context) -> str | None:
    """The heading that a conversation about one article begins with: a few words, capitals, no sentence."""
    first = context.turns[0].text if context.turns else ""
    words = WORD.findall(first)
    capitals = sum(word[0].isupper() or not word[0].isalpha() for word in words)
    if words and len(words) <= 8 and _TITLE.match(first) and 2 * capitals >= len(words) and not _AUXILIARY.match(first):
        return re.sub(r"\s*\([^)]*\)$", "", first)
    return None


def _mentions(context: Context) -> Iterator[tuple[Chunk, str, float]]:
    """Every noun phrase with its text and salience: what was asked about counts more than what an answer names, what a
    question names first more than what follows, the newest most, each turn back less than the one after it."""
    asked = iter(context.questions)
    said = [
        (next(asked, turn.text), 1.0) if turn.speaker == "user" else (turn.text, _ANSWERED) for turn in context.turns
    ]
    for back, (text, weight) in enumerate(reversed(said)):
        for place, chunk in enumerate(chunks(text)):
            yield chunk, text, weight * _PER_TURN**back * _PER_PLACE**place


def _best(fits: dict[str, float]) -> str | None:
    return max(fits, key=lambda name: fits[name], default=None)


def _person(context: Context) -> str | None:
    title = title_of(context)
    fits: dict[str, float] = {}
    if title and not _ORGANISATION.search(title) and not _WORK.search(title):
        return title
    for chunk, _, weight in _mentions(context):
        if chunk.proper and not _WORK.search(chunk.text) and len(chunk.text.split()) <= 4:
            likely = 1.0 if len(chunk.text.split()) > 1 else 0.6
            likely *= 0.3 if _ORGANISATION.search(chunk.text) or kind_of(chunk.text, "en") else 1.0
            fits[chunk.text] = fits.get(chunk.text, 0.0) + weight * likely
    return _best(fits) or title


def _several(context: Context) -> str | None:
    """A group, or things in the plural."""
    title = title_of(context)
    if title:
        return title
    fits: dict[str, float] = {}
    for chunk, text, weight in _mentions(context):
        if not is_aspect(chunk.text, "en"):
            likely = 1.0 if chunk.plural or (chunk.proper and _ORGANISATION.search(chunk.text)) else 0.35
            name = _with_article(chunk, text)
            fits[name] = fits.get(name, 0.0) + weight * likely
    return _best(fits)


def _thing(context: Context) -> str | None:
    title = title_of(context)
    fits: dict[str, float] = {}
    for chunk, text, weight in _mentions(context):
        if is_aspect(chunk.text, "en") or (title and _same_name(chunk.text, title)):
            continue
        likely = 0.5 if chunk.plural else 1.0
        name = _with_article(chunk, text)
        fits[name] = fits.get(name, 0.0) + weight * likely
    return _best(fits) or title


def _place(context: Context) -> str | None:
    for turn in reversed(context.turns):
        if found := _LOCATED.findall(turn.text):
            return str(found[-1])
    if named := next((word for word in WORD.findall(context.question or "") if word in _WHERE), None):
        return str(named)
    return topic_of(context)


def _same_name(one: str, other: str) -> bool:
    return bool({word.casefold() for word in one.split()} & {word.casefold() for word in other.split()})


def _with_article(chunk: Chunk, text: str) -> str:
    """A thing that was spoken of is `the` thing: a new phone -> the new phone; names and plurals go as they were."""
    before = text[: chunk.start].rstrip().rsplit(" ", 1)[-1].casefold()
    if before == "the" or (before in ("a", "an", "my", "your", "our") and not chunk.proper):
        return f"the {chunk.text}"
    return chunk.text


# ---------------------------------------------------------------- what points back


def _pronouns(text: str, context: Context) -> str:
    blank = _EXPLETIVE.sub(lambda found: "_" * len(found.group()), text)
    for pattern, find in ((_PERSON, _person), (_PLURAL, _several), (_THING, _thing)):
        found = pattern.search(blank)
        inside = found and pattern is not _PERSON and points_inside(text, found.start())
        if found and not inside and not _relative(blank, found) and (name := find(context)):
            instead = _inflected(found, name, blank)
            text = text[: found.start()] + instead + text[found.end() :]
            blank = blank[: found.start()] + "_" * len(instead) + blank[found.end() :]
    if (found := _THERE.search(blank)) and (place := _place(context)):
        where = place if place in _WHERE else f"in {place}"
        return f"{text[: found.start()]}{where}{text[found.end() :]}"
    if (found := _ONE.search(blank)) and (topic := topic_of(context)):
        noun = re.sub(r"^the ", "", topic)
        return text[: found.start("one")] + noun + text[found.end("one") :]
    return text


def _relative(text: str, found: re.Match[str]) -> bool:
    """`that` behind a noun joins a clause: the band that he left."""
    return found.group().casefold() == "that" and bool(
        re.search(r"\b(?!is|was|did|does|do|after|of|for|about|to|in|like)[a-z]+ $", text[: found.start()])
    )


def _inflected(found: re.Match[str], name: str, text: str) -> str:
    word = found.group().casefold()
    after = text[found.end() :]
    owns = word in _POSSESSIVE or (word == "her" and re.match(r"\s+[a-z]", after, re.I) and not _breaks_off(after))
    if not owns:
        return name[0].upper() + name[1:] if found.start() == 0 else name
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _breaks_off(after: str) -> bool:
    """What follows `her` as an object rather than what she owns."""
    return bool(
        re.match(
            r"\s+(?:to|in|on|at|for|from|with|and|or|when|after|before|during|by|as|about|if|do|go|get|a|the)\b", after
        )
    )


def _in_full(text: str, context: Context) -> str:
    """The full name where a part of it stands: Styron -> William Styron."""
    title = title_of(context)
    if not title or len(title.split()) < 2 or title.casefold() in text.casefold() or _ORGANISATION.search(title):
        return text
    for part in title.split():
        if len(part) > 2 and part[0].isupper() and (found := re.search(rf"\b{re.escape(part)}\b", text)):
            beside = text[: found.start()].rstrip().rsplit(" ", 1)[-1][:1] + text[found.end() :].lstrip()[:1]
            return text if beside.isupper() and found.start() else text[: found.start()] + title + text[found.end() :]
    return text


def _alone(text: str, match: re.Match[str], context: Context) -> str:
    before = context.question
    if not before:
        return text
    word = match["word"]
    if _AUXILIARY.match(before):
        return f"{word} {before[0].lower()}{before[1:]}"
    return f"{word}: {before}"


def _about(text: str, match: re.Match[str], context: Context) -> str:
    """The question before with what it was about exchanged; a side (the cons) is asked of the topic."""
    named, before, topic = match["named"], context.question, topic_of(context)
    if not before or not topic:
        return text
    if is_aspect(named, "en"):
        return f"What are the {named} of {topic}?"
    if sibling := _sibling(named, before):
        return before.replace(sibling, named, 1)
    return f"{before.rstrip('?. ')}, {_LEADING.sub('', text.strip()).rstrip('?. ')}?"


def _sibling(named: str, before: str) -> str | None:
    """The phrase of the question before in whose place the new one can stand: of its kind, with its head, or a name
    where the new one is a name."""
    kind, head = kind_of(named, "en"), named.split()[-1].casefold()
    others = [chunk for chunk in chunks(before) if chunk.text != named]
    for chunk in others:
        if chunk.text.split()[-1].casefold() == head or (kind and kind_of(chunk.text, "en") == kind):
            return chunk.text
    names = [chunk.text for chunk in others if chunk.proper] if named[0].isupper() else []
    return names[-1] if names else None


def _ends_with_side(text: str) -> bool:
    last = WORD.findall(text)[-1:]
    return bool(last) and is_aspect(last[0], "en")
