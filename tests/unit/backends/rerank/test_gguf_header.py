"""The head of a GGUF file is read as it was written, and what is none is told in one line."""

import gguf
import pytest
from tests.tiny_rerankers import decoder, encoder

from yorisoi.backends.rerank.gguf_header import read_header
from yorisoi.backends.rerank.weights import reranker_weights
from yorisoi.errors import ConfigError


def test_the_head_is_as_the_reference_reader_finds_it(tmp_path) -> None:
    for path in (encoder(tmp_path / "encoder.gguf"), decoder(tmp_path / "decoder.gguf")):
        header, reference = read_header(path), gguf.GGUFReader(path)
        assert header.shapes == {tensor.name: tuple(tensor.shape.tolist()) for tensor in reference.tensors}
        scalars = {
            name: field.contents()
            for name, field in reference.fields.items()
            if not name.startswith("GGUF.") and field.types[0] is not gguf.GGUFValueType.ARRAY
        }
        assert header.settings == pytest.approx(scalars)
        assert header.architecture == path.stem.replace("encoder", "bert").replace("decoder", "qwen3")
    assert read_header(tmp_path / "encoder.gguf").context_tokens == 128


def test_every_kind_of_value_is_read_or_skipped(tmp_path) -> None:
    path = tmp_path / "kinds.gguf"
    writer = gguf.GGUFWriter(path, "x")
    writer.add_int8("a", -1)
    writer.add_uint16("b", 65535)
    writer.add_int64("c", -(2**40))
    writer.add_float64("d", 0.25)
    writer.add_bool("e", True)
    writer.add_array("f", ["語", "", "x" * 1000])
    writer.add_array("g", [0.5, 1.5])
    writer.add_array("h", [True, False, True])
    writer.add_string("i", "休暇")
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    found = dict(read_header(path).settings)
    assert found.pop("general.architecture") == "x"
    assert found == {"a": -1, "b": 65535, "c": -(2**40), "d": 0.25, "e": True, "i": "休暇"}


def test_what_is_no_gguf_file_is_a_value_error(tmp_path) -> None:
    whole = encoder(tmp_path / "whole.gguf").read_bytes()
    for raw in (
        b"",
        b"GGUF",
        b"GGUF" + bytes(100),
        b"PK" + whole[2:],
        whole[:30],
        whole[:5000],
        whole[:8] + b"\xff" * 60,
    ):
        (tmp_path / "bad.gguf").write_bytes(raw)
        with pytest.raises(ValueError):  # noqa: PT011 the messages differ
            read_header(tmp_path / "bad.gguf")


PROBLEMS = {
    "no head": (lambda path: encoder(path, head=False), "no classification head"),
    "two segments": (lambda path: encoder(path, segments=2), "by segments"),
    "no prompt": (lambda path: decoder(path, prompt=False), "no prompt for reranking"),
    "no model": (lambda path: path.write_bytes(b"GGUF" + bytes(100)), "is not a GGUF file"),
}


@pytest.mark.parametrize(("write", "words"), PROBLEMS.values(), ids=PROBLEMS.keys())
def test_files_that_llama_cpp_would_misread_are_refused(tmp_path, write, words: str) -> None:
    write(tmp_path / "m.gguf")
    with pytest.raises(ConfigError, match=words) as caught:
        reranker_weights(f"llama:{tmp_path}/m.gguf", tmp_path)
    assert "\n" not in str(caught.value)


def test_rerankers_are_accepted_and_checked_against_their_pin(tmp_path) -> None:
    path = encoder(tmp_path / "m.gguf")
    assert reranker_weights(f"llama:{path}", tmp_path).path == path
    with pytest.raises(ConfigError, match="not the pinned file"):
        reranker_weights(f"llama:{path}#sha256={'0' * 64}", tmp_path)
