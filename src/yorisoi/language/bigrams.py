"""Character bigrams: what two texts share when no dictionary splits them alike."""

from operator import add

from yorisoi.language.scripts import cjk_run


def character_bigrams(normal: str) -> tuple[str, ...]:
    """Neighbouring characters of each run of Han and Kana of a text in normal form, in order.

    A run of one character gives that character, so that 「茶」 can meet 「茶」.
    """
    found: list[str] = []
    for run in cjk_run.findall(normal):
        if len(run) == 1:
            found.append(run)
        else:
            found.extend(map(add, run, run[1:]))
    return tuple(found)
