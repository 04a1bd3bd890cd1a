"""The Reranker contract, held against every backend: real HTTP on loopback, and real llama.cpp.

No package with a reranker's weights could be had (docs/decisions/007-rerankers.md), so llama.cpp runs tiny models with
weights drawn at random: a test of the plumbing, not of ranking.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from tests.tiny_rerankers import decoder, encoder

from yorisoi.backends.rerank.endpoint import RerankEndpoint
from yorisoi.backends.rerank.llama import LlamaReranker
from yorisoi.ports import Reranker
from yorisoi.testing.fake_rerank_server import documents_form, serving, texts_form
from yorisoi.testing.fake_reranker import FakeReranker
from yorisoi.testing.reranking import RERANKER_CONTRACT

pytestmark = pytest.mark.asyncio(loop_scope="module")

FORMS = {"documents": documents_form, "texts": texts_form}
MODELS = {"encoder": encoder, "decoder": decoder}


@asynccontextmanager
async def opened(kind: str, folder: Path) -> AsyncIterator[Reranker]:
    if kind in FORMS:
        with serving(FORMS[kind]) as (url, _):
            remote = RerankEndpoint("m", base_url=url)
            yield remote
            await remote.close()
    elif kind in MODELS:
        path = MODELS[kind](folder / f"{kind}.gguf")
        embedded = LlamaReranker(f"llama:{path}", cache_dir=folder, max_characters=600)
        yield embedded
        await embedded.close()
    else:
        yield FakeReranker()


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["fake", *FORMS, *MODELS])
async def reranker(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Reranker]:
    async with opened(request.param, tmp_path_factory.mktemp("rerankers")) as each:
        yield each


@pytest.mark.parametrize("check", RERANKER_CONTRACT, ids=lambda check: check.__name__)
async def test_the_reranker_keeps_its_contract(reranker: Reranker, check) -> None:
    await check(reranker)


async def test_passages_that_share_words_with_the_question_come_first_in_the_fakes() -> None:
    for form in FORMS.values():
        with serving(form) as (url, _):
            remote = RerankEndpoint("m", base_url=url)
            found = await remote.scores("休暇の日数", ["会議室", "休暇の日数は二十日", "休暇"])
            await remote.close()
        assert found == await FakeReranker().scores("休暇の日数", ["会議室", "休暇の日数は二十日", "休暇"])
        assert found[1] > found[2] > found[0]
