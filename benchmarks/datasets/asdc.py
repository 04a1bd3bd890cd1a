"""ASDC, the SCUD examples (Hayashibe, LREC 2022): a customer's sentence -> what it says when it stands alone.

An utterance has several sentences (`sources`), and a line describes one of them: the number after the last
hyphen of its id.  The sentences before it in the same utterance join the history.  Only sentences that became
exactly one description are taken; those whose description is empty or has several parts (「父と行く」「父は歴史好き」)
are a task of splitting, not of restoring.  Descriptions name the customer in brackets where a Japanese sentence
names nobody (【customer】が泊まりたい); that is taken out with its particle, and other brackets (【宿】) lose
their marks.  The collections of one-sentence wishes (hotel, mul_req) hold nothing to restore and are left out.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

FILES = (
    "4turn",
    "ellipsis",
    "2turn",
    "2turn_choices",
    "re_001",
    "re_002",
    "topic_talk",
    "yn_add",
    "yn_multi",
    "yn_no",
    "yn_yes",
)
_CUSTOMER = re.compile(r"【customer】(?:たち)?(?:が|は|に|の|を|も)?")
_BRACKETS = re.compile(r"[【】]")


def rows(folder: Path) -> Iterator[tuple[str, str, dict[str, object]]]:
    """(collection, conversation, row) of every example, in the order of the files."""
    for name in FILES:
        for line in (folder / "scud" / f"{name}.Example.jsonl").read_text(encoding="utf-8").splitlines():
            example = json.loads(line)
            id_ = example["sid"]["id"]
            at = int(id_.rsplit("-", 1)[1])
            if len(example["targets"]) != 1 or at >= len(example["sources"]) or not example["correct"]:
                continue
            reference = _BRACKETS.sub("", _CUSTOMER.sub("", example["targets"][0]))
            spoken = [{"role": _role(turn["name"]), "text": turn["text"]} for turn in example["context"]]
            before = [{"role": "user", "text": sentence} for sentence in example["sources"][:at]]
            row = {"history": spoken + before, "query": example["sources"][at], "reference": reference}
            yield name, id_.rsplit(".", 1)[0], row


def _role(name: str) -> str:
    return "assistant" if name == "agent" else "user"
