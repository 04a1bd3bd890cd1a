"""What people look for in a list: words, all of which stand in what is shown then."""

from typing import Annotated

from pydantic import AfterValidator

from yorisoi.language import normal_form

MOST_CHARACTERS = 200
"""Of what is looked for; more is cut off: whatever is listed is compared with each of its words."""
Sought = Annotated[str, AfterValidator(lambda written: written[:MOST_CHARACTERS])]


def words_of(sought: str) -> list[str]:
    """Each once."""
    return list(dict.fromkeys(normal_form(sought).split()))
