"""GGUF files that are rerankers, and those that llama.cpp would load and misread.

Tried with xllamacpp 2026.10: a chat model loaded for reranking answers with numbers of no meaning, and an encoder is
given question and passage as one segment.  Neither is an error there, so both are looked for here.
"""

from dataclasses import dataclass
from pathlib import Path

from yorisoi.backends.chat.weights import resolve
from yorisoi.backends.rerank.gguf_header import Header, read_header
from yorisoi.errors import ConfigError

_DECODERS = frozenset({"qwen3", "qwen3vl"})
"""Architectures whose rerankers answer a prompt; the file has to bring it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankerWeights:
    path: Path
    context_tokens: int
    """0 when the file does not say."""


def reranker_weights(spec: str, cache_dir: Path | None = None) -> RerankerWeights:
    """The checked file that a spelling names (see `weights.resolve`), if llama.cpp can rank with it.

    Raises ConfigError, and BackendUnavailable as `resolve` does.
    """
    path = resolve(spec, cache_dir)
    try:
        header = read_header(path)
    except (ValueError, OSError) as error:
        raise ConfigError(f"{path} is not a GGUF file: {error}") from error
    if problem := _problem(header):
        raise ConfigError(f"{path} cannot rerank: {problem}")
    return RerankerWeights(path=path, context_tokens=header.context_tokens)


def _problem(header: Header) -> str:
    if not {"cls.weight", "cls.output.weight"} & header.shapes.keys():
        return "it has no classification head; it is another kind of model, or was converted without it"
    if header.architecture in _DECODERS and "tokenizer.chat_template.rerank" not in header.settings:
        return "it has no prompt for reranking; convert it anew with llama.cpp's script"
    if _tells_segments_apart(header):
        return (
            "it was trained to tell question and passage apart by segments, which llama.cpp does not; "
            "serve it with another server (rerank:MODEL)"
        )
    return ""


def _tells_segments_apart(header: Header) -> bool:
    """BERT with WordPiece, whose pairs are segments 0 and 1 (ms-marco-MiniLM); XLM-RoBERTa (bge-reranker) has one."""
    segments = header.shapes.get("token_types.weight", ())
    word_piece = header.settings.get("tokenizer.ggml.model") == "bert"
    return header.architecture == "bert" and word_piece and len(segments) > 1 and segments[1] > 1
