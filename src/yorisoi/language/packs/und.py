"""Texts of no language that is known: words are runs of letters and digits, nothing is a pattern."""

from yorisoi.language.detection import Detection
from yorisoi.language.pack import LanguagePack
from yorisoi.types import UNDETERMINED

PACK = LanguagePack(
    code=UNDETERMINED,
    detection=Detection(script="other", weight=lambda sample: 2 * sample.others, votes=lambda _: 0),
)
