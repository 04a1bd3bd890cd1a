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
    open_if=re.compile("(?:is)?public(?:lyvisible)?"),
    closed_if=re.compile("(?:is)?(?:private|confidential|membersonly)"),
    opening=re.compile(
        "(?:is|tobe|can(?:be)?|maybe|make)?publish(?:ed|able|ing)?|pub(?:lication)?|(?:is|make|opento|for)?(?:the)?public(?:page|doc(?:ument)?|flag)?"
        "|public(?:ly)?(?:visible|available|accessible|readable)|(?:is)?opento(?!pets|dogs|kids|children|walkins)[a-z]+|(?:visibleto|for)(?:all|everyone)"
    ),
    closing=re.compile(
        "(?:[a-z]*(?:secret|confidential|private|restricted)|(?:is|for)?(?:draft|internal(?:use)?|unpublished|classified|embargo(?:ed)?)"
        "|(?:not|non)(?:tobe)?(?:for)?(?:public|publish|published|publication)"
        "|(?!non|read|write|text|online|web|mobile|appointment|adults?|women|men|ladies|cash|card|english|weekdays?|weekends?|delivery|takeout|pickup)"
        "[a-z]+only)(?:page|doc(?:ument)?|flag)?|donot(?:publish|share|distribute)"
    ),
    state=re.compile(
        "(?:page|doc(?:ument)?|content|publish(?:ing)?|publication)?(?:status|state)"
        "|(?:data|information|page|doc(?:ument)?|security)?(?:classification|confidentiality|sensitivity)(?:level)?|security(?:level)?"
    ),
    opens_on=re.compile(
        "(?:publish(?:ed|ing)?|pub|publication)(?:date|day|on|at|from|time|start)?|date(?:of)?publi(?:shed|cation)"
        "|embargo(?:ed)?(?:until|date)?|draftuntil"
    ),
    closes_on=re.compile(
        "publish(?:ed)?(?:until|end)|unpublish(?:ed)?(?:date|on|at)?|publicationend(?:s|date)?|expirationtime"
    ),
    endless=frozenset(
        ("indefinite", "indefinitely", "forever", "permanent", "immediate", "immediately", "unlimited", "no limit")
    ),
    unfinished=frozenset(
        (
            *("wip", "work in progress", "pending approval", "awaiting approval"),
            *("unapproved", "not approved", "to be published"),
        )
    ),
    label=re.compile("categor(?:y|ies)|tags?|labels?"),
    stamps=frozenset(("confidential", "strictly confidential", "company confidential", "top secret")),
    opens=frozenset(("public", "published", "open", "all", "everyone")),
    yes=frozenset(("yes", "y", "true", "t", "on")),
    no=frozenset(("no", "n", "none", "false", "f", "off")),
    readers=(
        *("user groups", "access groups", "reader groups", "allowed groups"),
        *("visible to", "viewable by", "readable by", "shared with", "restricted to"),
    ),
    part_of=re.compile(r"\(?(?:of which|thereof|including|incl\.)"),
    dittos=frozenset(("ditto", "do", "same", "idem", "as above", "same as above", "see above", "as left")),
    no_titles=frozenset(("untitled", "(untitled)", "(anonymous)", "powerpoint presentation")),
)
