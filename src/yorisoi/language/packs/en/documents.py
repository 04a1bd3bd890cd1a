"""What fields and columns are called in English documents."""

import re
from operator import ge, gt, le, lt

from yorisoi.language.pack import Documents

_MORE = ("more", "over", "above", "older", "later", "up", "upwards")
_LESS = ("less", "fewer", "under", "below", "younger", "earlier")

DOCUMENTS = Documents(
    fields={
        "title": ("title",),
        "owner": ("owner", "author", "authors"),
        "contact": ("contact", "email"),
        "updated": ("updated", "lastmod", "last_updated", "modified", "date"),
        "applies_to": ("applies_to",),
        "groups": ("groups",),
    },
    columns={
        "id": ("faq_id", "faqid", "id", "no", "no."),
        "title": ("title", "question", "q"),
        "body": ("body", "answer", "content", "a"),
        "text": ("body", "content"),
        "category": ("category",),
    },
    instead_of_groups=(
        *("readers", "reader_groups", "viewers", "access", "access_groups", "access_rights", "allowed_groups"),
        *("user_groups", "acl", "permission", "permissions", "visibility"),
        *("visible_to", "restricted_to", "shared_with"),
    ),
    closing_by_yes=(
        *("draft", "is_draft", "private", "is_private", "confidential", "secret", "restricted", "unpublished"),
        *("internal", "internal_only", "members_only", "staff_only"),
    ),
    closing_by_no=("published", "public", "is_public"),
    yes=frozenset(("yes", "y", "true", "t", "on")),
    no=frozenset(("no", "n", "none", "false", "f", "off")),
    part_of=re.compile(r"\(?(?:of which|thereof|including|incl\.)"),
    bounds={
        **dict.fromkeys((f"{word} {more}" for word in ("or", "and") for more in _MORE), ge),
        **dict.fromkeys((f"{word} {less}" for word in ("or", "and") for less in _LESS), le),
    },
    bounds_before={
        **dict.fromkeys(("at least", "no less than", "not less than"), ge),
        **dict.fromkeys(("at most", "up to", "no more than", "not more than"), le),
        **dict.fromkeys(("under", "below", "less than", "fewer than"), lt),
        **dict.fromkeys(("over", "above", "more than"), gt),
    },
    quantities={"year": "age"},
    shifts=re.compile(r" ?(?:and a half|short|shy|plus|odd|or so)\b"),
    shifts_before=re.compile(
        r"\b(?:nearly|almost|close to|short of|approaching|not quite|just|about|around|turning|roughly|some) ?$"
    ),
    below_zero=frozenset(("minus",)),
    compounds=(("year", "month"), ("hour", "minut")),
    between=frozenset(("to", "through")),
    others=re.compile(r"\b(?:others?|else|any)\b"),
    announces=re.compile(r"\b(?:as follows|following|below(?! ?\d))\b|:\s*$"),
    dittos=frozenset(("ditto", "do", "same", "idem", "as above", "same as above", "see above", "as left")),
    no_titles=frozenset(("untitled", "(untitled)", "(anonymous)", "powerpoint presentation")),
)
