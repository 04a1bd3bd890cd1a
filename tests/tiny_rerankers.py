"""Tiny GGUF rerankers with weights drawn at random: they prove that llama.cpp is asked rightly, not that it ranks well.

An encoder (BERT with one segment, as XLM-RoBERTa has) and a decoder (Qwen3 with a prompt and a yes/no head), two layers
of 32 numbers each, written with the package `gguf`.
"""

from pathlib import Path
from typing import Any

import gguf
import numpy as np

WIDTH, INNER, LAYERS, HEADS = 32, 64, 2, 4
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PROMPT = "<q>{query}\n<d>{document}\nyes or no:"


class _Writer:
    def __init__(self, path: Path, architecture: str, context: int) -> None:
        self.gguf: Any = gguf.GGUFWriter(path, architecture)
        self._random = np.random.default_rng(0)
        self.gguf.add_context_length(context)
        self.gguf.add_embedding_length(WIDTH)
        self.gguf.add_feed_forward_length(INNER)
        self.gguf.add_block_count(LAYERS)
        self.gguf.add_head_count(HEADS)
        self.gguf.add_pooling_type(gguf.PoolingType.RANK)

    def matrix(self, name: str, rows: int, columns: int) -> None:
        values = self._random.normal(0, columns**-0.5, (rows, columns))
        self.gguf.add_tensor(f"{name}.weight", values.astype(np.float32))

    def ones(self, name: str, length: int) -> None:
        self.gguf.add_tensor(f"{name}.weight", np.ones(length, np.float32))

    def bias(self, name: str, length: int) -> None:
        self.gguf.add_tensor(f"{name}.bias", self._random.normal(0, 0.02, length).astype(np.float32))

    def linear(self, name: str, rows: int, columns: int) -> None:
        self.matrix(name, rows, columns)
        self.bias(name, rows)

    def norm(self, name: str) -> None:
        self.ones(name, WIDTH)
        self.bias(name, WIDTH)

    def close(self) -> None:
        self.gguf.write_header_to_file()
        self.gguf.write_kv_data_to_file()
        self.gguf.write_tensors_to_file()
        self.gguf.close()


def encoder(path: Path, *, context: int = 128, head: bool = True, segments: int = 1) -> Path:
    """A BERT that reads single characters: ASCII, kana and the usual kanji."""
    letters = [*map(chr, range(0x21, 0x7F)), *map(chr, range(0x3040, 0x3100)), *map(chr, range(0x4E00, 0x9FA6))]
    words = [*SPECIAL, *(f"\u2581{letter}" for letter in letters), *letters]
    to = _Writer(path, "bert", context)
    to.gguf.add_layer_norm_eps(1e-12)
    to.gguf.add_causal_attention(False)
    to.gguf.add_tokenizer_model("bert")
    to.gguf.add_tokenizer_pre("default")
    to.gguf.add_token_list(words)
    to.gguf.add_token_types([3 if word in SPECIAL else 1 for word in words])
    to.gguf.add_token_type_count(segments)
    to.gguf.add_unk_token_id(1)
    to.gguf.add_bos_token_id(2)
    to.gguf.add_sep_token_id(3)
    to.matrix("token_embd", len(words), WIDTH)
    to.matrix("position_embd", context, WIDTH)
    to.matrix("token_types", segments, WIDTH)
    to.norm("token_embd_norm")
    for layer in range(LAYERS):
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            to.linear(f"blk.{layer}.{part}", WIDTH, WIDTH)
        to.norm(f"blk.{layer}.attn_output_norm")
        to.linear(f"blk.{layer}.ffn_up", INNER, WIDTH)
        to.linear(f"blk.{layer}.ffn_down", WIDTH, INNER)
        to.norm(f"blk.{layer}.layer_output_norm")
    if head:
        to.linear("cls", WIDTH, WIDTH)
        to.linear("cls.output", 1, WIDTH)
    to.close()
    return path


def decoder(path: Path, *, context: int = 512, prompt: bool = True) -> Path:
    """A Qwen3 that reads bytes."""
    words = ["<|endoftext|>", "<|im_end|>", "<|pad|>", *_byte_letters(), "ye"]
    across = WIDTH // HEADS
    to = _Writer(path, "qwen3", context)
    to.gguf.add_head_count_kv(HEADS // 2)
    to.gguf.add_key_length(across)
    to.gguf.add_value_length(across)
    to.gguf.add_layer_norm_rms_eps(1e-6)
    to.gguf.add_array("qwen3.classifier.output_labels", ["yes", "no"])
    to.gguf.add_tokenizer_model("gpt2")
    to.gguf.add_tokenizer_pre("qwen2")
    to.gguf.add_token_list(words)
    to.gguf.add_token_types([3, 3, 3] + [1] * (len(words) - 3))
    to.gguf.add_token_merges(["y e"])
    to.gguf.add_eos_token_id(1)
    to.gguf.add_pad_token_id(2)
    to.gguf.add_add_bos_token(False)
    if prompt:
        to.gguf.add_chat_template([{"name": "rerank", "template": PROMPT}])
    to.matrix("token_embd", len(words), WIDTH)
    to.ones("output_norm", WIDTH)
    for layer in range(LAYERS):
        for part, rows in (("attn_q", WIDTH), ("attn_k", WIDTH // 2), ("attn_v", WIDTH // 2), ("attn_output", WIDTH)):
            to.matrix(f"blk.{layer}.{part}", rows, WIDTH)
        to.matrix(f"blk.{layer}.ffn_gate", INNER, WIDTH)
        to.matrix(f"blk.{layer}.ffn_up", INNER, WIDTH)
        to.matrix(f"blk.{layer}.ffn_down", WIDTH, INNER)
        for part, length in (
            ("attn_norm", WIDTH),
            ("ffn_norm", WIDTH),
            ("attn_q_norm", across),
            ("attn_k_norm", across),
        ):
            to.ones(f"blk.{layer}.{part}", length)
    to.matrix("cls.output", 2, WIDTH)
    to.close()
    return path


def _byte_letters() -> list[str]:
    """The 256 letters that stand for bytes in GPT-2's vocabulary."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    return [*map(chr, shown), *(chr(256 + place) for place in range(256 - len(shown)))]
