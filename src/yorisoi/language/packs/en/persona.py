"""What people say of themselves in English."""

import re

from yorisoi.language.pack import Persona

_T = r"(?P<topic>[^,.!?;:\n]{2,50}?)"
_END = r"(?=[,.!?;:\n]|\b(?:and|but|because|since|so|when|which|that|with my|these days|now|too|as well)\b|$)"
_PLAIN = r"(?P<topic>(?:(?!\b(?:is|are|was|were|isn't|wasn't|no (?:more|longer)|not|never)\b)[^,.!?;:\n]){2,50}?)"
"""A topic that holds no verb: not "I live in Paris is a lie"."""
_NOW = r"(?:currently |now |still |just |recently |also )?"
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
        ("name", rf"\b(?:my name is|i'm called) (?!(?:wrong|missing|incorrect|mis\w+|spel\w+|not|on|in|at|still|too|changing(?= (?:after|soon|because|to|in|next))|up\w*)\b){_PLAIN}{_END}"),
        ("name", rf"\b(?:(?:please|just|you can|you may|everyone|everybody|people|(?:my )?friends) )?call me (?-i:(?=[A-Z])){_PLAIN}{_END}"),
        ("age", r"\bi(?:'m| am) (?P<topic>\d{1,3})(?: years old|\b(?=[.!]|$| and$|, (?:and|but|so|i|i'm|my|we|married|single"
                r"|divorced|retired|male|female|from|living|an?|with|not|still)\b))"),
        ("home", rf"\bi(?:'ve| have)? {_NOW}(?:live|moved) (?:in|to|near)"
                 rf" (?!(?:fear|denial|dread|hope (?:of|that))\b)(?!the (?:next|last|previous|following|other|first|second|third)\b"
                 rf"|the [\w ]{{1,30}}\b(?:office|department|branch|team)\b){_PLAIN}{_END}"),
        ("home", rf"\bi(?:'m| am) {_NOW}living (?:in|near) {_PLAIN}{_END}"),
        ("origin", rf"\bi(?:(?:'m| am| come)(?: originally)? from|(?: was born| grew up)(?: originally)? in) {_PLAIN}{_END}"),
        ("work", rf"\bi(?:'m| am)? (?:{_VERY}|{_NOW})(?:work|working)"
                 rf" (?:as|at|for(?! (?:free|fun|money)\b)|in) {_PLAIN}{_END}"),
        ("work", rf"\bi (?:was transferred|transferred|moved) to the {_T} (?:office|department|branch|team)"),
        ("work", rf"\bi(?:'m| am) an? (?P<topic>(?:\w+ )?{_JOB})\b"),
        ("married", r"\bi(?:'m| am| got) (?P<topic>married|single|divorced|engaged(?! in\b))\b"),
        ("pet", r"\bi(?:'ve)? (?:have|got|adopted|own) (?:an?|two|three|\d) (?P<topic>(?:\w+ )?(?:dogs?|cats?|puppy"
                r"|kitten|rabbits?|birds?|parrots?|hamsters?|turtles?|fish))\b"),
        ("family", r"\bi have (?:an?|two|three|four|\d) (?P<topic>(?:\w+ )?(?:kids?|children|sons?|daughters?|brothers?"
                   r"|sisters?))\b"),
        ("family", r"\bmy (?P<topic>wife|husband|son|daughter|kids|partner|boyfriend|girlfriend|brother|sister|mom|dad"
                   r"|mother|father)(?:'s| is| has| loves| likes| works| and i)\b"),
        ("health", rf"\bi(?:'m| am) allergic to {_PLAIN}{_END}"),
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
        ("habit", rf"\bi (?:always|usually|often|never) (?!knew|thought|wanted|said|told){_T}{_END}"),
        ("owns", rf"\bi (?:own|bought|just bought) (?:an?|the|two) {_T}{_END}"),
    )
)  # fmt: skip
_SPAN = r"(?:years?|months?|weeks?|days?|moment|time|college|university|school|graduation|childhood|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|fall|autumn|winter|\d{4})"
_BEFORE = re.compile(
    # whole clauses, none of which says, supposes or dreams what follows
    r"(?:.*(?:(?<!say)(?<!says)(?<!said)(?<!assume)(?<!example)(?<!dream)[,;.!] |\b(?:and|but|so|because|since|as|although|though) | [-–—] "
    r"|\b(?:write (?:this|that|it) down|note|remember|fyi|fun fact|about me): ?))?+"
    r"(?:(?:hi|hello|hey|yes|yeah|no|well|oh|ok|okay|sorry|thanks|also|and|but|so|because|since|now|today|right now|these days|by the way|btw"
    r"|actually|honestly|really|currently|unfortunately|fortunately|luckily|sadly|recently|basically|originally|finally|personally"
    r"|to be honest|in fact|of course|you know|i mean|as (?:you know|i said|i mentioned)|i (?:said|told you|mentioned)(?: that)?|i (?:have to|must|should|want to) (?:tell you|say|mention)(?: that)?|remember(?: that)?|(?:please )?note that"
    r"|the thing is|(?:the )?truth is|just so you know|for the record"
    rf"|(?:(?:in|after|at|on|for|since|during|until) )?(?:(?!my\b)[\w']+ ){{0,2}}{_SPAN}(?: ago)?|when i was [\w']+(?: [\w']+){{0,2}})[,.!]? )*+",
    re.I | re.S,
)
_BEHIND = re.compile(
    r"\s*+(?:$|[.!;…\n()]|,(?!['\"’”]| (?:he|she|they|it) (?:says?|said|thinks?)\b| (?:said|says|not)\b)|[-–—:] "
    r"|(?:and|but|because|since|so|as|where|which|who|when|with|now|too|these days|right now|for|at|in|near|last|this|though|although"
    r"|currently|after|until|to|by|on|\w+ (?:years?|months?|weeks?|days?) ago|recently|already|again|here)\b)",
    re.I,
)
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
    r"(?:it|that|this|them|you|him|her|one|so|too|all|things?|stuff|what|how .*|the way .*|no(?:thing|body|ne| one))",
    re.I,
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
        "name": r"\bmy name\b|\bwho am i\b",
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
    oneself=re.compile(r"\b(?:i|me|my)\b", re.I),
    others=re.compile(
        r"\bmy (?:\w+ )?(?:wife|husband|sons?|daughters?|kids?|child|children|partner|boyfriend|girlfriend|brothers?|sisters?|mom|mum|dad"
        r"|mother|father|parents|friends?|boss|manager|colleagues?|dogs?|cats?)\b|\b(?:he|she|they|his|her|their)\b",
        re.I,
    ),
    said=_SAID,
    not_about_oneself=_NOT_ABOUT_ONESELF,
    before=_BEFORE,
    behind=_BEHIND,
    clause=_CLAUSE,
    lead=_LEAD,
    empty_topic=_EMPTY_TOPIC,
    trim=_TRIM,
    asked=_ASKED,
)
