"""What may be set about reading and splitting documents."""

from dataclasses import dataclass

from yorisoi.ranges import check_ranges, within


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentsConfig:
    """Limits of reading and sizes of passages; the sizes are in units of `yorisoi.documents.size`.

    Raises ValueError when the numbers contradict each other.
    """

    max_bytes: int = within(50_000_000, 1, 10**11)
    """Larger files are refused: slides full of pictures stay below this, data dumps do not."""
    max_unpacked_bytes: int = within(200_000_000, 1, 10**12)
    """What an Office file (a zip), or all streams of a PDF, may unpack to: four times the largest file, far below a
    bomb."""
    max_memory_bytes: int = within(1_000_000_000, 10**7, 10**12)
    """That reading one file may take, beside what the libraries do that read it."""
    max_seconds: float = within(300.0, 0.1, 86_400)
    """For reading one file: 600 printed pages of PDF take 31 s of one core, and other work may have most of it."""
    follow_links: bool = False
    """Take files that links in a folder lead to outside of it."""
    max_characters: int = within(5_000_000, 1, 10**9)
    """Text of one file, about 3,000 printed pages: beyond it, a file is data and not a document."""

    target: int = within(320, 1, 100_000)
    """Size a passage is filled to.  About 320 tokens of multilingual-e5, which reads 512 with headings included,
    and three of them are a prompt that a small local model reads in some 20 seconds."""
    maximum: int = within(480, 1, 100_000)
    """Size no passage exceeds, except for a long table header: what is left of e5's 512 tokens after the headings."""

    batch_passages: int = within(64, 1, 100_000)
    """Passages embedded and stored in one transaction: what an interruption costs at most is one batch or one file,
    and e5 on two cores gains nothing from larger batches."""

    def __post_init__(self) -> None:
        check_ranges(self)
        if self.target > self.maximum:
            sizes = f"target {self.target}, maximum {self.maximum}"
            raise ValueError(f"passage sizes need target <= maximum, not {sizes}")
