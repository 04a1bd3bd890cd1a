"""What the dialogue needs of a language: four groups of a pack, each there as a whole or not at all.

A pack without them is understood, searched and remembered; Yorisoi then speaks English to it, and English patterns are
tried.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from yorisoi.language.pattern import NEVER, Pattern
from yorisoi.types import Action, FeedbackKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """What Yorisoi says when no model writes it: questions back, "not found", thanks."""

    ask_theme: str
    """{theme}: the word that several pages share."""
    ask_open: str
    ask_what: str
    """To who has only said that there is a question."""
    ask_anew: str
    """After choices none of which fits."""
    ask_attribute: str
    """{attribute}: such as 勤務地."""
    country: str
    """The name of the one attribute that is not taken from the documents."""
    draw_out: str
    """To somebody in trouble, who is heard first: one question."""
    heard: str
    """Before an answer to somebody in trouble."""
    worried: str
    """Before an answer to somebody who is worried."""
    bereaved: str
    """Before one to somebody who has lost somebody."""
    hurt: str
    """Before one to somebody who was hurt."""
    also_near: str
    """Above other sections that come near, behind a quotation."""
    cut_short: str
    """Appended where a model's answer ended before its end."""
    talk: Mapping[str, str]
    """Replies that ask nothing, by kind of talk: see `DialoguePatterns.talk_kinds`, and `introduced`, `told`,
    `troubled`, `nod`, `forget`, `about_me`."""
    noted: str
    """{told}: attributes of the user that were just told."""
    first_question: str
    """{text}"""
    asked_so_far: str
    perhaps_asked: str
    """Instead, where it is not known whether any of it is asked for."""
    said: str
    """{text}: a line for each."""
    said_on: str
    """{day}, {text}: of what was said in another conversation."""
    item: str
    """{line}: one of these."""
    later: str
    """{line}: one that puts right what stands before it, or adds to it."""
    nothing_remembered: str
    not_told: str
    """Before what the documents say, where it was asked for as if one had told it."""
    put_right: str
    """Before what the documents say to what the user has put right of oneself."""
    which_day: str
    """{day}, {date}: said before an answer that speaks of days."""
    according_to: str
    """{title}"""
    of_what_was_shown: str
    """{title}: instead, where the reply before has quoted this already; a sentence of it follows."""
    comes_nearest: str
    """Before a list of sections, where it is doubtful which of them was asked for."""
    not_found: str
    hardly_found: str
    """Before the sections that came nearest when nothing was found, but perhaps stands there."""
    learnt: Mapping[Action, str]
    """The reason where feedback has turned the decision, by what is done."""
    doubted: str
    """Stands behind a claim that the documents do not seem to make."""
    unsupported: str
    """Appended when a generated answer says what its passages do not."""
    from_outside: str
    """Appended when an answer cites pages from the web."""
    topics: str
    """{topics}: offered at the end."""
    topic: str
    """{topic}, {because}: an interest of the user's."""
    comma: str
    colon: str
    because_reader: str
    """{attribute}: why it is asked for."""
    remembered: str
    """Before what is remembered."""
    perhaps_remembered: str
    """Instead, where none of it has what is asked for."""
    reasons: Mapping[str, str]
    """By rule."""
    feedback: Mapping[FeedbackKind, str]
    """What the user said of a turn, or was seen to do."""
    effects: Mapping[str, str]
    """What became of it: `yorisoi.dialogue.feedback.learning.Why`, with `less` and `more` in place of `moved`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Greetings:
    """What the conversation in a terminal says around the turns."""

    you: str
    me: str
    hello: str
    help: str
    """The commands, a few a line."""
    new: str
    bye: str
    """{session}"""
    all_remembered: str
    """{command}: behind what is known of oneself, by which all that was said is seen."""
    understood: str
    """Before the question as it was understood."""
    person: str
    """{owner}"""
    person_contact: str
    """{owner}, {contact}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialoguePrompts:
    """What a chat model is told when it interprets, asks back and answers."""

    judging: str
    """Instructions for a capable model that interprets and decides (`interpret/judgement.py`)."""
    answering: str
    """Instructions for an answer from numbered documents, with marks such as [1]."""
    surveying: str
    """The same for a broad question: theme by theme, and complete."""
    answering_unmarked: str
    """Instructions for an answer whose sources are found afterwards."""
    no_answer: str
    """What `answering` tells a model to say when it finds no answer."""
    question: str
    """Before the question."""
    topics: str
    """Before topics near the user's interests."""
    said_before: str
    """Before what is remembered of the user."""
    calling: str
    """Instructions for a model that calls one function a step (`steering/calling.py`)."""
    functions: Mapping[str, str]
    """Function -> when it is called, and what its argument is."""
    examples: tuple[tuple[str, str, str], ...]
    """Utterance, function, argument.  Without them the embedded models never ask."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialoguePatterns:
    """The words by which a turn knows an order, a correction, a choice; matched in the normal form.

    What an utterance is *for* is not told by lists but read by the embedding model (`interpret/wording.py`).  What
    stands here is what has to be taken word for word: an order has to be obeyed, a correction names the part that it
    replaces.  `talk`, `recalls`, `troubled`, `definite` and `points_back`
    stand in where no model reads.  What is left out matches nothing.
    """

    just_answer: Pattern = NEVER
    """The user is tired of being asked back."""
    ask_first: Pattern = NEVER
    """The user would rather be asked before anything is searched."""
    corrects: tuple[Pattern, ...] = ()
    """What was meant, `new`, and what was not, `old`, where it is said."""
    rejects: tuple[Pattern, ...] = ()
    """A clause that says what is not meant, `old`; what stands behind it there is the `rest`."""
    excludes: Pattern = NEVER
    """Others than `old` are asked for: 「西体育館じゃない体育館」, 「火曜日以外に」; as it is written."""
    dismisses: tuple[Pattern, ...] = ()
    """A clause that says of what, `old`, nothing more is to be heard."""
    denies: Pattern = NEVER
    """A clause that says no of something, `old`, and rejects it where the next one says what is meant (`means`):
    「札幌には住んでない、千早のほう」."""
    instead_of: Pattern = NEVER
    """Something that was told is put right by its name, the group `old`, wherever it stands."""
    restates: Pattern = NEVER
    """It ends as a statement does, and wants nothing: 「…でした」, 「…になりました」."""
    says_what_it_is: Pattern = re.compile("")
    """It ends as one does who says what something is or has become, rather than what happened: 「…になった」."""
    has_a_verb: Pattern = NEVER
    """It is a clause, though it ends with a noun: "we have a dog"; of languages whose verbs stand before that."""
    states_a_value: Pattern = NEVER
    """It states a number of something that it names, in normal form: 「結婚記念日は6月12日です」."""
    means: Pattern = NEVER
    """A clause that says what is meant by the words around it: 「千早のほう」, 「我说…」."""
    demonstrative: Pattern = NEVER
    """What is rejected is not named: それ."""
    mends: Pattern = NEVER
    """Words in the middle of an utterance that take back the thing right before them: 「見積書、あ違った請求書を」."""
    names_another: Pattern = NEVER
    """It names a thing, `new`, and nothing else: 「産休は？」; as it is written."""
    returns: Pattern = NEVER
    """An earlier topic is taken up again."""
    turns_away: Pattern = NEVER
    """Another topic is begun, in so many words."""
    leaves: Pattern = NEVER
    """The same at the beginning, by words that nobody takes for "and also", and pointing back at nothing."""
    none_fits: Pattern = NEVER
    """None of the choices offered is meant."""
    number: Pattern = NEVER
    """A choice by its number, group 1, and nothing else."""
    number_first: Pattern = NEVER
    """A choice by its number, group 1, before what is asked of it: 「2番のやつ、いつまで？」."""
    last_one: Pattern = NEVER
    """The last of the choices, and nothing else."""
    ordinals: tuple[str, ...] = ()
    """One, two, three, ... as the numbers of choices are spelt."""
    around_choice: Pattern = NEVER
    """What a choice named by a part of it is wrapped in."""
    wants_person: Pattern = NEVER
    """A person to speak to is asked for."""
    first_said: Pattern = NEVER
    """What was said first in this conversation is asked for."""
    announces: Pattern = NEVER
    """The whole utterance says that something will be asked, and not what."""
    asks_who_answers: Pattern = NEVER
    """Whether it is a person or a machine."""
    introduces_oneself: Pattern = NEVER
    """In so many words, with something of oneself: 「はじめまして、竹内といいます」."""
    asks_what_one_told: Pattern = NEVER
    """One asks in so many words whether, or what, one has told: 「…って言いましたっけ」."""
    gives_name: Pattern = NEVER
    """The whole text says what one is called, greetings left out: in so many words, the group `called`
    (「田中といいます」), or else the group `name` (「田中です」); read by `yorisoi.language.own_name`."""
    asks_to_forget: Pattern = NEVER
    """The whole utterance asks that something that was said be forgotten."""
    talk_kinds: Mapping[str, Pattern] = field(default_factory=dict)
    """Kinds of talk that have a reply of their own (`Phrases.talk`), the first that fits."""

    mood: Pattern = NEVER
    """Marks of mood at the end of an utterance, which say nothing: (笑), lol; as it is written."""
    before_correction: Pattern = NEVER
    """What stands before the thing that was meant; as it is written."""
    behind_correction: Pattern = re.compile(r"[。.!！…]*$")
    """What stands behind the thing that was meant; as it is written."""
    introduces: Pattern = NEVER
    """A sentence of a model that says only that the answer follows: 「申請方法は以下の通りです」."""
    states_limit: Pattern = NEVER
    """A sentence that says only what the documents do not tell: 「ほかは、見つかった文書からは分かりません」."""
    asks_on: Pattern = NEVER
    """A reply that names a choice asks something of its own, its mark apart: 「子の看護休暇は何日取れますか」."""
    asks_for_rows: Pattern = NEVER
    """Where a row of a table is found, all are needed: they are asked for, counted, compared, or some are ruled out
    (「どんなコースがある？」, 一番安い, 5,000円以下, 営業部ではない)."""
    asks_itself: Pattern = NEVER
    """A key word that is asked for, not talked about, by its beginning: 何日."""
    expects: tuple[tuple[Pattern, str, str], ...] = ()
    """What is asked for, and the patterns by which answers have it and headings name it; UNIT in the second is the
    group `unit` of the first."""
    asked_behind: Pattern = NEVER
    """What a key word asks for behind what it names, to its end: 几点 of 班车几点."""
    nothing_particular: Pattern = NEVER
    """Words that a topic can do without and that dictionaries take for things, as they are written: of お金のこと they
    make a saw (鋸, のこ)."""

    of_oneself: Pattern = NEVER
    """The sentence says something of the one who says it: 「私は…」, 「…に勤務」."""
    belongs: Pattern = NEVER
    """Of such a sentence: it says where one works, or what one is; not where one lives, or what one likes."""
    of_others: Pattern = NEVER
    """It says something of somebody else."""
    does_not_belong: Pattern = NEVER
    """It says where one is not, or was: 「大阪には住んでいません」."""
    is_one: Pattern = NEVER
    """How a sentence ends that only says which one the user is: です of 「大阪支社の契約社員です。」"""
    denied: Pattern = NEVER
    """What is said not to be so, with the words that say it; as it is written: 日本ではありません."""
    visited: Pattern = NEVER
    """Where one goes for a while, with the words that say so; as it is written: 大阪に1泊で出張."""
    negates: Pattern = NEVER
    """One word that says no; two of them in a clause say yes."""
    restricts: Pattern = NEVER
    """Only this, and nothing else."""
    short_form: Pattern = NEVER
    """How a longer value is called for short, its beginning: パート of パートタイム."""

    asks: Pattern = NEVER
    """It reads like a question."""
    talk: Pattern = NEVER
    recalls: Pattern = NEVER
    troubled: Pattern = NEVER
    worries: Pattern = NEVER
    """Whoever asks says to be worried; narrower than the talk of that kind, since a question may be about anything."""
    did_not_help: Pattern = NEVER
    """What was tried did not work; said behind an answer, and as a whole."""
    bereaved: Pattern = NEVER
    """Somebody of one's own has died."""
    hurt: Pattern = NEVER
    """Somebody has just been hurt, or has collapsed."""
    excepts: Pattern = NEVER
    """A heading names whom it is not about."""
    definite: Pattern = NEVER
    """It says what of a topic is wanted."""
    points_back: Pattern = NEVER
