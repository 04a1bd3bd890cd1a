"""yorisoi chat: a conversation in the terminal, or one turn of it with -m."""

import asyncio
import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer
from rich.live import Live
from rich.text import Text

from yorisoi.cli.documents import need_documents
from yorisoi.cli.feedback import print_learnt, say
from yorisoi.cli.greetings import greetings, terminal_language
from yorisoi.cli.options import Chat, Embedding, Groups, Home, Json, User, given_again, settings, user_name
from yorisoi.cli.output import aside, console, print_json
from yorisoi.dialogue.answer.quoting import is_shown, listed
from yorisoi.dialogue.feedback.learning import SAID
from yorisoi.dialogue.phrases import phrases
from yorisoi.errors import ConfigError, YorisoiError
from yorisoi.language.dialogue_words import Greetings
from yorisoi.language.packs import LENDS
from yorisoi.language.plain import in_one_line
from yorisoi.settings import Settings
from yorisoi.types import Citation, Filter, Language, Reply, UserId
from yorisoi.wiring import Workspace, open_workspace

_QUOTED = 160
"""Columns of a quote beside an answer, two lines of most terminals; `/open` shows it whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Again:
    """Options that were given, as a command has to be given them to go on from here."""

    store: str
    user: str
    models: str


def chat(
    message: Annotated[
        str | None, typer.Option("-m", "--message", help="One utterance, instead of a conversation.")
    ] = None,
    user: User = None,
    session: Annotated[str | None, typer.Option(help="Continue this session; a new one where there is none.")] = None,
    group: Groups = None,
    attribute: Annotated[
        list[str] | None, typer.Option(help="Something known of the user, as NAME=VALUE; may be repeated.")
    ] = None,
    just_answer: Annotated[bool, typer.Option("--just-answer", help="Never ask back.")] = False,
    home: Home = None,
    chat: Chat = None,
    embedding: Embedding = None,
    as_json: Json = False,
) -> None:
    """Converse over the documents."""
    said = {
        "user": user_name(user),
        "groups": frozenset(group or ()),
        "attributes": _attributes(attribute or []),
        "just_answer": just_answer,
    }
    chosen = settings(home, chat, embedding)
    if message is None and as_json:
        raise ConfigError("--json needs -m TEXT")
    if message is not None:
        asyncio.run(_once(chosen, message, session, said, as_json))
    else:
        again = _Again(
            store=given_again(home=home),
            user=given_again(user=user),
            models=given_again(chat=chat, embedding=embedding),
        )
        asyncio.run(_talk(chosen, session, said, again))


async def _once(chosen: Settings, message: str, session: str | None, said: dict[str, Any], as_json: bool) -> None:
    async with open_workspace(chosen, new=False) as workspace:
        await need_documents(workspace)
        with _thinking(as_json) as on_text:
            reply = await workspace.assistant.reply(message, session=session, on_text=on_text, **said)
        if as_json:
            print_json(reply_as_json(reply))
        else:
            print_reply(reply)


async def _talk(chosen: Settings, session: str | None, said: dict[str, Any], again: _Again) -> None:
    async with open_workspace(chosen, new=False) as workspace:
        for notice in workspace.notices:
            aside.print(notice, style="dim", markup=False)
        await need_documents(workspace)
        words = greetings(terminal_language() or await _most_written(workspace, said["groups"]))
        console.print(words.hello)
        last: Reply | None = None
        while (line := await asyncio.to_thread(_read, words)) is not None:
            if not line.strip():
                continue
            if line.startswith("/"):
                if line.strip() in ("/quit", "/exit", "/q"):
                    break
                if line.strip() == "/new":
                    session, last = None, None
                    console.print(words.new)
                else:
                    await _command(workspace, line, last, words, said, again)
                continue
            try:
                with _thinking(not sys.stdout.isatty()) as on_text:
                    last = await workspace.assistant.reply(line, session=session, on_text=on_text, **said)
            except YorisoiError as error:  # one bad line does not end a conversation
                console.print(f"yorisoi: {error}", markup=False)
                continue
            session = last.session
            print_reply(last)
        if session:
            bye = (greetings(terminal_language() or last.language) if last else words).bye
            console.print(bye.format(session=f"{session}{again.store}{again.user}{again.models}"))


async def _most_written(workspace: Workspace, groups: frozenset[str]) -> Language:
    """The language of most passages that the reader may read."""
    passages = (await workspace.store.documents.overview(groups)).languages
    return max(passages, key=lambda language: passages[language], default=LENDS)


def _read(words: Greetings) -> str | None:
    """The next line; None at the end of the input."""
    try:
        line = input(f"\n{words.you} > ")
    except (EOFError, KeyboardInterrupt):
        return None
    if not sys.stdin.isatty():
        console.print(line)  # a conversation that is piped in reads like one that was typed
    return line


async def _command(
    workspace: Workspace, line: str, last: Reply | None, words: Greetings, said: dict[str, Any], again: _Again
) -> None:
    name, _, argument = line.strip().partition(" ")
    user: UserId = said["user"]
    if name == "/why" and last:
        console.print(f"{last.rule}  {last.reason}\n{words.understood}: {last.question}", markup=False)
        console.print(f"yorisoi trace show {last.trace_id}{again.store}{again.user}", style="dim", markup=False)
    elif name == "/open" and last and (wanted := _wanted(last, argument.strip())):
        within = Filter(groups=said["groups"])
        ids = [cite.passage_id for cite in wanted if not cite.outside]
        there = {each.id for each in await workspace.store.documents.passages(ids, within)}
        for cite in wanted:
            if not (cite.outside or cite.passage_id in there):  # changed, closed or removed since then
                console.print(f"[{cite.number}] {phrases(last.language).not_found}", markup=False)
                continue
            console.print(f"[{cite.number}] {in_one_line(cite.source)}", style="bold", markup=False)
            console.print(cite.quote, markup=False)
            if not cite.outside:
                console.print(f"yorisoi show {cite.passage_id}{again.store}", style="dim", markup=False)
    elif name == "/me":
        await workspace.assistant.settler.settle(user)
        for name, each in (await workspace.store.profiles.attributes(user)).items():
            console.print(f"{name}: {each.value}", markup=False)
        for fact in await workspace.store.persona.facts(user):
            console.print(f"- {fact.text}", markup=False)
        command = f"yorisoi memory list{again.store}{again.user}"
        console.print(words.all_remembered.format(command=command), markup=False)
    elif (signal := name.removeprefix("/")) in SAID and last:
        try:
            learnt = await say(workspace, user, signal, last.session)
        except YorisoiError as error:
            console.print(f"yorisoi: {error}", markup=False)
        else:
            print_learnt(learnt, learnt.lessons[-1:])
    else:
        console.print(words.help)


def _wanted(last: Reply, number: str) -> list[Citation]:
    """What the reply cited, or what it did by this number."""
    return [cite for cite in last.citations if number in ("", str(cite.number))]


def print_reply(reply: Reply) -> None:
    """A reply for people: what is said, where it comes from, what was understood."""
    words = greetings(reply.language)
    console.print(Text.assemble((words.me, "bold"), f" > {reply.text}"))
    named = listed(reply.text)  # with page and heading
    for cite in reply.citations:
        if cite.number in named:
            continue
        where = " > ".join((cite.title, *cite.section))
        console.print(f"  [{cite.number}] {where}   {in_one_line(cite.source)}", style="cyan", markup=False)
        if not is_shown(cite, reply.text):  # a model's answer: the document's own words beside it
            quoted = Text(f"      {' '.join(cite.quote.split())}", style="dim")
            quoted.truncate(_QUOTED, overflow="ellipsis")
            console.print(quoted)
    if reply.person:
        contact = words.person_contact if reply.person.contact else words.person
        console.print(contact.format(owner=reply.person.name, contact=reply.person.contact), markup=False)
    for each in reply.degraded:
        aside.print(f"  ({each.step}: {each.reason})", style="dim", markup=False)


def reply_as_json(reply: Reply) -> dict[str, Any]:
    """The reply under the names of the interface; what stands in the trace is not repeated."""
    fields = asdict(reply)
    fields["episodes"] = [
        {
            "id": f"e{memory.episode.id}",
            "text": memory.episode.text,
            "at": memory.episode.at,
            "score": memory.score,
            "why": memory.why,
        }
        for memory in reply.episodes
    ]
    return fields


def _attributes(given: list[str]) -> dict[str, str]:
    pairs = [each.partition("=") for each in given]
    for (name, equals, value), each in zip(pairs, given, strict=True):
        if not (name.strip() and equals and value.strip()):
            raise ConfigError(f"--attribute {each!r}: write NAME=VALUE, such as 勤務地=大阪支社")
    return {name.strip(): value.strip() for name, _, value in pairs}


@contextlib.contextmanager
def _thinking(quietly: bool) -> Iterator[Callable[[str], None] | None]:
    """Show the answer while it is being written; it gives way to the final one."""
    if quietly or not sys.stdout.isatty():
        yield None
        return
    written = Text("…", style="dim")

    def on_text(piece: str) -> None:
        written.append(piece)

    with Live(written, console=console, transient=True, refresh_per_second=8):
        yield on_text
