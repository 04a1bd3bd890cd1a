"""Groups as an administrator's page shows them are the same ones when it is saved again."""

import html
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from yorisoi.server.app import create_app
from yorisoi.server.page.administration import joined, parted
from yorisoi.settings import load_settings


@pytest.mark.parametrize(
    ("written", "groups"),
    [
        ("", []),
        (" , ,", []),
        ("hr, sales ,経理", ["hr", "sales", "経理"]),
        ('"sales, Tokyo" , hr', ["sales, Tokyo", "hr"]),
        ('say "hi", "a" b', ['say "hi"', '"a" b']),
        ('"open, hr', ['"open', "hr"]),
    ],
)
def test_commas_part_groups_but_within_quotation_marks(written: str, groups: list[str]) -> None:
    assert parted(written) == groups


@given(st.lists(st.text('ab,"\n \u3000', min_size=1), max_size=4))
def test_what_is_shown_is_read_back(groups: list[str]) -> None:
    assert parted(joined(groups)) == groups


def test_saving_somebody_on_the_page_leaves_their_groups(tmp_path: Path) -> None:
    groups = ["hr", "sales, Tokyo"]
    app = create_app(load_settings(home=tmp_path / "home", chat="none", embedding="none"))
    with TestClient(app, "http://127.0.0.1") as client:
        made = client.post("/api/admin/keys", json={"user": "me", "label": "test", "role": "administrator"}).json()
        client.headers["Authorization"] = f"Bearer {made['key']}"
        client.put("/api/admin/people", json={"name": "kei", "groups": groups}).raise_for_status()
        shown = re.search(r'name="groups" value="([^"]*)"', client.get("/admin").text)
        assert shown
        client.post("/admin/people", data={"name": "kei", "role": "user", "groups": html.unescape(shown[1])})
        [kei] = client.get("/api/admin/people").json()["people"]
    assert sorted(kei["groups"]) == groups
