"""A reply for programs: what stands beside the text, and the text for clients that show nothing else."""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from yorisoi.language.addresses import without_strange_addresses
from yorisoi.language.packs import own_or_lent
from yorisoi.language.plain import in_one_line
from yorisoi.tracing import plain
from yorisoi.types import Reply

_MARK = re.compile(r"\s*\[\d+\]|\s+")
"""Marks of citations and white space, in which a text in the making may differ from the final one."""


def as_text(reply: Reply) -> str:
    """The text with all that a person should see of the reply below it: sources, whom to ask, what was understood."""
    return "\n".join([reply.text, *below(reply)])


def below(reply: Reply) -> Iterator[str]:
    """Lines that belong below the text."""
    greetings = own_or_lent(reply.language, lambda pack: pack.greetings)
    words = own_or_lent(reply.language, lambda pack: pack.server)
    if reply.citations:
        yield f"\n{words.sources}:"
    for cite in reply.citations:
        yield in_one_line(f"[{cite.number}] {' > '.join((cite.title, *cite.section))} ({cite.source})")
    if reply.person:
        line = greetings.person_contact if reply.person.contact else greetings.person
        yield line.format(owner=reply.person.name, contact=reply.person.contact).strip()
    yield f"\n{greetings.understood}: {reply.question}"
    yield f"{reply.reason} ({reply.rule})"
    for each in reply.degraded:
        said = without_strange_addresses(in_one_line(each.reason), frozenset())
        yield words.reduced.format(step=each.step, reason=said)


def beside(reply: Reply) -> dict[str, Any]:
    """Everything about the reply but its text, as JSON: what `yorisoi chat --json` prints."""
    parts = {each.name: getattr(reply, each.name) for each in fields(reply) if each.name != "text"}
    parts["episodes"] = [
        {"id": f"e{each.episode.id}", "text": each.episode.text, "at": each.episode.at, "score": each.score}
        for each in reply.episodes
    ]
    found: dict[str, Any] = plain(parts)
    return found


def annotations(reply: Reply, origin: str) -> list[dict[str, Any]]:
    """Citations as OpenAI's clients know them, in the place of the text where each is made; their addresses lead to the
    page on the server, which is reached at `origin`."""
    found = []
    for cite in reply.citations:
        start = max(0, reply.text.find(f"[{cite.number}]"))
        end = start + len(f"[{cite.number}]") if reply.text[start:].startswith(f"[{cite.number}]") else start
        url = cite.source if cite.outside else f"{origin}/passages/{cite.passage_id}#cited"
        found.append(
            {
                "type": "url_citation",
                "url_citation": {"start_index": start, "end_index": end, "title": cite.title, "url": url},
            }
        )
    return found


def rest(final: str, written: str) -> str:
    """What is still to be said when `written` was said while it was made: the end of the final text.

    Marks and spaces that came in afterwards are left out; a final text that is another is said whole, below.
    """
    if final.startswith(written):
        return final[len(written) :]
    said = _MARK.sub("", written)
    at = _MARK.sub("", final).find(said)
    if at < 0:
        return f"\n\n{final}"
    left = at + len(said)
    position = 0
    while left:
        mark = _MARK.match(final, position)
        if mark:
            position = mark.end()
        else:
            position, left = position + 1, left - 1
    return final[position:]
