"""OpenAIEmbedder against servers that reorder, shorten and refuse."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from yorisoi.backends.embedding.openai import OpenAIEmbedder
from yorisoi.backends.store import open_store
from yorisoi.documents import ingest
from yorisoi.errors import BackendRefused, ConfigError, MalformedReply
from yorisoi.testing.fake_openai import refused, serving


def vectors(rows: list[tuple[int, list[float]]]) -> tuple[int, dict[str, Any]]:
    data = [{"object": "embedding", "index": index, "embedding": row} for index, row in rows]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return 200, {"object": "list", "data": data, "model": "m", "usage": usage}


async def test_vectors_out_of_order_are_put_in_order_and_made_unit() -> None:
    with serving(lambda _: vectors([(1, [0.0, 5.0]), (0, [3.0, 4.0])])) as (url, _):
        embedder = OpenAIEmbedder("m", base_url=url, api_key="k", max_retries=0)
        found = await embedder.embed_passages(["a", "b"])
        await embedder.close()
    np.testing.assert_allclose(found, [[0.6, 0.8], [0.0, 1.0]], atol=1e-6)
    assert embedder.dimension == 2


async def test_batches_are_joined_in_order_with_prefixes() -> None:
    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return vectors([(i, [1.0, float(text[-1])]) for i, text in enumerate(body["input"])])

    with serving(answer) as (url, seen):
        embedder = OpenAIEmbedder("m", base_url=url, api_key="k", batch=2, query_prefix="query: ")
        found = await embedder.embed_queries(["1", "2", "3"])
        await embedder.close()
    assert [body["input"] for body in seen] == [["query: 1", "query: 2"], ["query: 3"]]
    np.testing.assert_allclose(found[:, 1] / found[:, 0], [1, 2, 3], atol=1e-5)


@pytest.mark.parametrize("rows", [[], [(0, [0.0, 0.0])], [(0, [1.0]), (1, [1.0])]])
async def test_missing_surplus_and_zero_vectors_are_malformed(rows: list[tuple[int, list[float]]]) -> None:
    with serving(lambda _: vectors(rows)) as (url, _):
        embedder = OpenAIEmbedder("m", base_url=url, api_key="k", max_retries=0)
        with pytest.raises(MalformedReply):
            await embedder.embed_passages(["a"])
        await embedder.close()


async def test_another_dimension_than_the_given_one_is_refused() -> None:
    with serving(lambda _: vectors([(0, [1.0, 0.0])])) as (url, _):
        embedder = OpenAIEmbedder("m", base_url=url, api_key="k", dimension=3)
        with pytest.raises(BackendRefused, match="expected 3"):
            await embedder.embed_passages(["a"])
        await embedder.close()


async def test_a_server_is_not_held_to_a_width_that_it_contradicts() -> None:
    """Nobody knows which was wrong: it is refused once, and not for as long as the process lives."""
    widths = iter([3, 4, 4, 4])
    with serving(lambda _: vectors([(0, [1.0] * next(widths))])) as (url, _):
        embedder = OpenAIEmbedder("m", base_url=url, api_key="k")
        assert (await embedder.embed_passages(["a"])).shape == (1, 3)
        with pytest.raises(BackendRefused, match="expected 3"):
            await embedder.embed_passages(["a"])
        assert [(await embedder.embed_passages(["a"])).shape for _ in "ab"] == [(1, 4)] * 2
        await embedder.close()


@pytest.mark.parametrize("indexes", [(0, 0), (1, 1), (1, 2), (-1, 0), (0, 1.5)])
async def test_an_answer_that_does_not_say_of_each_text_once_which_vector_is_its_own_is_malformed(
    indexes: tuple[int, int],
) -> None:
    with serving(lambda _: vectors([(index, [1.0, 2.0]) for index in indexes])) as (url, _):
        embedder = OpenAIEmbedder("m", base_url=url, api_key="k", max_retries=0)
        with pytest.raises(MalformedReply):
            await embedder.embed_passages(["a", "b"])
        await embedder.close()


async def test_a_wrong_key_is_refused_without_showing_it() -> None:
    with serving(lambda _: refused(401, "Incorrect API key: sk-secret")) as (url, _):
        embedder = OpenAIEmbedder("m", base_url=url, api_key="sk-secret")
        with pytest.raises(BackendRefused, match="check the API key") as caught:
            await embedder.embed_passages(["a"])
        await embedder.close()
    assert "sk-secret" not in str(caught.value)


def test_the_dimension_is_unknown_before_the_first_answer() -> None:
    with pytest.raises(ConfigError, match="embed a text first"):
        _ = OpenAIEmbedder("m", api_key="k").dimension


async def test_a_store_is_begun_with_a_server_whose_dimension_only_its_answer_tells(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# 駐輪場\n\n駐輪場は地下1階です。", encoding="utf-8")
    with serving(lambda body: vectors([(at, [1.0, 2.0]) for at in range(len(body["input"]))])) as (url, _):
        embedder = OpenAIEmbedder("m", base_url=url, api_key="k")
        async with open_store(tmp_path / "home") as store:
            report = await ingest([tmp_path / "a.md"], store=store.documents, embedder=embedder)
            built_with = (await store.documents.overview(None)).embedding
        await embedder.close()
    assert (report.documents, built_with) == (1, "openai:m")


@pytest.mark.parametrize(
    "body",
    [
        {"data": "abc"},
        {"data": {"a": 1}},
        {"data": [1]},
        {"data": [{"index": 0}]},
        {"data": [{"index": "a", "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": 5}]},
        {"data": [{"index": 0, "embedding": ["a"]}]},
        {"data": [{"index": 0, "embedding": [[1.0]]}]},
        {"data": [{"index": 0, "embedding": [10**400]}]},
        '{"data": [{"index": 0, "embedding": [' + "9" * 5000 + "]}]}",
        "[1]",
        "null",
    ],
)
async def test_a_reply_of_any_other_shape_is_malformed(body: Any) -> None:
    with serving(lambda _: (200, body)) as (url, _):
        embedder = OpenAIEmbedder("m", base_url=url, api_key="k", max_retries=0)
        with pytest.raises(MalformedReply):
            await embedder.embed_passages(["a"])
        await embedder.close()
