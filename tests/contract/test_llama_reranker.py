"""What only the embedded reranker does: cutting, stopping, waiting in turn, keeping quiet, ending with the process.

Real llama.cpp over tiny models with weights drawn at random."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import gguf
import pytest
from tests.tiny_rerankers import decoder, encoder

from yorisoi.backends.chat.yielding_threads import yielding_threads
from yorisoi.backends.rerank.endpoint import RerankEndpoint
from yorisoi.backends.rerank.llama import LlamaReranker
from yorisoi.backends.rerank.llama_engine import RankEngine, _parameters
from yorisoi.backends.rerank.weights import RerankerWeights
from yorisoi.errors import BackendRefused, BackendUnavailable, ConfigError


@pytest.fixture
async def reranker(tmp_path: Path) -> AsyncIterator[LlamaReranker]:
    opened = LlamaReranker(f"llama:{encoder(tmp_path / 'tiny.gguf')}", cache_dir=tmp_path)
    yield opened
    await opened.close()


async def test_of_a_passage_that_is_too_long_the_beginning_counts(reranker: LlamaReranker) -> None:
    """The model reads 128 tokens, each a character."""
    long = "有給休暇は二十日です。" * 100
    one, other, changed = await reranker.scores("休暇", [long, long + "追記", "追記" + long])
    assert one == other != changed


async def test_of_a_question_that_is_too_long_the_beginning_counts_too(reranker: LlamaReranker) -> None:
    passages = ["有給休暇は二十日です。", "会議室の予約"]
    long = "休暇は何日ありますか。" * 40
    assert await reranker.scores(long, passages) == await reranker.scores(long + "追記", passages)
    assert len(set(await reranker.scores(long, passages))) == 2


async def test_a_model_that_cannot_even_read_its_prompt_refuses(tmp_path: Path) -> None:
    model = LlamaReranker(f"llama:{decoder(tmp_path / 'narrow.gguf', context=16)}", cache_dir=tmp_path)
    with pytest.raises(BackendRefused, match="refused the request"):
        await model.scores("休暇", ["有給休暇は二十日です。"])
    await model.close()


async def test_the_decoder_answers_with_the_probability_of_yes(tmp_path: Path) -> None:
    """The head's rows exchanged, yes becomes no: the two probabilities sum to one."""
    path = decoder(tmp_path / "one.gguf")
    swapped = tmp_path / "swapped.gguf"
    swapped.write_bytes(path.read_bytes())
    head = next(tensor for tensor in gguf.GGUFReader(swapped, "r+").tensors if tensor.name == "cls.output.weight")
    head.data[:] = head.data[::-1].copy()
    del head
    scores = []
    for each in (path, swapped):
        model = LlamaReranker(f"llama:{each}", cache_dir=tmp_path)
        scores += await model.scores("休暇は何日", ["有給休暇は二十日です。"])
        await model.close()
    assert 0 < scores[0] < 1
    assert sum(scores) == pytest.approx(1, abs=1e-4)


@pytest.mark.slow
async def test_llama_cpp_reads_both_halves_as_one_segment(tmp_path: Path) -> None:
    """Why models of two segments are refused: the second segment's vector makes no difference.

    The day that this fails, such models can be allowed."""
    path = encoder(tmp_path / "two.gguf", segments=2)
    scores = []
    for change in (0, 5, None):
        rows = next(tensor for tensor in gguf.GGUFReader(path, "r+").tensors if tensor.name == "token_types.weight")
        if change is None:
            rows.data[0] = range(32)
        else:
            rows.data[1] += change
        del rows
        engine = RankEngine(RerankerWeights(path=path, context_tokens=128), threads=1)
        scores.append(engine.score("休暇", "有給休暇は二十日です。"))
        engine.close()
    assert scores[0] == scores[1] != scores[2]


async def test_a_timeout_stops_after_the_passage_that_is_read(
    reranker: LlamaReranker, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = ["有給休暇は二十日です。" * 8] * 5000
    await reranker.scores("休暇", many[:1])
    monkeypatch.setattr(reranker._model, "timeout_s", 0.2)
    with pytest.raises(BackendUnavailable, match=r"llama:tiny did not finish within 0\.2 s"):
        await reranker.scores("休暇", many)
    monkeypatch.undo()
    await answers_soon(reranker)


async def test_a_cancelled_call_stops_too(reranker: LlamaReranker) -> None:
    task = asyncio.create_task(reranker.scores("休暇", ["有給休暇は二十日です。" * 8] * 5000))
    await asyncio.sleep(0.5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await answers_soon(reranker)


async def answers_soon(reranker: LlamaReranker) -> None:
    began = time.perf_counter()
    await reranker.scores("休暇", ["有給休暇"])
    assert time.perf_counter() - began < 3


async def test_the_event_loop_goes_on_meanwhile(reranker: LlamaReranker) -> None:
    work = asyncio.create_task(reranker.scores("休暇", ["有給休暇は二十日です。" * 8] * 100))
    ticks = 0
    while not work.done():
        await asyncio.sleep(0.005)
        ticks += 1
    assert len(await work) == 100
    assert ticks > 5


async def test_llama_cpps_own_server_gives_the_endpoint_the_same_scores(tmp_path: Path) -> None:
    """The one real server at hand: its form, its refusal of a key, its word for a passage that is too long."""
    path = encoder(tmp_path / "served.gguf")
    with yielding_threads():
        import xllamacpp
    parameters = _parameters(xllamacpp, RerankerWeights(path=path, context_tokens=128), threads=1)
    parameters.api_keys = ["sk-served"]
    server = xllamacpp.Server(parameters)
    embedded = LlamaReranker(f"llama:{path}", cache_dir=tmp_path)
    passages = ["有給休暇は二十日です。", "会議室の予約", "出張の日当は二千六百円"]
    url = f"{server.listening_address}/v1"
    remote = RerankEndpoint("served", base_url=url, api_key="sk-served")
    assert await remote.scores("休暇は何日", passages) == pytest.approx(await embedded.scores("休暇は何日", passages))
    with pytest.raises(BackendRefused, match=r"HTTP 500.*too large"):
        await remote.scores("休暇は何日", ["有給休暇は二十日です。" * 100])
    await remote.close()
    stranger = RerankEndpoint("served", base_url=url, api_key="sk-other")
    with pytest.raises(BackendRefused, match="check the API key"):
        await stranger.scores("休暇は何日", passages)
    await stranger.close()
    await embedded.close()
    del server


async def test_files_that_cannot_be_used_are_one_line(tmp_path: Path) -> None:
    missing = LlamaReranker(f"llama:{tmp_path}/no.gguf", cache_dir=tmp_path)
    with pytest.raises(ConfigError, match="there is no file"):
        await missing.scores("休暇", ["有給休暇"])
    await missing.close()
    broken = encoder(tmp_path / "broken.gguf")
    broken.write_bytes(broken.read_bytes()[:-4000])  # the head is whole, the tensors are not
    model = LlamaReranker(f"llama:{broken}", cache_dir=tmp_path)
    with pytest.raises(BackendUnavailable, match="cannot be loaded as a reranker"):
        await model.scores("休暇", ["有給休暇"])
    await model.close()


async def test_nothing_is_loaded_for_no_passages(tmp_path: Path) -> None:
    model = LlamaReranker(f"llama:{tmp_path}/no.gguf", cache_dir=tmp_path)
    assert await model.scores("休暇", []) == []
    await model.close()


ENDINGS = {
    "returns": "await model.scores('休暇', ['有給休暇'])",
    "closes": "await model.scores('休暇', ['有給休暇']); await model.close()",
    "exits inside a call": (
        "task = asyncio.create_task(model.scores('休暇', ['有給休暇は二十日です。' * 8] * 5000)); "
        "await asyncio.sleep(2); raise SystemExit(0)"
    ),
}


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS.keys())
async def test_a_process_with_a_reranker_ends_quietly(tmp_path: Path, ending: str) -> None:
    spec = f"llama:{encoder(tmp_path / 'tiny.gguf')}"
    code = (
        "import asyncio\n"
        "from pathlib import Path\n"
        "from yorisoi.backends.rerank.llama import LlamaReranker\n"
        "async def main():\n"
        f"    model = LlamaReranker({spec!r}, cache_dir=Path({str(tmp_path)!r}))\n"
        f"    {ending}\n"
        "asyncio.run(main())\n"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
