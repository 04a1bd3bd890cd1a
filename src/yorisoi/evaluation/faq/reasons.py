"""Why a query is no good for measuring a search."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from yorisoi.evaluation.faq.sets import Query

Reason = Literal["viewpoint", "inconsistency", "not_alone", "near_copy", "another", "one_is_enough", "language"]
"""
viewpoint       the help desk asks the user, not the user the help desk
inconsistency   its FAQ does not answer it
not_alone       without the FAQ one cannot tell what is asked
near_copy       the title, a stretch of the body, or another query for the FAQ, in nearly the same letters
another         a FAQ that it was not made for answers it as well
one_is_enough   made for two FAQs, and one of them answers all of it
language        not in the language of its FAQ
"""
REASONS: tuple[Reason, ...] = get_args(Reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was found about a query; without reasons it is accepted."""

    query: Query
    reasons: Mapping[Reason, str] = field(default_factory=dict)
    """Reason -> what shows it: the other FAQ, the wording."""
    by: str = "rules"
    """`rules` or the model."""

    @property
    def accepted(self) -> bool:
        return not self.reasons
