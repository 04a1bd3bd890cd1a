"""Everything that the command line can, over HTTP."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from yorisoi.server.identity import Caller, Identify, Role
from yorisoi.types import UserId

PAGE = "# 社内カフェ\n\n社内カフェの営業時間は朝8時から夕方6時までです。\n"
SECRET = "# 買収計画\n\nミナトフーズの買収は極秘です。合言葉はカナリア七号です。\n"


@pytest.fixture
def api(serve: Any, home: Path) -> Iterator[httpx2.Client]:
    with serve(home) as url, httpx2.Client(base_url=f"{url}/api", timeout=60) as client:
        yield client


def by_header(**groups: str) -> Identify:
    """Whoever the request says, as behind a proxy."""

    async def identify(connection: Any) -> Caller:
        name = connection.headers.get("x-name", "nobody")
        return Caller(
            user=UserId(name), groups=frozenset(filter(None, [groups.get(name)])), role=Role.EDITOR, by="proxy"
        )

    return identify


def happened(said: httpx2.Response) -> list[tuple[str, Any]]:
    """The events of a stream."""
    blocks = [block.split("\n", 1) for block in said.text.strip().split("\n\n")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


def test_a_turn_comes_whole_or_as_events(api: httpx2.Client) -> None:
    asked = {"text": "休暇について教えてください"}
    whole = api.post("/chat", json=asked).json()
    told = happened(api.post("/chat", json=asked, headers={"Accept": "text/event-stream"}))
    assert [name for name, _ in told] == ["reply"]
    assert told[0][1]["text"] == whole["text"]
    assert (whole["action"], whole["rule"]) == ("ask", "②")
    answered = api.post("/chat", json={"text": "1", "session": whole["session"]}).json()
    cited = answered["citations"][0]
    page = api.get(f"/passages/{cited['passage_id']}").json()
    assert page["source"] == cited["source"]
    assert any(cited["quote"].strip() in passage["text"] for passage in page["passages"])


def test_a_search_tells_what_every_leg_said_and_obeys_its_filters(api: httpx2.Client) -> None:
    found = api.get("/search", params={"q": "看護休暇", "limit": 3}).json()["hits"]
    assert len(found) == 3
    assert {"vector", "lexical"} <= set(found[0]["legs"])
    narrow = api.get("/search", params={"q": "看護休暇", "source": "examples/faq.csv"}).json()["hits"]
    assert {hit["source"].partition("#")[0] for hit in narrow} == {"examples/faq.csv"}
    for wrong in ({"q": " "}, {"q": "x", "language": "tlh"}, {"q": "x", "limit": 0}, {"q": "長" * 4001}, {}):
        assert api.get("/search", params=wrong).status_code == 400


def test_files_that_are_sent_can_be_found_cited_and_removed(api: httpx2.Client) -> None:
    files = [("files", ("sub/cafe.md", PAGE.encode())), ("files", ("broken.pdf", b"%PDF-1.7 nonsense"))]
    files.append(("files", ("notes.xyz", PAGE.encode())))
    told = happened(api.post("/documents", files=files, headers={"Accept": "text/event-stream"}))
    assert [name for name, _ in told] == ["file", "file", "file", "report"]
    report = told[-1][1]
    assert (report["documents"], len(report["skipped"])) == (1, 2)
    assert [path for path, _ in report["skipped"]] == ["uploads/broken.pdf", "uploads/notes.xyz"]
    assert report["skipped"][1][1].startswith("is of no kind that is read: .csv")
    listed = api.get("/documents", params={"under": "uploads"}).json()["documents"]
    assert [page["source"] for page in listed] == ["uploads/sub/cafe.md"]
    assert "営業時間" in api.get("/documents/uploads/sub/cafe.md").json()["passages"][0]["text"]
    said = api.post("/chat", json={"text": "社内カフェは何時までですか", "just_answer": True}).json()
    assert said["citations"][0]["source"] == "uploads/sub/cafe.md"
    again = api.post("/documents", files=files[:1]).json()
    assert (again["documents"], again["unchanged"]) == (0, 1)
    assert api.delete("/documents/uploads").json() == {"removed": 1}
    assert api.get("/documents/uploads/sub/cafe.md").status_code == 404
    assert api.delete("/documents/uploads").status_code == 404
    hits = api.get("/search", params={"q": "社内カフェの営業時間"}).json()["hits"]
    assert "uploads/sub/cafe.md" not in [hit["source"] for hit in hits]


@pytest.mark.parametrize("name", ["../../evil.md", ".hidden.md", "a/../../b.md", "..", "/", "a\\..\\..\\c.md"])
def test_a_file_cannot_be_named_out_of_its_folder(api: httpx2.Client, name: str) -> None:
    refused = api.post("/documents", files=[("files", (name, PAGE.encode()))])
    assert refused.status_code == 400
    assert api.get("/documents", params={"under": "uploads"}).json()["documents"] == []


def test_what_only_a_group_may_read_is_nowhere_for_others(serve: Any, home: Path) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(serve(home, identify=by_header(chief="board")))
        chief, staff = (
            stack.enter_context(httpx2.Client(base_url=f"{url}/api", headers={"x-name": name}, timeout=60))
            for name in ("chief", "staff")
        )
        sent = chief.post("/documents", files=[("files", ("deal.md", SECRET.encode()))], data={"group": "board"})
        assert sent.json()["documents"] == 1
        blank = chief.post("/documents", files=[("files", ("deal.md", SECRET.encode()))], data={"group": "　"})
        assert (blank.status_code, "group" in blank.text) == (400, True), "open to everybody, if it were taken"
        found = chief.get("/search", params={"q": "ミナトフーズの買収"}).json()["hits"][0]
        assert found["source"] == "uploads/deal.md"
        assert "カナリア" in chief.post("/chat", json={"text": "買収計画の合言葉は何ですか", "just_answer": True}).text
        for said in (
            staff.get("/search", params={"q": "ミナトフーズの買収 合言葉 カナリア"}),
            staff.post("/chat", json={"text": "買収計画の合言葉は何ですか", "just_answer": True}),
            staff.get("/documents", params={"limit": 1000}),
            staff.get("/documents/uploads/deal.md"),
            staff.get(f"/passages/{found['passage_id']}"),
            staff.delete("/documents/uploads/deal.md"),
            staff.delete("/documents/uploads"),
            staff.get("/sessions"),
            staff.get("/traces"),
            staff.get("/memory"),
        ):
            assert "カナリア七号" not in said.text
            assert said.status_code == 404 or "deal.md" not in said.text
        overwritten = staff.post("/documents", files=[("files", ("deal.md", PAGE.encode()))])
        assert overwritten.status_code == 409
        assert "カナリア" in chief.get("/documents/uploads/deal.md").text


def test_memory_is_seen_corrected_taken_along_and_forgotten(api: httpx2.Client) -> None:
    recorded = api.post("/memory", json={"text": "草津温泉に旅行した", "at": "2026-04-01T09:30:00+09:00"}).json()
    assert [row["text"] for row in api.get("/memory").json()["episodes"]] == ["草津温泉に旅行した"]
    assert api.get(f"/memory/{recorded['id']}").json()["kind"] == "event"
    api.patch(f"/memory/{recorded['id']}", json={"text": "別府温泉に旅行した"}).raise_for_status()
    assert "別府温泉" in api.get("/memory/export").text
    assert "草津" not in api.get("/memory/export").text
    preview = api.delete(f"/memory/{recorded['id']}", params={"preview": True}).json()
    assert (preview["episodes"], len(api.get("/memory").json()["episodes"])) == (1, 1)
    assert api.delete(f"/memory/{recorded['id']}").json()["episodes"] == 1
    assert api.get("/memory").json()["episodes"] == []
    for wrong, status in (("e999", 404), ("x", 400), ("f1", 404), ("e" + "9" * 30, 400)):
        assert api.get(f"/memory/{wrong}").status_code == status
        assert api.delete(f"/memory/{wrong}").status_code == status
    assert api.delete("/memory").status_code == 400  # everything goes only when that is said
    api.post("/memory", json={"text": "箱根に行った"})
    assert api.delete("/memory", params={"everything": True}).json()["episodes"] == 1
    assert api.get("/memory").json()["episodes"] == []


def test_conversations_are_listed_found_read_and_forgotten(api: httpx2.Client) -> None:
    api.post("/chat", json={"text": "経費精算の締め日はいつですか", "session": "money"})
    api.post("/chat", json={"text": "休暇について教えてください", "session": "leave"})
    assert [each["id"] for each in api.get("/sessions").json()["sessions"]] == ["leave", "money"]
    [found] = api.get("/sessions", params={"q": "締め日"}).json()["sessions"]
    assert (found["id"], found["title"]) == ("money", "経費精算の締め日はいつですか")
    turns = api.get("/sessions/money").json()["turns"]
    assert [turn["speaker"] for turn in turns] == ["user", "assistant"]
    renamed = api.patch("/sessions/money", json={"title": " 精算の\n相談 "})
    assert renamed.json()["title"] == "精算の 相談"
    assert [each["title"] for each in api.get("/sessions", params={"q": "精算の 相談"}).json()["sessions"]] == [
        "精算の 相談"
    ]
    assert api.patch("/sessions/none", json={"title": "x"}).status_code == 404
    assert api.patch("/sessions/money", json={"title": "x" * 201}).status_code == 400
    assert api.delete("/sessions/money").json()["turns"] == 2
    assert api.get("/sessions/money").status_code == 404
    assert "締め日" not in api.get("/memory/export").text
    assert [each["id"] for each in api.get("/sessions").json()["sessions"]] == ["leave"]


def test_feedback_moves_the_threshold_and_traces_tell_why(api: httpx2.Client) -> None:
    said = api.post("/chat", json={"text": "休暇について教えてください"}).json()
    learnt = api.post("/feedback", json={"about": said["trace_id"], "signal": "needless"}).json()
    assert learnt["ask"] > learnt["base"]
    assert [event["kind"] for event in api.get("/feedback").json()["events"]] == ["needless"]
    [row] = api.get("/traces").json()["traces"]
    assert row["trace_id"] == said["trace_id"]
    steps = [step["name"] for step in api.get(f"/traces/{said['trace_id']}").json()["steps"]]
    assert {"load", "legs", "decide"} <= set(steps)
    assert api.get("/traces/none").status_code == 404
    assert api.post("/feedback", json={"about": said["trace_id"], "signal": "wonderful"}).status_code == 400
    assert api.delete("/feedback").json()["ask"] == learnt["base"]


def test_the_graph_is_asked_even_where_there_is_none(api: httpx2.Client) -> None:
    assert api.get("/graph/topics", params={"text": "温泉に行きたい"}).json()["topics"] == []
    assert api.get("/graph/neighbourhood").json()["nodes"] == []


def test_one_user_never_reaches_anything_of_anothers(serve: Any, home: Path) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(serve(home, identify=by_header()))
        alice, bob = (
            stack.enter_context(httpx2.Client(base_url=f"{url}/api", headers={"x-name": name}, timeout=60))
            for name in ("alice", "bob")
        )
        hers = alice.post("/chat", json={"text": "私の秘密の合言葉はカナリア九号です", "session": "hers"}).json()
        item = alice.get("/memory").json()["episodes"][0]["id"]
        alice.get(f"/traces/{hers['trace_id']}")
        for said in (
            bob.get("/sessions/hers"),
            bob.patch("/sessions/hers", json={"title": "his"}),
            bob.delete("/sessions/hers"),
            bob.get("/sessions", params={"q": "カナリア"}),
            bob.get(f"/traces/{hers['trace_id']}"),
            bob.get("/traces"),
            bob.get(f"/memory/{item}"),
            bob.patch(f"/memory/{item}", json={"text": "x"}),
            bob.delete(f"/memory/{item}"),
            bob.get("/memory/export"),
            bob.post("/feedback", json={"about": hers["trace_id"], "signal": "up"}),
            bob.post("/chat", json={"text": "私の秘密の合言葉は何でしたか", "session": "hers"}),
            bob.post("/chat", json={"text": "私の秘密の合言葉は何でしたか"}),
        ):
            assert "九号" not in said.text
        assert "九号" in alice.get("/sessions/hers").text


def test_the_description_of_the_interface_is_complete(api: httpx2.Client) -> None:
    description = api.get("/openapi.json").json()
    operations = [operation for path in description["paths"].values() for operation in path.values()]
    assert len(operations) >= 25
    assert all(operation["summary"] for operation in operations)
    asked = [name for name, schema in description["components"]["schemas"].items() if schema.get("examples")]
    assert {"Asked", "Said", "Correction", "Happened", "ChatCompletionRequest"} <= set(asked)


def test_a_form_does_not_begin_a_session_with_an_endless_name(shared_url: str) -> None:
    for length, status in ((201, 404), (200, 303)):
        said = {"text": "休暇について教えてください", "session": "s" * length}
        taken = httpx2.post(f"{shared_url}/say", data=said, headers={"Origin": shared_url}, timeout=60)
        assert taken.status_code == status
    assert httpx2.get(f"{shared_url}/api/sessions/{'s' * 200}").status_code == 200
    assert httpx2.get(f"{shared_url}/api/sessions/{'s' * 201}").status_code == 404
