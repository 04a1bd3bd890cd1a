"""The file of utterances is read as it is written by many hands, and refused in one line where it is wrong."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from yorisoi.errors import DataSetError
from yorisoi.evaluation.followups import load


def written(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "followups.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_plain_strings_alternate_backwards_from_the_query(tmp_path: Path) -> None:
    row = {
        "history": ["休暇の種類は？", "夏季休暇などです。"],
        "query": "それは何日？",
        "reference": "夏季休暇は何日？",
    }
    [item] = load(written(tmp_path, json.dumps(row)))
    assert [(turn.speaker, turn.text) for turn in item.history] == [
        ("user", "休暇の種類は？"),
        ("assistant", "夏季休暇などです。"),
    ]
    assert (item.language, item.at, item.reference) == ("ja", None, "夏季休暇は何日？")


@pytest.mark.parametrize(
    "turn",
    [
        {"role": "assistant", "text": "はい"},
        {"speaker": "Agent", "utterance": "はい"},
        {"name": "operator", "content": "はい"},
    ],
)
def test_speakers_and_texts_have_several_names(tmp_path: Path, turn: dict[str, str]) -> None:
    row = {"history": [turn, {"role": "user", "text": "大阪です"}], "query": "それは？", "gold": "a.md"}
    [item] = load(written(tmp_path, json.dumps(row)))
    assert [(each.speaker, each.text) for each in item.history] == [("assistant", "はい"), ("user", "大阪です")]


def test_a_group_of_must_may_be_one_text(tmp_path: Path) -> None:
    row = {"query": "It?", "must": ["leave", ["day", "days"]], "standalone": False, "at": "2026-01-02T03:04:05"}
    [item] = load(written(tmp_path, json.dumps(row)))
    assert item.must == (("leave",), ("day", "days"))
    assert item.at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert item.history == ()


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("{", "not JSON"),
        ("[" * 5000, "not JSON"),
        ("[]", "not a JSON object"),
        ('{"history": []}', '"query"'),
        ('{"query": " ", "gold": "a"}', "empty"),
        ('{"query": "a"}', "none of"),
        ('{"query": "a", "gold": "b", "history": "c"}', '"history"'),
        ('{"query": "a", "gold": "b", "history": [{"role": "user"}]}', "item 1"),
        ('{"query": "a", "must": "b"}', '"must"'),
        ('{"query": "a", "must": [[1]]}', '"must"'),
        ('{"query": "a", "gold": "b", "at": "soon"}', '"at"'),
        ('{"query": "\\ud800", "gold": "b"}', "half a character"),
    ],
)
def test_what_is_wrong_is_one_line_with_the_place(tmp_path: Path, line: str, named: str) -> None:
    with pytest.raises(DataSetError) as error:
        load(written(tmp_path, '{"query": "a", "gold": "b"}', line))
    assert "line 2" in str(error.value)
    assert named in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_and_an_empty_file_are_said(tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match="cannot be read"):
        load(tmp_path / "none.jsonl")
    with pytest.raises(DataSetError, match="is empty"):
        load(written(tmp_path, ""))


@pytest.mark.parametrize(
    ("history", "query", "speakers"),
    [
        (["How does seed investment work?", "What are the risks?"], "How does it compare?", ["user", "user"]),
        (["夏季休暇は何日ですか"], "申請方法は？", ["user"]),
        (["ご予算はいくらですか？"], "2万円です", ["assistant"]),
        (["What is throat cancer?", "A tumour."], "Is it treatable?", ["user", "assistant"]),
    ],
)
def test_a_history_of_questions_only_is_the_users(
    tmp_path: Path, history: list[str], query: str, speakers: list[str]
) -> None:
    [item] = load(written(tmp_path, json.dumps({"history": history, "query": query, "gold": "a"})))
    assert [turn.speaker for turn in item.history] == speakers
