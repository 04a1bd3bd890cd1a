"""What the house says when one more file lies in the folder of packs; a process of its own, since packs are read once.

with_esperanto.py PAGES TEXT...: a folder with documents, texts whose language is told.
"""

import json
import sys
from contextlib import redirect_stdout
from datetime import datetime
from io import StringIO
from typing import Any

from yorisoi.cli.main import main
from yorisoi.graph.focus import focus_words
from yorisoi.language import Utterance, detect_language, place_name, places
from yorisoi.language.dates import stretches, with_dates
from yorisoi.memory.cue import cue_of
from yorisoi.memory.persona.extracting import facts_in

PAGES, *TEXTS = sys.argv[1:]


def run(*arguments: str) -> Any:
    """What a command prints."""
    with redirect_stdout(StringIO()) as printed:
        try:
            main([*arguments, "--json"])
        except SystemExit as left:
            if left.code:
                raise
    return json.loads(printed.getvalue())


now = datetime(2026, 4, 15, 12)
asked = Utterance.of("Bonvolu diri, kiom da libroj mi povas prunti?")
cue = cue_of("Ĉu vi memoras, kie mi loĝas?", "eo", None, ("user",), now)
run("ingest", PAGES)
found = run("search", "Kiom da librojn mi povas prunti?", "--language", "eo")
print(
    json.dumps(
        {
            "detected": {text: detect_language(text) for text in TEXTS},
            "keywords": asked.keywords,
            "terms": asked.terms.words,
            "places": [sorted(places("en Germanujo kaj 日本")), place_name("DE", "eo")],
            "dates": [[each.phrase, each.start.day] for each in stretches("hieraŭ", now)],
            "with_dates": with_dates("Kio okazos venontsemajne?", "eo", now),
            "facts": [[fact.kind, fact.topic] for fact in facts_in("Saluton! Mi loĝas en Kioto. Mi ŝatas teon.")],
            "cue": [cue.recollects, sorted(cue.kinds)],
            "focus": [[focus.word, focus.relation] for focus in focus_words("Mi ŝatas teon", "eo")],
            "hits": [[hit["source"], hit["language"]] for hit in found["hits"]],
            "reply": run("chat", "-m", "Kiom da libroj mi povas prunti?"),
        }
    )
)
