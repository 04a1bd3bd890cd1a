"""The language of a text."""

from math import inf

from yorisoi.language.detection import Sample
from yorisoi.language.packs import packs
from yorisoi.types import UNDETERMINED, Language

_ENOUGH = 2000
"""Characters that are looked at: more does not change the answer."""
_GIVES_WAY = {"other": 0, "latin": 1}
"""Scripts that give way to any other one of the same weight: names are written in Latin everywhere."""


def detect_language(text: str, default: Language = UNDETERMINED) -> Language:
    """The language of a text, one of those that have a pack, or `und`; `default` where nothing tells.

    The scripts of the packs are weighed, then the languages of the heaviest script vote, by their function words and
    by characters that one of them uses and the others rarely do; between equal votes their dictionaries decide.  `und`
    is a text in another script or another language; `default` is for a text without a letter, and for a few Han
    characters that any language could have written.
    """
    sample = Sample(text[:_ENOUGH])
    known = packs().values()
    weights = [(pack.detection.weight(sample), pack.detection.script) for pack in known]
    weight, script = max(weights, key=lambda each: (each[0], _GIVES_WAY.get(each[1], 2)))
    if not weight:
        return default
    found: list[tuple[float, Language]] = []
    for pack in known:
        if pack.detection.script == script and (votes := pack.detection.votes(sample)) is not None:
            if votes == inf:
                return pack.code
            found.append((votes, pack.code))
    if not found:
        return UNDETERMINED
    most = max(votes for votes, _ in found)
    best = [code for votes, code in found if votes == most]
    if len(best) > 1:
        covered = {code: packs()[code].detection.coverage(sample) for code in best}
        best = [code for code in best if covered[code] == max(covered.values())]
    return best[0] if len(best) == 1 else default
