"""What may be set about reading and splitting documents."""

from dataclasses import dataclass

from yorisoi.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentsConfig:
    """Limits of reading and sizes of passages; the sizes are in units of `yorisoi.documents.size`.

    Raises ConfigError when the numbers contradict each other.
    """

    max_bytes: int = 50_000_000
    """Larger files are refused: slides full of pictures stay below this, data dumps do not."""
    max_unpacked_bytes: int = 200_000_000
    """What an Office file (a zip), or all streams of a PDF, may unpack to: four times the largest file, far below a
    bomb."""
    max_memory_bytes: int = 1_000_000_000
    """That reading one file may take: 300 printed pages of PDF take a tenth of it."""
    max_seconds: float = 120.0
    """For reading one file: some 500 printed pages of PDF on one core."""
    follow_links: bool = False
    """Take files that links in a folder lead to outside of it."""
    max_characters: int = 5_000_000
    """Text of one file, about 3,000 printed pages: beyond it, a file is data and not a document."""

    target: int = 320
    """Size a passage is filled to.  About 320 tokens of multilingual-e5, which reads 512 with headings included,
    and three of them are a prompt that a small local model reads in some 20 seconds."""
    maximum: int = 480
    """Size no passage exceeds, except for a long table header: what is left of e5's 512 tokens after the headings."""
    tiny: int = 60
    """Sibling sections each smaller than this (two short sentences) share a passage under their common heading."""

    batch_passages: int = 64
    """Passages embedded and stored in one transaction: what an interruption costs at most is one batch or one file,
    and e5 on two cores gains nothing from larger batches."""

    def __post_init__(self) -> None:
        if not 1 <= self.target <= self.maximum:
            raise ConfigError(
                f"passage sizes need 1 <= target <= maximum, not target {self.target}, maximum {self.maximum}"
            )
        if self.tiny < 0 or self.tiny > self.target:
            raise ConfigError(f"tiny must lie in 0..target ({self.target}), not {self.tiny}")
        for name in ("max_bytes", "max_unpacked_bytes", "max_memory_bytes", "max_characters", "batch_passages"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} must be at least 1, not {getattr(self, name)}")
