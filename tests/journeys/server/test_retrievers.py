"""LangChain and LlamaIndex search Yorisoi's documents through a server, as the key that they are given may."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from yorisoi.clients.server import Server
from yorisoi.errors import BackendRefused, BackendUnavailable, ConfigError

pytestmark = pytest.mark.slow

NURSING = "子の看護休暇は何日ですか"
Found = list[tuple[str, dict[str, Any]]]
"""Texts, each with what stands beside it."""


def through_langchain(server: Server, query: str) -> Found:
    langchain = pytest.importorskip("yorisoi.clients.langchain", exc_type=ConfigError, reason="needs langchain-core")
    retriever = langchain.YorisoiRetriever(server=server)
    documents = retriever.invoke(query)
    assert asyncio.run(retriever.ainvoke(query)) == documents
    return [(document.page_content, document.metadata) for document in documents]


def through_llamaindex(server: Server, query: str) -> Found:
    llamaindex = pytest.importorskip(
        "yorisoi.clients.llamaindex", exc_type=ConfigError, reason="needs llama-index-core"
    )
    retriever = llamaindex.YorisoiRetriever(server)
    nodes = retriever.retrieve(query)
    assert asyncio.run(retriever.aretrieve(query)) == nodes
    assert [node.score for node in nodes] == [node.metadata["score"] for node in nodes]
    return [(node.text, node.metadata) for node in nodes]


each_framework = pytest.mark.parametrize("through", [through_langchain, through_llamaindex])
Through = Callable[[Server, str], Found]


@each_framework
def test_passages_come_with_where_they_are_from(shared_url: str, through: Through) -> None:
    found = through(Server(url=shared_url, limit=3), NURSING)
    assert len(found) == 3
    text, about = found[0]
    assert "看護" in about["title"]
    assert about["source"].endswith("nursing-care-of-child.md")
    assert text
    assert [each["score"] for _, each in found] == sorted((each["score"] for _, each in found), reverse=True)


@each_framework
def test_a_key_finds_what_its_groups_may_read(
    yorisoi: Any, serve: Any, handbook: Path, tmp_path: Path, through: Through
) -> None:
    home = Path(shutil.copytree(handbook, tmp_path / "home"))
    (tmp_path / "計画.md").write_text(
        "---\ngroups: [board]\n---\nクロツグミ計画の予算は四千万円です。", encoding="utf-8"
    )
    assert yorisoi("ingest", tmp_path / "計画.md", "--home", home).status == 0
    chief, staff = (
        yorisoi("accounts", "key", name, *more, "--home", home).out.strip()
        for name, more in (("chief", ("--group", "board")), ("staff", ()))
    )
    with serve(home) as url:
        query = "クロツグミ計画の予算はいくらですか"
        assert "四千万円" in through(Server(url=url, key=chief), query)[0][0]
        assert not [text for text, _ in through(Server(url=url, key=staff), query) if "四千万円" in text]
        with pytest.raises(BackendRefused, match="sign in"):
            through(Server(url=url), query)


def test_what_goes_wrong_is_one_line_without_the_key(shared_url: str) -> None:
    with pytest.raises(BackendRefused, match="limit"):
        Server(url=shared_url, limit=0).search(NURSING)
    with pytest.raises(ConfigError, match="url is not an address"):
        Server(url="nowhere").search(NURSING)
    with pytest.raises(BackendUnavailable, match="cannot be reached"):
        Server(url="http://127.0.0.1:1").search(NURSING)
    assert "secret" not in repr(Server(key="secret"))
