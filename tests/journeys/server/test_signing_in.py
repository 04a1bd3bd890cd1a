"""By a key, a password or a proxy's word; else nobody comes in."""

import json
import socket
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai
import pytest
from argon2 import PasswordHasher
from tests.journeys.server.test_running import served

PASSWORD = "correct horse battery"
SECRET = "---\ngroups: [board]\n---\n# 買収計画\n\n買収の合言葉はカナリア七号です。\n"


def accounts(at_once: Any, home: Path, *words: str, stdin: str = "") -> str:
    done = at_once("accounts", *words, "--home", home, stdin=stdin)
    assert done.status == 0, done.err
    return str(done.out.strip())


@pytest.fixture
def known(at_once: Any, home: Path) -> dict[str, str]:
    """Keys by what they are for."""
    accounts(at_once, home, "person", "admin", "--role", "administrator", stdin=f"{PASSWORD}\n")
    return {
        name: accounts(at_once, home, "key", name, "--label", "test", *more)
        for name, more in {"staff": [], "chief": ["--group", "board", "--role", "editor"]}.items()
    }


@pytest.fixture
def url(serve: Any, home: Path, known: dict[str, str]) -> Iterator[str]:  # noqa: ARG001 accounts are made before
    with serve(home) as address:
        yield address


@contextmanager
def session(url: str, name: str = "admin") -> Iterator[httpx2.Client]:
    """A browser of somebody who has signed in."""
    with httpx2.Client(base_url=url, timeout=60, headers={"Origin": url}) as client:
        client.post("/api/login", json={"name": name, "password": PASSWORD}).raise_for_status()
        yield client


def test_where_there_are_accounts_nobody_comes_in_without(url: str) -> None:
    for path in ("/v1/models", "/api/me", "/api/memory", "/api/documents", "/api/admin/people"):
        refused = httpx2.get(f"{url}{path}", headers={"Accept-Language": "ja"})
        assert refused.status_code == 401
        assert refused.json()["error"]["message"] == "ログインするか、有効なキーを送ってください。"
    for key in ("any", "yorisoi_", "yorisoi_0_0"):
        assert httpx2.get(f"{url}/v1/models", headers={"Authorization": f"Bearer {key}"}).status_code == 401
    assert httpx2.get(f"{url}/readyz").status_code in (200, 503), "told to everybody; the index may still catch up"


def test_a_key_opens_what_its_groups_may_read(url: str, known: dict[str, str]) -> None:
    with ExitStack() as stack:
        chief, staff = (
            stack.enter_context(openai.OpenAI(base_url=f"{url}/v1", api_key=known[name], max_retries=0))
            for name in ("chief", "staff")
        )
        head = {"Authorization": f"Bearer {known['chief']}"}
        sent = httpx2.post(f"{url}/api/documents", files=[("files", ("deal.md", SECRET.encode()))], headers=head)
        assert sent.json()["documents"] == 1
        asked: Any = [{"role": "user", "content": "買収の合言葉を教えて"}]
        options: Any = {"model": "yorisoi", "messages": asked, "metadata": {"just_answer": "true"}}
        assert "カナリア七号" in str(chief.chat.completions.create(**options).choices[0].message.content)
        assert "カナリア" not in everything_in(staff.chat.completions.create(**options))


@pytest.mark.parametrize("begun", [b"", b'{"te'])
def test_a_key_that_is_revoked_while_a_request_comes_opens_nothing(
    url: str, known: dict[str, str], begun: bytes
) -> None:
    body = json.dumps({"text": "社用スマホをなくしました"}).encode()
    head = {"Authorization": f"Bearer {known['staff']}", "Content-Type": "application/json"}
    with closing(HTTPConnection(urlsplit(url).netloc)) as late:
        late.putrequest("POST", "/api/chat")
        for name, value in {**head, "Content-Length": str(len(body))}.items():
            late.putheader(name, value)
        late.endheaders(begun)
        assert httpx2.get(f"{url}/api/me", headers=head).status_code == 200
        with session(url) as admin:
            admin.delete(f"/api/admin/keys/{known['staff'].split('_')[1]}").raise_for_status()
        assert httpx2.get(f"{url}/api/me", headers=head).status_code == 401
        late.send(body[len(begun) :])
        assert late.getresponse().status == 401


def everything_in(said: Any) -> str:
    return json.dumps(said.model_dump(), ensure_ascii=False, default=str)


def test_roles_are_kept(url: str, known: dict[str, str]) -> None:
    with ExitStack() as stack:
        chief, staff = (
            stack.enter_context(
                httpx2.Client(base_url=f"{url}/api", headers={"Authorization": f"Bearer {known[name]}"}, timeout=60)
            )
            for name in ("chief", "staff")
        )
        files = [("files", ("a.md", b"# A\n\nText.\n"))]
        assert staff.post("/documents", files=files).status_code == 403
        assert staff.delete("/documents/handbook").status_code == 403
        assert chief.post("/documents", files=files).status_code == 200
        for client in (chief, staff):
            for path in ("people", "keys", "audit", "status"):
                assert client.get(f"/admin/{path}").status_code == 403
            assert client.put("/admin/people", json={"name": "x", "role": "administrator"}).status_code == 403
            assert client.post("/admin/keys", json={"user": "x", "label": "y"}).status_code == 403
        assert staff.get("/me").json() == {"user": "staff", "role": "user", "groups": [], "by": "key"}


def test_a_person_signs_in_administers_and_signs_out(url: str) -> None:
    with session(url) as admin:
        cookie = admin.cookies.jar
        assert all(each.has_nonstandard_attr("HttpOnly") for each in cookie)
        assert admin.get("/api/me").json()["by"] == "password"
        given = {"name": "花子", "password": PASSWORD, "groups": ["hr"]}
        assert admin.put("/api/admin/people", json=given).status_code == 200
        with session(url, "花子") as hanako:
            assert hanako.get("/api/me").json()["groups"] == ["hr"]
            assert hanako.get("/api/admin/people").status_code == 403
            admin.delete("/api/admin/people/花子").raise_for_status()
            assert admin.delete("/api/admin/people/a%2Fb").json()["error"]["code"] == "not_found"  # a name like any
            assert hanako.get("/api/me").status_code == 401
        made = admin.post("/api/admin/keys", json={"user": "bot", "label": "b", "days": 1}).json()
        head = {"Authorization": f"Bearer {made['key']}"}
        assert httpx2.get(f"{url}/api/me", headers=head).json()["user"] == "bot"
        [key] = [each for each in admin.get("/api/admin/keys").json()["keys"] if each["user"] == "bot"]
        admin.delete(f"/api/admin/keys/{key['id']}").raise_for_status()
        assert httpx2.get(f"{url}/api/me", headers=head).status_code == 401
        log = admin.get("/api/admin/audit").text
        assert [word in log for word in ("put person", "make key", "revoke key", "remove person")] == [True] * 4
        assert PASSWORD not in log
        assert made["key"] not in admin.get("/api/admin/keys").text + log
        assert admin.get("/api/admin/status").json()["ready"] is True
        admin.post("/api/logout").raise_for_status()
        assert admin.get("/api/me").status_code == 401


@pytest.mark.slow
def test_guessing_passwords_ends_soon(url: str) -> None:
    statuses = [
        httpx2.post(f"{url}/api/login", json={"name": "admin", "password": f"guess{number}"}).status_code
        for number in range(12)
    ]
    assert statuses == [401] * 10 + [429] * 2
    assert httpx2.post(f"{url}/api/login", json={"name": "admin", "password": PASSWORD}).status_code == 429
    tried = ["がぎ", "か\u3099ぎ", "がき\u3099"]
    statuses = [
        httpx2.post(f"{url}/api/login", json={"name": name, "password": "guess"}).status_code for name in tried * 4
    ]
    assert statuses == [401] * 10 + [429] * 2, "one name, however it is written"

    def guess(number: int) -> int:
        return httpx2.post(f"{url}/api/login", json={"name": "hanako", "password": f"guess{number}"}).status_code

    with ThreadPoolExecutor(20) as at_once:
        statuses = list(at_once.map(guess, range(20)))
    assert set(statuses) <= {401, 429}
    assert statuses.count(401) <= 10, "also where they come at once"


def test_a_page_elsewhere_cannot_use_the_cookie(url: str) -> None:
    with session(url) as admin:
        evil = {"Origin": "http://evil.example"}
        assert admin.put("/api/admin/people", json={"name": "x"}, headers=evil).status_code == 403
        assert [each["name"] for each in admin.get("/api/admin/people").json()["people"]] == ["admin"]


def test_a_proxys_word_counts_from_its_own_address_only(serve: Any, home: Path) -> None:
    head = {"X-User": "taro", "X-Forwarded-Groups": "hr, yorisoi-editors"}
    with serve(home, server={"proxy_header": "X-User"}) as url:
        assert httpx2.get(f"{url}/api/me", headers=head).json() == {
            "user": "taro",
            "role": "editor",
            "groups": ["hr", "yorisoi-editors"],
            "by": "proxy",
        }
        assert httpx2.get(f"{url}/api/me").status_code == 401
        assert httpx2.get(f"{url}/api/me", headers={"X-User": "local"}).status_code == 401, "who runs the server"
    with serve(home, server={"proxy_header": "X-User", "proxy_from": "10.0.0.0/8"}) as url:
        assert httpx2.get(f"{url}/api/me", headers=head).status_code == 401


def test_haste_is_refused_and_told_when_to_come_again(serve: Any, home: Path) -> None:
    with serve(home, server={"requests_per_minute": 30}) as url:
        answers = [httpx2.get(f"{url}/api/sessions") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_accounts_are_listed_and_removed_on_the_command_line(at_once: Any, home: Path, known: dict[str, str]) -> None:
    assert len(known) == 2
    listed = at_once("accounts", "list", "--home", home, "--json").json
    assert [each["name"] for each in listed["people"]] == ["admin"]
    [staff] = [each for each in listed["keys"] if each["user"] == "staff"]
    assert accounts(at_once, home, "remove", staff["id"]) == f"revoked: {staff['id']}"
    assert accounts(at_once, home, "remove", "admin") == "removed: admin"
    for wrong in (["remove", "nobody"], ["person", "x", "--role", "king"], ["person", "x"]):
        refused = at_once("accounts", *wrong, "--home", home, stdin="short\n")
        assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert at_once("accounts", "list", "--home", home / "none").status == 2


def test_what_is_not_named_of_a_person_stays_and_who_is_disabled_is_let_in_by_name_only(
    at_once: Any, home: Path
) -> None:
    def put(*words: str) -> tuple[str, list[str], bool]:
        done = at_once("accounts", "person", "bob", *words, "--home", home, "--json", stdin=f"{PASSWORD}\n").json
        return done["role"], done["groups"], done["disabled"]

    assert put("--role", "editor", "--group", "board") == ("editor", ["board"], False)
    assert put("--disable") == ("editor", ["board"], True)
    assert put() == ("editor", ["board"], True), "another password"
    assert put("--enable", "--role", "user") == ("user", ["board"], False)
    assert put("--group", "") == ("user", [], False)


def test_groups_are_changed_by_a_script_that_knows_no_password(at_once: Any, home: Path) -> None:
    person = ("accounts", "person", "alice", "--home", home)
    assert at_once(*person, stdin="").status == 2, "somebody new needs one"
    assert at_once(*person, stdin=f"{PASSWORD}\n").status == 0
    assert at_once(*person, stdin="").status == 2, "nothing is named to be changed"
    assert at_once(*person, "--group", "sales", stdin="\n").status == 2, "a password, and no good one"
    changed = at_once(*person, "--group", "sales", "--json", stdin="").json
    assert changed["groups"] == ["sales"]
    with closing(sqlite3.connect(home / "accounts.db")) as kept:
        [(hashed,)] = kept.execute("SELECT password FROM people WHERE name = 'alice'")
    assert PasswordHasher().verify(hashed, PASSWORD)


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("POST", "/api/compare", b'{"question": "\\ud800", "settings": {}}'),
        ("POST", "/api/compare", b'{"question": "a", "settings": {"\\ud800": "rank"}}'),
        ("GET", "/api/evaluations/" + "x" * 5000, b""),
        ("GET", "/api/evaluations/%00", b""),
    ],
)
def test_a_broken_character_and_a_name_without_end_are_the_askers_mistake(
    shared_url: str, method: str, path: str, sent: bytes
) -> None:
    said = httpx2.request(
        method, f"{shared_url}{path}", content=sent, headers={"Content-Type": "application/json"}, timeout=60
    )
    assert 400 <= said.status_code < 500, said.text


def test_what_is_ones_own_is_kept_by_no_cache(shared_url: str) -> None:
    for path in ("/api/memory", "/api/memory/export", "/api/sessions", "/api/me", "/api/search?q=a"):
        assert httpx2.get(f"{shared_url}{path}", timeout=60).headers["cache-control"] == "no-store"
    style = next(each for each in httpx2.get(f"{shared_url}/login").text.split('"') if each.startswith("/static/"))
    assert "immutable" in httpx2.get(f"{shared_url}{style}").headers["cache-control"]


def test_with_accounts_the_address_may_be_opened_to_others(yorisoi: Any, at_once: Any, home: Path) -> None:
    accounts(at_once, home, "key", "bot")
    with served(yorisoi, "--home", home, "--host", "0.0.0.0") as (_, url):
        port = url.rpartition(":")[2]
        assert httpx2.get(f"http://127.0.0.1:{port}/api/me").status_code == 401


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/chat", "application/json"),
        ("/v1/chat/completions", "application/json"),
        ("/api/documents", "multipart/form-data; boundary=b"),
        ("/mcp", "application/json"),
    ],
)
def test_of_somebody_unknown_not_a_byte_is_waited_for(url: str, path: str, kind: str) -> None:
    """The answer comes while the body is still to be sent."""
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: {kind}\r\nContent-Length: 900000\r\n\r\n"
        )
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 401")


def test_a_page_that_is_sent_by_somebody_unknown_leads_to_signing_in(url: str) -> None:
    sent = httpx2.post(f"{url}/documents/remove", data={"source": "a"})
    assert (sent.status_code, sent.headers["location"]) == (303, "/login?next=/")


def test_what_signs_in_is_short(url: str) -> None:
    long = httpx2.post(f"{url}/api/login", json={"name": "x", "password": "y" * 70_000})
    assert (long.status_code, long.json()["error"]["code"]) == (413, "too_large")


def test_with_the_accounts_gone_that_were_there_at_the_start_nobody_comes_in(
    url: str, at_once: Any, home: Path, known: dict[str, str]
) -> None:
    for name in ("admin", *known):
        accounts(at_once, home, "remove", name)
    assert httpx2.get(f"{url}/api/me").status_code == 401
