"""What fields and columns are called in English documents."""

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
        "category": ("category",),
    },
    readers=(
        *("user groups", "access groups", "reader groups", "allowed groups"),
        *("visible to", "viewable by", "readable by", "shared with", "restricted to"),
    ),
    no_titles=frozenset(("untitled", "(untitled)", "(anonymous)", "powerpoint presentation")),
)
