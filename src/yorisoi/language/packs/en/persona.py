"""What people say of themselves in English."""

import re

from yorisoi.language.pack import Persona

_T = r"(?P<topic>[^,.!?;:\n]{2,50}?)"
_END = r"(?=[,.!?;:\n]|\b(?:and|but|because|since|so|when|which|that|with my|these days|now|too|as well)\b|$)"
_VERY = r"(?:really |also |just |absolutely |still |usually |always |do |kind of |definitely )*"
_JOB = (
    r"(?:teacher|engineer|nurse|doctor|student|designer|developer|manager|artist|writer|chef|lawyer|accountant|driver"
    r"|programmer|researcher|musician|dancer|actor|salesperson|consultant|photographer)"
)

_SAID: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.I))
    for kind, pattern in (
        ("ended", rf"\bi (?:no longer|don't|do not) (?:have|own|play|do|eat|drink|like) {_T} any ?more"),
        ("ended", rf"\bi(?:'ve| have)? (?:quit|stopped|gave up|given up|sold) {_T}{_END}"),
        ("ended", rf"\bi no longer \w+ {_T}{_END}"),
        ("name", rf"\b(?:my name is|i'm called|call me) (?!not\b){_T}{_END}"),
        ("age", r"\bi(?:'m| am) (?P<topic>\d{1,3})(?: years old|\b(?=[,.!]|$))"),
        ("home", rf"\bi(?:'ve)? (?:live|moved|just moved|have moved) (?:in|to|near) {_T}{_END}"),
        ("home", rf"\bi(?:'m| am) living (?:in|near) {_T}{_END}"),
        ("origin", rf"\bi(?:(?:'m| am| come)(?: originally)? from|(?: was born| grew up)(?: originally)? in) {_T}{_END}"),
        ("work", rf"\bi(?:'m| am)? {_VERY}(?:work|working) (?:as|at|for|in) {_T}{_END}"),
        ("work", rf"\bi (?:was transferred|transferred|moved) to the {_T} (?:office|department|branch|team)"),
        ("work", rf"\bi(?:'m| am) an? (?P<topic>(?:\w+ )?{_JOB})\b"),
        ("married", r"\bi(?:'m| am| got) (?P<topic>married|single|divorced|engaged)\b"),
        ("pet", r"\bi(?:'ve)? (?:have|got|adopted|own) (?:an?|two|three|\d) (?P<topic>(?:\w+ )?(?:dogs?|cats?|puppy"
                r"|kitten|rabbits?|birds?|parrots?|hamsters?|turtles?|fish))\b"),
        ("family", r"\bi have (?:an?|two|three|four|\d) (?P<topic>(?:\w+ )?(?:kids?|children|sons?|daughters?|brothers?"
                   r"|sisters?))\b"),
        ("family", r"\bmy (?P<topic>wife|husband|son|daughter|kids|partner|boyfriend|girlfriend|brother|sister|mom|dad"
                   r"|mother|father)(?:'s| is| has| loves| likes| works| and i)\b"),
        ("health", rf"\bi(?:'m| am) allergic to {_T}{_END}"),
        ("dislikes", rf"\bi {_VERY}(?:hate|dislike|can't stand|(?:don't|do not) (?:like|enjoy|eat|drink)) {_T}{_END}"),
        ("bad_at", rf"\bi(?:'m| am) (?:bad|terrible|not good|hopeless) at {_T}{_END}"),
        ("likes", rf"\bi {_VERY}(?:love|like|enjoy|prefer) (?!it\b|that\b|this\b|your\b|how\b|to hear){_T}{_END}"),
        ("likes", rf"\bi(?:'m| am) (?:really |a big )?(?:into|fond of|obsessed with|fan of) {_T}{_END}"),
        ("likes", rf"\bmy fav(?:ou?rite)? {_T}{_END}"),
        ("hobby", rf"\b(?:my hobb(?:y is|ies are)|i(?:'ve)? (?:started|took up|been) (?=\w+ing\b)) ?{_T}{_END}"),
        ("hobby", rf"\bi {_VERY}(?:play|practice|collect|study|paint|teach|volunteer) {_T}{_END}"),
        ("good_at", rf"\bi(?:'m| am) (?:really |pretty )?good at {_T}{_END}"),
        ("plan", rf"\bi(?:'m| am) (?:planning|going) to {_T}{_END}"),
        ("plan", rf"\bi(?:'ve| have)? decided to {_T}{_END}"),
        ("self", r"\bi(?:'m| am) (?:an? )?(?P<topic>vegetarian|vegan|left-handed|pregnant|teetotal)\b"),
        ("habit", rf"\bi (?:always|usually|often|never) (?!knew|thought|wanted){_T}{_END}"),
        ("owns", rf"\bi (?:own|bought|just bought) (?:an?|the|two) {_T}{_END}"),
    )
)  # fmt: skip
_NOT_ABOUT_ONESELF = re.compile(
    r"\?|\bif i\b|\bi (?:think|guess|wish|heard) you\b|\bwould (?:love|like)\b|\bi'd\b"
    r"|^(?:suppose|imagine|pretend)\b|\b(?:letter|note|email|message|text|sentence) saying\b"
    r"|^(?:please )?(?:write|translate|type)\b(?! (?:this|that|it) down)|^(?:can|could) you (?:write|translate|say|type)\b"
    r"|\b(?:he|she|they|somebody|someone) (?:say|think|thought|said)s? (?:that )?i\b|^how (?:do|would|can) (?:you|i|we)\b"
    r"|\bi (?:don't|do not) think\b"
    r"|'s (?:name|age|birthday)(?: please)?[.!]*$",
    re.I,
)
_CLAUSE = re.compile(r".+?(?:,? and (?=i\b|my\b)|; ?|, (?=(?:but |so )?(?:i|my)\b)|$)", re.I | re.S)
_LEAD = re.compile(r"^(?:yes|yeah|no|well|oh|wow|hey|hi|thanks|actually|so|and|but)\b[,!.\s]*", re.I)
_EMPTY_TOPIC = re.compile(
    r"(?:it|that|this|them|you|him|her|one|so|too|all|things?|stuff|what|how .*|the way .*)", re.I
)
_TRIM = re.compile(
    r"^(?:the|an?|my|to|some|doing) (?=.)| (?:last|this|next) \w+$| in (?:\w+ )?\d{4}$| (?:recently|yesterday|a lot)$",
    re.I,
)

_ASKED = {
    kinds: re.compile(pattern)
    for kinds, pattern in {
        "home": r"where (?:do|did) i (?:live|move)|\bmy home\b",
        "work": r"where do i work|\bmy (?:job|work|office)\b",
        "origin": r"where (?:am i|do i come) from|\bi grow up\b",
        "name": r"\bmy name\b",
        "age": r"how old am i",
        "birthday": r"\bmy birthday\b",
        "pet": r"\bmy (?:pet|dog|cat)s?\b",
        "family": r"\bmy (?:family|kids|children)\b",
        "health": r"\ballerg",
        "dislikes bad_at": r"\bi (?:dislike|hate)\b|don't i like",
        "likes": r"\bi (?:like|love|enjoy)\b|\bmy favou?rite\b",
        "hobby good_at": r"\bmy hobb",
    }.items()
}
PERSONA = Persona(
    said=_SAID,
    not_about_oneself=_NOT_ABOUT_ONESELF,
    clause=_CLAUSE,
    lead=_LEAD,
    empty_topic=_EMPTY_TOPIC,
    trim=_TRIM,
    asked=_ASKED,
)
