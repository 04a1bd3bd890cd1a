"""All that is of a language, behind one type: what a module of `yorisoi.language.packs` calls `PACK`.

A language is added by one new file there; everything but `code` and `detection` may be left out.  What is left out is
neutral: words are runs of letters and digits, no pattern matches, prompts are the English ones.  Patterns are matched
against the normal form of a text unless said otherwise.

    PACK = LanguagePack(
        code="eo",
        detection=of_alphabet(FUNCTION_WORDS, letters="ĉĝĥĵŝŭ"),
        analysis=alphabetic(FUNCTION_WORDS),
        words=Words(requests=frozenset(("bonvolu", "diru"))),
    )
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from yorisoi.language.alphabetic import terms_of, words_of
from yorisoi.language.detection import Detection
from yorisoi.language.dialogue_words import DialoguePatterns, DialoguePrompts, Greetings, Phrases
from yorisoi.language.faq_words import FaqWords
from yorisoi.language.latin import as_it_is
from yorisoi.language.morpheme import Morpheme
from yorisoi.language.pattern import NEVER, Pattern
from yorisoi.language.server_words import ServerWords
from yorisoi.language.user_words import UserWords
from yorisoi.types import Language

Holds = Callable[[float, float], bool]
"""What holds of a number and of a bound."""

NOTHING: frozenset[str] = frozenset()


def _no_senses(_: str) -> frozenset[int]:
    return frozenset()


def _nobody(_: str) -> bool:
    return False


def _no_seams(_: str) -> set[int]:
    return set()


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """How a text falls into words."""

    morphemes: Callable[[str], tuple[Morpheme, ...]]
    """Of a text as it is written, with offsets into it."""
    terms: Callable[[str, str], list[str]]
    """Of (a text as it is written, its spelling): the words under which it is found, function words left out."""
    senses: Callable[[str], frozenset[int]] = _no_senses
    """Of a word: the groups of words that mean the same which it belongs to."""
    may_name_a_person: Callable[[str], bool] = _nobody
    """Of a text: it is the name of a person, and perhaps of something else."""
    names_a_person: Callable[[str], bool] = _nobody
    """Of a text: it is the name of a person and of nothing else."""
    spelling: Callable[[str], str] = as_it_is
    """From the normal form to that in which terms are spelt; as long as before."""
    seams: Callable[[str], set[int]] = _no_seams
    """Offsets inside long words at which shorter ones meet."""
    tagged: bool = False
    """The morphemes' parts of speech are known, not guessed from capitals."""
    spaced: bool = True
    """Space stands between words: lines wrap inside sentences, wordings are compared by words and not by characters."""


def alphabetic(function_words: Collection[str], stem: Callable[[str], str] = as_it_is) -> Analysis:
    """Of a language with space between its words: stems, such as `latin.stemmer("french")`, without function words."""
    return Analysis(
        morphemes=lambda text: words_of(text, function_words, stem),
        terms=lambda text, normal: terms_of(text, normal, function_words, stem),
    )


_UNKNOWN = alphabetic(())
"""Words are runs of letters and digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words that carry grammar, or say how one stands to things, rather than a subject; in normal form."""

    requests: frozenset[str] = NOTHING
    """What a question says about asking rather than about its subject; never key words."""
    times: frozenset[str] = NOTHING
    """Nouns that stand as adverbs before another noun, which begins a phrase: 「最近上司と…」 is about 上司."""
    days: frozenset[str] = NOTHING
    """Further times that stand before the name of a thing: 「先週小樽市に…」 is about 小樽市."""
    attitudes: frozenset[str] = NOTHING
    """Words that say how one stands to things, or hardly anything: never what an utterance turns upon."""
    aspects: frozenset[str] = NOTHING
    """What any topic has and what narrows none down by itself: rules, application, deadline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """How sentences are written."""

    abbreviations: tuple[str, ...] = ()
    """Regular expressions of words whose full stop ends no sentence: Mr, approx."""
    brackets: tuple[str, str] = (" (", ")")
    """What is put around a remark, with the space before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What countries and cities are called."""

    locales: tuple[str, ...] = ()
    """Of CLDR, from which names of countries and cities come; the first one's are said to the user."""
    countries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """ISO 3166 code -> names that people use beside those of CLDR."""
    initials: Mapping[str, str] = field(default_factory=dict)
    """Initials -> code of the country: only in capitals and as a word, for "us" is a pronoun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """How times are named; read by `yorisoi.language.dates`, in this order."""

    dates: tuple[Pattern, ...] = ()
    """Days and months, with the groups `month` and perhaps `year` and `day`; a month in digits or one of `months`."""
    months: tuple[str, ...] = ()
    """The first three letters of the names of the months, from January."""
    weekdays: tuple[str, ...] = ()
    """From Monday, as the group `weekday` of `last_weekday` has them."""
    weekday: Pattern = NEVER
    """The name of a day of the week, with what else may stand in its place: 水曜, 平日."""
    years: tuple[Pattern, ...] = ()
    """With the group `year`."""
    ago: tuple[Pattern, ...] = ()
    """With the groups `number` and `unit`."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Words that `number` may be."""
    units: Mapping[str, str] = field(default_factory=dict)
    """How `unit` begins -> day, week, month or year; longer ones first."""
    last_weekday: Pattern = NEVER
    relative: tuple[tuple[Pattern, str, int], ...] = ()
    """What counts from now, its unit, how many: 先週, week, -1.  Longer expressions before those inside them."""
    rest: Pattern = NEVER
    """What may follow a relative month or year and is a part of it, with the group `rest`: 来月末, 来月の20日."""
    spelt: Mapping[str, str] = field(
        default_factory=lambda: {
            "day": "{start:%Y-%m-%d}",
            "week": "{start:%Y-%m-%d} to {last:%Y-%m-%d}",
            "month": "{start:%Y-%m}",
            "year": "{start.year}",
        }
    )
    """How a stretch is written, by its unit, from its `start` and its `last` day; and of a day the `weekday`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """What people say lastingly of themselves; matched as it is written, sentence by sentence."""

    said: tuple[tuple[str, Pattern], ...] = ()
    """Kind of fact (`yorisoi.memory.persona.kinds`), what says it, with the group `topic`; the first that fits."""
    not_about_oneself: Pattern = NEVER
    """Asked, supposed, heard, wished, said of somebody else."""
    before: Pattern = re.compile(r".*", re.S)
    """All that may stand in the sentence before a fact of which a person has one (`kinds.AT_ITS_WORD`): oneself, times,
    fillers and whole clauses, so that nobody else is its subject and nothing embeds it."""
    behind: Pattern = re.compile("")
    """What goes on behind such a fact: the end of its sentence or the joint to the next clause, so that it is neither
    denied, nor embedded, nor says which one of others is meant."""
    of_another: Pattern = NEVER
    """A sentence that speaks of somebody else; what is said behind it of which a person has one is of them."""
    oneself: Pattern = NEVER
    """Names oneself; what such a sentence says, and asks, is about oneself unless it names `others` too."""
    others: Pattern = NEVER
    """Names somebody else."""
    clause: Pattern = re.compile(r".+", re.S)
    """A part of a sentence that may say a fact of its own."""
    lead: Pattern = NEVER
    """What a clause may begin with and can do without: はい、, actually."""
    empty_topic: Pattern = NEVER
    """The whole of a topic that names nothing: それ, it."""
    trim: Pattern = NEVER
    """What is cut off a topic, until nothing more can be."""
    asked: Mapping[str, Pattern] = field(default_factory=dict)
    """Kinds of facts, parted by spaces -> how one asks for them of oneself: "Where do I live?" """


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """How one speaks of what was said before, and what makes an utterance worth remembering."""

    recollects: Pattern = NEVER
    """What was said before is asked for: 「前に話した店」."""
    of_oneself: Pattern = NEVER
    """A question about the one who asks: 「私の趣味は何ですか」."""
    of_the_assistant: Pattern = NEVER
    """What the assistant said is asked for."""
    polite_request: Pattern = NEVER
    """It looks like the former, but asks for an answer to come: 「教えてくれますか」."""
    states: Pattern = NEVER
    """It ends as a statement does, or has oneself in it."""
    asks: Pattern = NEVER
    """It is no statement, whatever `states` says."""
    question_ends: Pattern = NEVER
    """What a question ends with, besides its mark; as it is written."""
    about_oneself: Pattern = NEVER
    """Says something of oneself or one's own people."""
    feels: Pattern = NEVER
    decides: Pattern = NEVER
    dated: Pattern = NEVER
    weighing: str = ""
    """Tells a model to weigh numbered utterances and to quote lasting facts: the system's message."""
    reflecting: str = ""
    """Tells a model to draw `{most}` conclusions about a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """What belongs together: how users stand to things, what a page says of things."""

    likes: Pattern = NEVER
    dislikes: Pattern = NEVER
    visited: Pattern = NEVER
    asked: Pattern = NEVER
    """The clause asks; as it is written, its mark apart."""
    turns: Pattern = NEVER
    """Where a sentence turns to something else, as it is written: 「海は苦手だけど、山は好き」."""
    links: frozenset[str] = NOTHING
    """Words that may stand between the words of one name: の."""
    amount: Pattern = NEVER
    """How much, how often and when: no things."""
    relations: Mapping[str, str] = field(default_factory=dict)
    """`part`, `mentions`, `beside`, `is`, `lies in`, `kind` -> what the relation is called."""
    stated: tuple[tuple[str, Pattern, int, int], ...] = ()
    """Relation, what states it in a page, as it is written, group of the head, group of the tail."""
    aliases: frozenset[str] = NOTHING
    """Names of relations whose tail is another name of the head."""
    heads: frozenset[str] = NOTHING
    """What the first column of a table of triples is called."""
    extracting: str = ""
    """Tells a model to extract triples: the system's message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Documents:
    """What fields and columns are called in documents, in lower case."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`title`, `owner`, `contact`, `updated`, `applies_to`, `groups` -> spellings; the first one present counts."""
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`id`, `title`, `body`, `category` of a FAQ -> spellings; of `body` those of any list's `text` too."""
    instead_of_groups: tuple[str, ...] = ()
    """Other names for `groups`, which close a page: readers, 閲覧権限."""
    closing_by_yes: tuple[str, ...] = ()
    """Fields that close a page where they say yes: draft, 非公開."""
    closing_by_no: tuple[str, ...] = ()
    """The same by no: published, 公開."""
    yes: frozenset[str] = NOTHING
    no: frozenset[str] = NOTHING
    no_titles: frozenset[str] = NOTHING
    """Titles that software writes by itself."""
    dittos: frozenset[str] = NOTHING
    """Cells of tables that mean what stands in the one above: 同上."""
    part_of: Pattern = NEVER
    """What begins the first cell of a row that is a part of the row above, in small letters: うち, of which."""
    announces: Pattern = NEVER
    """In a line right before a table, in small letters, that it follows: 次のとおり, 下表, as follows."""
    numbering: Pattern = re.compile(r"^\s*(?:[0-9０-９.]+[\s　]|[0-9０-９]+[、.．)）])\s*")
    """What a heading is numbered with, as it is written: 第3条."""
    eras: Mapping[str, int] = field(default_factory=dict)
    """Name of an era -> the year before its first."""
    bounds: Mapping[str, Holds] = field(default_factory=dict)
    """What stands right behind what is counted -> what then holds of it and of the number: 以上 is at least."""
    bounds_before: Mapping[str, Holds] = field(default_factory=dict)
    """The same of what stands right before: over 65, 超过5公里."""
    shifts: Pattern = NEVER
    """Right behind a number and its unit, at the text's beginning, that it is somewhat more or less: 弱, を過ぎ."""
    shifts_before: Pattern = NEVER
    """The same before a number, at the text's end: もうすぐ, nearly."""
    below_zero: frozenset[str] = NOTHING
    """What a number below zero stands behind: マイナス, minus."""
    quantities: Mapping[str, str] = field(default_factory=dict)
    """Unit -> what a column is called whose bare numbers count it: 歳 -> 年齢."""
    points: frozenset[str] = NOTHING
    """Units of what may be a point in time as well as a duration: 日, 時."""
    compounds: tuple[tuple[str, str], ...] = ()
    """Units of which two make one date, time or duration: 4月1日, 1年6か月."""
    between: frozenset[str] = NOTHING
    """What stands between the first and the last of a range, beside dashes: から, to."""
    called_by: frozenset[str] = frozenset()
    """Words by which something is called with a number rather than counted: 3級, 2026年度, 6月."""
    only_counted: Pattern = NEVER
    """Right behind such a word, that it counts all the same: the day of a date, words that bound it (6月から)."""
    others: Pattern = NEVER
    """What a row is about that holds for all that have none: その他."""
    weekdays: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """From Monday on, short and whole, as Excel shows them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieval:
    """How questions are searched for, and what is told of many pages together."""

    wording: str = ""
    """Tells a model to give `keywords` and `variants` of a question: the system's message."""
    asking: str = ""
    """Tells a model to write `questions` that a passage answers, as people ask: the system's message."""
    contents: Pattern = NEVER
    """Asks what documents are about: what is written, what there is."""
    survey: Pattern = NEVER
    """Asks for the main things, a summary, what is common."""
    changes: Pattern = NEVER
    """Asks what has changed; what it is about stands beside the match."""
    changed: Pattern = NEVER
    """A sentence that tells of a change, or from when something holds."""
    holders: frozenset[str] = NOTHING
    """What a collection of documents is called, and its parts: what is asked about where nothing else is named."""
    reporting: str = ""
    """Tells a model to report on passages that belong together: the system's message."""
    all_in_all: str = ""
    """{pages}: begins what is said of all documents; a list of themes follows."""
    on_subject: str = ""
    """Begins what is said of a subject; likewise."""
    on_changes: str = ""
    """Begins what pages tell of changes: no earlier version is kept, so that nothing is compared."""
    updated: str = ""
    """{title}, {date}: a page and when it was last changed."""
    further: str = ""
    """{themes}: those that are only named."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LanguagePack:
    code: Language
    """ISO 639."""
    detection: Detection
    analysis: Analysis = _UNKNOWN
    words: Words = Words()
    marks: Marks = Marks()
    names: Names = Names()
    dates: Dates = Dates()
    counters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What a figure counts -> how it is written behind the figure, in normal form; the same kinds in all languages, and
    as nothing what only looks so (`yorisoi.language.figures`)."""
    persona: Persona = Persona()
    memory: Memory = Memory()
    graph: Graph = Graph()
    documents: Documents = Documents()
    retrieval: Retrieval = Retrieval()

    # Of the dialogue: see `yorisoi.language.dialogue_words`.
    phrases: Phrases | None = None
    greetings: Greetings | None = None
    prompts: DialoguePrompts | None = None
    patterns: DialoguePatterns | None = None
    faq: FaqWords | None = None
    """Questions for a FAQ, made and checked."""

    server: ServerWords | None = None
    page: Mapping[str, str] = field(default_factory=dict)
    """Every text of the page (`yorisoi.server.page`) by its name; English is lent text by text."""
    users: UserWords | None = None
    """How simulated users speak (`yorisoi eval users`)."""
