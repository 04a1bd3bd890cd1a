"""Those who run the server see how it does, and nothing of what is said."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

SECRET = "合言葉はカナリアです"


def figure(text: str, name: str, **labels: str) -> float:
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name == name and labels.items() <= sample.labels.items():
                return sample.value
    raise AssertionError(f"{name} {labels} is not in {text}")


def test_requests_and_turns_are_counted_without_their_words(serve: Any, home: Path) -> None:
    with serve(home) as url, httpx2.Client(base_url=url, timeout=60) as client:
        client.post("/api/chat", json={"text": SECRET, "session": "秘密"})
        client.get("/api/sessions/秘密")
        client.get("/api/search", params={"q": SECRET})
        client.get("/nowhere/秘密")
        for number in range(50):
            client.request(f"METHOD{number}", "/api/me")
        text = client.get("/metrics").text
    assert figure(text, "yorisoi_turns_total") == 1
    assert figure(text, "yorisoi_turn_seconds_count") == 1
    assert figure(text, "yorisoi_requests_total", path="/api/sessions/{session}", status="200") == 1
    assert figure(text, "yorisoi_requests_total", path="other", status="404") == 1
    assert figure(text, "yorisoi_requests_total", method="other", path="/api/me") == 50
    assert "METHOD" not in text
    assert figure(text, "yorisoi_ready") == 1
    assert figure(text, "process_resident_memory_bytes") > 0
    assert not re.search("合言葉|カナリア|秘密", text)


def test_a_request_is_one_line_of_json_without_its_words(
    serve: Any, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "yorisoi.requests"), serve(home) as url:
        said = httpx2.post(f"{url}/api/chat", json={"text": SECRET}, headers={"X-Request-ID": "r1"}, timeout=60)
        refused = httpx2.get(f"{url}/api/me", headers={"Host": "elsewhere.example"})
    lines = [json.loads(record.message) for record in caplog.records if record.name == "yorisoi.requests"]
    [line] = [line for line in lines if line["request_id"] == "r1"]
    assert (line["method"], line["path"], line["status"], line["user"]) == ("POST", "/api/chat", 200, "local")
    assert said.headers["x-request-id"] == "r1"
    assert [each["status"] for each in lines if each["request_id"] == refused.headers["x-request-id"]] == [400]
    assert SECRET not in caplog.text


def test_the_figures_are_for_administrators(serve: Any, home: Path) -> None:
    with serve(home, server={"proxy_header": "X-Name"}) as url:
        for groups, status in (("", 403), ("yorisoi-administrators", 200)):
            headers = {"X-Name": "somebody", "X-Forwarded-Groups": groups}
            assert httpx2.get(f"{url}/metrics", headers=headers).status_code == status
        assert httpx2.get(f"{url}/metrics").status_code == 401
