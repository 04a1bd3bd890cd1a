"""Labelled utterances: reading them, and the figures of what was decided."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from yorisoi.errors import DataSetError
from yorisoi.evaluation.intent import Judged, Utterance, auc, calibration_error, gain, load, report
from yorisoi.types import Action, Choice


def written(folder: Path, *rows: object) -> Path:
    file = folder / "intent.jsonl"
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def item(ask: bool, gold: str | None = None) -> Utterance:
    return Utterance(history=(), text="休暇", language="ja", ask=ask, kind="question", gold=gold)


def judged(ask: bool, need: float, *pages: str, choices: Sequence[tuple[str, str]] = ()) -> Judged:
    offered = tuple(Choice(text=text, source=source) for text, source in choices)
    return Judged(ask=ask, probability=need, rule="②" if ask else "⑥", kind="question", pages=pages, choices=offered)


def test_histories_of_every_spelling_are_read_and_questions_back_are_seen(tmp_path: Path) -> None:
    plain, named = load(
        written(
            tmp_path,
            {"history": ["休暇について", "どの休暇ですか？"], "text": "夏季休暇", "label": "search"},
            {
                "history": [{"role": "user", "text": "経費"}, {"role": "assistant", "content": "立替は月末締めです。"}],
                "text": "いつ？",
                "label": "ask",
                "kind": "question",
                "gold": None,
            },
        )
    )
    assert [turn.speaker for turn in plain.history] == ["user", "assistant"]
    assert plain.history[1].action is Action.ASK
    assert plain.history[1].question == "休暇について"
    assert named.history[1].action is Action.SEARCH
    assert (named.ask, named.kind, named.gold) == (True, "question", None)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"text": "休暇", "label": "maybe"}, '"label" is neither'),
        ({"text": "", "label": "ask"}, '"text" is empty'),
        ({"label": "ask"}, '"text" is missing'),
        ({"text": "休暇", "label": "ask", "kind": "chat"}, '"kind" is neither'),
        ({"text": "休暇", "label": "ask", "history": "x"}, '"history" is not a list'),
    ],
)
def test_a_bad_row_is_named_with_its_line(tmp_path: Path, row: object, said: str) -> None:
    with pytest.raises(DataSetError, match=said) as caught:
        load(written(tmp_path, {"text": "休暇", "label": "ask"}, row))
    assert "line 2" in str(caught.value)


def test_an_empty_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match="is empty"):
        load(written(tmp_path))


def test_the_figures_of_a_small_set_by_hand() -> None:
    told = report(
        [item(True), item(True), item(False), item(False)],
        [judged(True, 0.9), judged(False, 0.4), judged(True, 0.6), judged(False, 0.1)],
    )
    assert (told["accuracy"], told["ask_precision"], told["ask_recall"], told["ask_f1"]) == (0.5, 0.5, 0.5, 0.5)
    assert told["auc"] == 0.75
    assert told["brier"] == round((0.01 + 0.36 + 0.36 + 0.01) / 4, 4)
    assert told["by_rule"] == {"②": 2, "⑥": 2}
    assert told["by_kind"]["question"]["items"] == 4


def test_what_cannot_be_measured_is_none() -> None:
    told = report([item(False)], [judged(False, 0.2)])
    assert (told["ask_precision"], told["ask_recall"], told["auc"]) == (None, None, None)


def test_calibration_error_and_area_by_hand() -> None:
    assert calibration_error(np.array([0.25, 0.25, 0.25, 0.25]), np.array([True, False, False, False])) == 0
    assert calibration_error(np.array([1.0, 1.0]), np.array([False, False])) == 1
    assert auc(np.array([0.3, 0.3]), np.array([True, False])) == 0.5


async def test_asking_gains_where_the_right_page_is_among_the_choices() -> None:
    offered = [("年休", "leave/annual.md"), ("慶弔", "leave/condolence.md")]
    items = [item(True, "leave/annual.md"), item(True, "leave/other.md"), item(False, "leave/annual.md")]
    decided = [
        judged(True, 0.9, "x.md", "y.md", "leave/annual.md", choices=offered),
        judged(True, 0.9, "x.md", choices=offered),
        judged(False, 0.1, "leave/annual.md"),
    ]

    async def after(_item: Utterance, _judged: Judged, picked: str) -> list[str]:
        assert picked == "年休"
        return ["leave/annual.md"]

    told = await gain(items, decided, after)
    assert told is not None
    assert (told["items"], told["right_page_offered"]) == (2, 0.5)
    assert told["before"] == {"recall@1": 0.0, "recall@5": 0.5, "mrr": round(1 / 6, 4)}
    assert told["after"]["recall@1"] == 0.5
    assert await gain(items[2:], decided[2:], after) is None
