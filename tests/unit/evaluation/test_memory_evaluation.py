"""LoCoMo's format, evidence recall, and answers under two judges."""

import json
from pathlib import Path
from typing import Any

import pytest

from yorisoi.cli.main import main
from yorisoi.errors import DataSetError
from yorisoi.evaluation.evidence_recall import Ranked, rank_all, report
from yorisoi.evaluation.locomo import Conversation, MemoryQuestion, load
from yorisoi.evaluation.memory_answers import JUDGES, judged, summary, token_f1
from yorisoi.testing.scripted_chat import ScriptedChat, timed_out

SAMPLE: dict[str, Any] = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Jon",
        "speaker_b": "Gina",
        "session_2_date_time": "9:00 am on 20 May, 2023",
        "session_2": [{"speaker": "Gina", "dia_id": "D2:1", "text": "I adopted a puppy called Max."}],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Jon", "dia_id": "D1:1", "text": "Which instrument do you play, Gina?"},
            {"speaker": "Gina", "dia_id": "D1:02", "text": "The violin.", "blip_caption": "a photo of a violin"},
            {"speaker": "Jon", "dia_id": "D1:3", "text": "The weather is lovely today."},
        ],
    },
    "qa": [
        {"question": "What does Gina play?", "answer": "the violin", "evidence": ["D1:2"], "category": 4},
        {"question": "What happened in May?", "answer": 2, "evidence": ["D1:2; D2:1", "D9:9"], "category": 1},
        {"question": "Is Jon happy?", "answer": "yes", "evidence": [], "category": 3},
        {"question": "What does Jon play?", "adversarial_answer": "the violin", "evidence": ["D1:2"], "category": 5},
    ],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([SAMPLE]), encoding="utf-8")
    return path


def test_sessions_are_read_in_order_with_times_captions_and_normal_ids(file: Path) -> None:
    [conversation] = load(file)
    assert [each.id for each in conversation.spoken] == ["D1:1", "D1:2", "D1:3", "D2:1"]
    assert conversation.spoken[1].text == "The violin. [a photo of a violin]"
    assert (conversation.spoken[0].at.isoformat(), conversation.ended.date().isoformat()) == (
        "2023-05-08T13:56:00+00:00",
        "2023-05-20",
    )


def test_evidence_is_what_the_conversation_holds(file: Path) -> None:
    [conversation] = load(file)
    assert [each.evidence for each in conversation.questions] == [("D1:2",), ("D1:2", "D2:1"), (), ("D1:2",)]
    assert [each.category for each in conversation.questions] == [
        "single-hop",
        "multi-hop",
        "open-domain",
        "adversarial",
    ]


def test_one_conversation_needs_no_list(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(SAMPLE), encoding="utf-8")
    assert [each.id for each in load(tmp_path / "one.json")] == ["conv-1"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "not JSON"),
        ("[" * 5000, "not JSON"),
        ("[]", "no conversation"),
        ('[{"qa": []}]', "'conversation' is missing"),
        ('{"conversation": {}, "qa": []}', "nothing is said"),
        ('[{"conversation": {"session_1": [{"speaker": "a", "dia_id": "x", "text": "b"}]}, "qa": []}]', "D1:3"),
        ('["x"]', "conversation 1"),
    ],
)
def test_what_is_not_in_the_format_is_refused_in_one_line(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataSetError, match=complaint) as refused:
        load(path)
    assert "\n" not in str(refused.value)
    assert str(path) in str(refused.value)


async def test_recall_is_the_share_of_the_evidence_by_category(file: Path) -> None:
    async def rank(_: Conversation, __: MemoryQuestion) -> list[str]:
        return ["D1:1", "D1:2", "D1:3"]

    [conversation] = load(file)
    ranked = await rank_all(conversation, rank)
    found = report(ranked)
    assert len(ranked) == 3, "a question without evidence cannot be counted"
    assert (found["questions"], found["recall@5"]) == (2, 0.75), "1 and 1/2; the adversarial one is apart"
    assert {name: row["recall@10"] for name, row in found["by_category"].items()} == {  # type: ignore[attr-defined]
        "multi-hop": 0.5,
        "single-hop": 1.0,
        "adversarial": 1.0,
    }
    one = Ranked(conversation="c", question=ranked[1].question, ranking=("D2:1", "x", "D1:2"), ms=1)
    assert [one.recall(k) for k in (1, 2, 3)] == [0.5, 0.5, 1.0]


async def test_an_answer_is_judged_by_both_prompts(file: Path) -> None:
    [conversation] = load(file)
    question = conversation.questions[0]
    chat = ScriptedChat(["A violin, I think", '{"correct": false}', '{"correct": true}'])
    found = await judged(chat, question, [])
    assert (found.strict, found.lenient, found.answer) == (False, True, "A violin, I think")
    assert [request.messages[0].content for request in chat.requests[1:]] == list(JUDGES.values())


@pytest.mark.parametrize("replies", [[timed_out()], ["violin", "perhaps"], ["violin", '{"correct": "yes"}']])
async def test_a_failed_judgement_is_no_wrong_answer(file: Path, replies: list[Any]) -> None:
    [conversation] = load(file)
    failed = await judged(ScriptedChat(replies), conversation.questions[0], [])
    told = summary([failed])
    assert (told["judged"], told["failed"], told["strict"]) == (0, 1, None)
    assert told["failures"]


def test_token_f1_by_hand() -> None:
    assert token_f1("The violin", "the violin") == 1
    assert token_f1("a red violin", "violin") == pytest.approx(0.5)
    assert token_f1("nothing", "violin") == 0


def test_the_command_measures_by_words_alone(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    with pytest.raises(SystemExit):
        main(["eval", "memory", str(file), "--embedding", "none", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["recall@10"], found["by_category"]["multi-hop"]["recall@5"]) == (1.0, 1.0)
    assert (found["without_evidence"], found["episodes"]) == (1, 4)
