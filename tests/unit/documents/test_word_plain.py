"""What Word shows is found at once, however deep it stands."""

import time
from xml.etree import ElementTree

from yorisoi.documents.word_plain import simplify

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def test_what_word_shows_is_looked_for_in_a_time_that_grows_with_it() -> None:
    deep = f'<w:d xmlns:w="{WORD}">{"<w:bdo>" * 250}{"<w:r/>" * 20_000}{"</w:bdo>" * 250}</w:d>'
    root = ElementTree.fromstring(deep)
    begun = time.process_time()
    assert simplify(root)
    assert (len(root), time.process_time() - begun < 1) == (20_000, True)
