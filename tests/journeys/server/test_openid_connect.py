"""Signing in at an OpenID Connect provider, a process of its own on loopback."""

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from tests.journeys.server.conftest import serving

from yorisoi.errors import ConfigError
from yorisoi.server.app import create_app
from yorisoi.settings import load_settings

pytestmark = pytest.mark.skipif(
    find_spec("authlib") is None or find_spec("oidc_provider_mock") is None,
    reason="needs authlib and oidc-provider-mock: make setup-dev",
)
PASSWORD = "correct horse battery"
PEOPLE = (
    {"sub": "u-1", "groups": ["board", "yorisoi-editors"], "email": "hana@example.org", "email_verified": True},
    {"sub": "u-2", "groups": [], "email": "taro@example.org", "email_verified": False},
    {"sub": "boss", "groups": ["yorisoi-administrators"]},
)
_PATIENCE_S = 30


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    people = [word for each in PEOPLE for word in ("--user-claims", json.dumps(each))]
    command = (sys.executable, "-m", "oidc_provider_mock", "--port", str(port), "--require-nonce", "true", *people)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + _PATIENCE_S
        while not _answers(f"{address}/.well-known/openid-configuration"):
            assert time.monotonic() < until, f"the provider did not get ready in {_PATIENCE_S} s"
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()


def _answers(url: str) -> bool:
    try:
        return httpx2.get(url).is_success
    except httpx2.TransportError:
        return False


@pytest.fixture(scope="module")
def home(handbook: Path, tmp_path_factory: pytest.TempPathFactory, yorisoi: Any) -> Path:
    tmp_path = tmp_path_factory.mktemp("provided")
    copied = Path(shutil.copytree(handbook, tmp_path / "home"))
    (tmp_path / "計画.md").write_text(
        "---\ngroups: [board]\n---\nクロツグミ計画の予算は四千万円です。", encoding="utf-8"
    )
    assert yorisoi("ingest", tmp_path / "計画.md", "--home", copied).status == 0
    return copied


@pytest.fixture(scope="module")
def url(home: Path, issuer: str) -> Iterator[str]:
    with serving(home, server={"oidc": {"issuer": issuer, "client_id": "yorisoi", "client_secret": "s"}}) as address:
        yield address


@contextmanager
def browser(url: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=url, headers={"Origin": url, "Accept-Language": "en"}, timeout=60) as client:
        yield client


def at_the_provider(client: httpx2.Client, person: str, path: str = "/login/provider") -> str:
    """The address to which the provider sends the person back."""
    there = client.get(path)
    assert there.status_code == 303, there.text
    back = httpx2.post(there.headers["location"], data={"sub": person})
    return str(back.headers["location"])


def signed_in(client: httpx2.Client, person: str) -> dict[str, Any]:
    back = client.get(at_the_provider(client, person))
    assert (back.status_code, back.headers["location"]) == (303, "/"), back.text
    who: dict[str, Any] = client.get("/api/me").json()
    return who


def refusal(client: httpx2.Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 401
    assert client.get("/api/me").status_code == 401
    return answer.text


def test_the_claims_say_who_one_is_and_what_one_may_read_and_do(url: str) -> None:
    question = {"q": "クロツグミ計画の予算"}
    with browser(url) as hana, browser(url) as taro:
        assert signed_in(hana, "u-1") == {
            "user": "u-1",
            "role": "editor",
            "groups": ["board", "yorisoi-editors"],
            "by": "oidc",
        }
        assert signed_in(taro, "u-2")["role"] == "user"
        assert "四千万円" in hana.get("/api/search", params=question).text
        assert "四千万円" not in taro.get("/api/search", params=question).text
        assert taro.get("/api/admin/status").status_code == 403
        hana.post("/logout")
        assert hana.get("/api/me").status_code == 401


def test_nobody_comes_in_without_and_people_are_led_to_the_page_that_they_wanted(url: str) -> None:
    with browser(url) as client:
        assert client.get("/api/me").status_code == 401
        assert 'href="/login/provider?next=%2Fme"' in client.get("/login?next=/me").text.replace("?next=/", "?next=%2F")
        back = client.get(at_the_provider(client, "u-1", "/login/provider?next=/me"))
        assert back.headers["location"] == "/me"
        elsewhere = client.get(at_the_provider(client, "u-1", "/login/provider?next=https://elsewhere.example/"))
        assert elsewhere.headers["location"] == "/"


def test_the_provider_is_asked_with_state_nonce_and_a_code_challenge(url: str) -> None:
    with browser(url) as client:
        asked = parse_qs(urlsplit(client.get("/login/provider").headers["location"]).query)
        assert asked["code_challenge_method"] == ["S256"]
        assert all(len(asked[name][0]) >= 20 for name in ("state", "nonce", "code_challenge"))
        assert asked["redirect_uri"] == [f"{url}/login/provider/back"]
        again = parse_qs(urlsplit(client.get("/login/provider").headers["location"]).query)
        assert all(asked[name] != again[name] for name in ("state", "nonce", "code_challenge"))
        [cookie] = [each for each in client.cookies.jar if each.name == "yorisoi_under_way"]
        assert cookie.has_nonstandard_attr("HttpOnly")


def test_an_answer_is_good_once_and_in_the_browser_that_asked(url: str) -> None:
    with browser(url) as victim, browser(url) as thief:
        mine = at_the_provider(thief, "u-2")
        assert "under way" in refusal(victim, mine)  # no login begun there
        theirs = at_the_provider(victim, "u-1")
        assert "under way" in refusal(thief, theirs)  # another login than that of this browser
        code, state = (parse_qs(urlsplit(address).query) for address in (theirs, at_the_provider(thief, "u-2")))
        mixed = f"/login/provider/back?code={code['code'][0]}&state={state['state'][0]}"
        assert "does not hold" in refusal(thief, mixed)  # another's code in one's own login: the nonce tells
        fresh = at_the_provider(victim, "u-1")
        assert victim.get(fresh).status_code == 303
        victim.post("/logout")
        assert "under way" in refusal(victim, fresh)


def test_two_tabs_both_come_in_and_a_page_elsewhere_ends_no_login(url: str) -> None:
    with browser(url) as client:
        backs = [at_the_provider(client, "u-2") for _ in range(2)]
        refusal(client, "/login/provider/back?code=x&state=x")
        for back in backs:
            assert client.get(back).status_code == 303
            assert client.get("/api/me").json()["user"] == "u-2"


def test_the_login_that_a_browser_had_ends_with_its_next(url: str) -> None:
    with browser(url) as client, browser(url) as thief:
        signed_in(client, "u-1")
        had = client.cookies["yorisoi_login"]
        signed_in(client, "u-2")
        thief.cookies.set("yorisoi_login", had)
        assert thief.get("/api/me").status_code == 401


def test_an_address_without_end_is_not_kept_while_somebody_signs_in(url: str) -> None:
    with browser(url) as client:
        back = client.get(at_the_provider(client, "u-2", f"/login/provider?next=/{'a' * 60_000}"))
        assert back.headers["location"] == "/"


def test_a_provider_that_says_no_is_told_of(url: str) -> None:
    with browser(url) as client:
        asked = parse_qs(urlsplit(client.get("/login/provider").headers["location"]).query)
        said = refusal(client, f"/login/provider/back?error=access_denied&state={asked['state'][0]}")
        assert "access_denied" in said


def test_a_name_that_has_a_password_here_is_not_the_providers_to_give(yorisoi: Any, url: str, home: Path) -> None:
    assert yorisoi("accounts", "person", "clerk", "--home", home, stdin=f"{PASSWORD}\n").status == 0
    with browser(url) as client:
        answer = client.get(at_the_provider(client, "clerk"))
        assert (answer.status_code, "password" in answer.text) == (400, True)
        assert client.get("/api/me").status_code == 401


def test_an_administrator_gives_more_and_takes_everything_at_once(url: str) -> None:
    with browser(url) as admin, browser(url) as taro:
        signed_in(admin, "boss")
        signed_in(taro, "u-4")
        admin.put("/api/admin/people", json={"name": "u-4", "role": "editor", "groups": ["board"]}).raise_for_status()
        who = taro.get("/api/me").json()
        assert (who["role"], who["groups"]) == ("editor", ["board"])
        admin.put("/api/admin/people", json={"name": "u-4", "disabled": True}).raise_for_status()
        assert taro.get("/api/me").status_code == 401


def test_an_address_is_a_name_only_when_the_provider_has_verified_it(serve: Any, home: Path, issuer: str) -> None:
    oidc = {"issuer": issuer, "client_id": "yorisoi", "client_secret": "s", "user_claim": "email"}
    with serve(home, server={"oidc": oidc}) as url:
        for person, name in (("u-1", "hana@example.org"), ("u-2", None), ("boss", None)):
            with browser(url) as client:
                back = client.get(at_the_provider(client, person))
                assert (back.status_code, client.get("/api/me").json().get("user")) == (303 if name else 401, name), (
                    back.text
                )


def test_a_provider_that_is_not_there_or_is_another_is_one_line(serve: Any, home: Path, issuer: str) -> None:
    other_name = issuer.replace("127.0.0.1", "localhost") + "/elsewhere"
    for address, status in (("http://127.0.0.1:1", 503), (other_name, 502)):
        oidc = {"issuer": address, "client_id": "yorisoi"}
        with serve(home, server={"oidc": oidc}) as url, browser(url) as client:
            assert client.get("/login/provider").status_code == status


@pytest.mark.parametrize(
    "oidc", [{"issuer": "https://x.example"}, {"client_id": "x"}, {"issuer": "i", "client_id": "c", "scopes": "email"}]
)
def test_half_a_setting_is_refused_before_anything_starts(tmp_path: Path, oidc: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match=r"server\.oidc"):
        create_app(load_settings(home=tmp_path, server={"oidc": oidc}))


def test_without_a_provider_there_is_no_such_page(shared_url: str) -> None:
    assert httpx2.get(f"{shared_url}/login/provider").status_code == 404
    assert httpx2.get(f"{shared_url}/login/provider/back").status_code == 404
    assert "/login/provider" not in httpx2.get(f"{shared_url}/login").text
