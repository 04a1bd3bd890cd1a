"""What fields and columns are called in English documents."""

import re

from yorisoi.language.pack import Documents

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
    others=re.compile(r"\b(?:others?|else|any)\b"),
    announces=re.compile(r"\b(?:as follows|following|(?:table )?below)\b|:\s*$"),
    dittos=frozenset(("ditto", "do", "same", "idem", "as above", "same as above", "see above", "as left")),
    no_titles=frozenset(("untitled", "(untitled)", "(anonymous)", "powerpoint presentation")),
)
