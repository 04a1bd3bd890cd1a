"""How common a Han character is in a national standard, which tells 経費 from 经费 and 經費."""


def rarity(char: str, codec: str, *, first: int, last_common: int) -> int:
    """0: among the common characters of a standard (its level 1), 1: in level 2, 2: not in it at all.

    `first` and `last_common`: the lead bytes between which the codec has level 1.
    """
    try:
        code = char.encode(codec)
    except UnicodeEncodeError:
        return 2
    if len(code) != 2:  # EUC-JP spells JIS X 0212 in three bytes
        return 2
    return 0 if first <= code[0] <= last_common else 1
