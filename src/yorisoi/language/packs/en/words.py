"""English words that carry grammar, or an attitude, rather than a subject."""

from yorisoi.language.word_list import word_list

FUNCTION_WORDS = word_list(
    """
    a an the this that these those there here and or but if then than so as of at by for with about against
    between into through during before after above below to from up down in out on off over under again once is
    are was were be been being am do does did doing done have has had having will would shall should can could
    may might must i me my mine we us our ours you your yours he him his she her hers it its they them their
    theirs not no nor only own same too very just also s t d ll m re ve don isn aren wasn weren doesn didn won
    can't cannot some any each every all both e.g i.e what which who whom whose when where why how please
    """
)
REQUESTS = word_list(
    """
    tell know want need like explain show give let get help could thank thanks hello hi hey ok okay um uh er
    """
)
"""What a question says about asking rather than about its subject."""
ATTITUDES = word_list(
    """
    hobby weekend weekends favorite favourite love loves like likes enjoy hate dislike don't went visited bought
    been time lot thing things people day year friend friends
    """
)
"""How one stands to things, or hardly anything."""
ASPECTS = word_list(
    """
    information info detail details overview rule rules policy policies company question things stuff
    general apply application procedure process deadline
    """
)
"""What any topic has."""
