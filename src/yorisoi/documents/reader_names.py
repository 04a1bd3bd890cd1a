"""Names of fields that may say who may read a page though they are not `groups`: look-alikes, and other words for it.

Only for the names that somebody gives to fields, where few words stand; prose speaks of access and groups all the time.
"""

import re
from functools import lru_cache
from unicodedata import combining, normalize

_CONFUSED = str.maketrans(
    "аеорсухкмтнвіѕјԁɡցһԛԝοριυαντκεɢʀᴏᴜᴘꜱ0135$@|",
    "aeopcyxkmthbisjdgghqwopiuavtkegroupsoles" + "sal",
)
"""Cyrillic, Greek and small capital letters, digits and signs that pass for Latin ones.
Source: the Unicode table of confusables (UTS #39), those of the letters of our own names."""
_LATIN = re.compile("[a-z]")
_BETWEEN = re.compile(r"[\W_]+")
_LONGEST = 80
"""Characters of a name."""

_WHO = "user|reader|viewer|member|team|staff|audience"
_MAY = (
    "access|allow|allowed|permit|permitted|permission|authorized|authorised|auth|acl|read|view|visible|visibility|security"
    "|restrict|restricted|ad|ldap|iam|sso"
)
# Chinese and Japanese: words for to read, see, show; then for right, extent, person, group.  閲覧数 and 阅读量 count
# readers, and アクセス先 and 参照先 are addresses: these are other things.
_OTHER_WORDS = re.compile(
    rf"(?:(?:{_WHO}|{_MAY})s?)*groups?(?:names?|ids?|list|only|access|allowed|permissions?|acl)?"
    rf"|(?:page|doc|document|file|content)?(?:{_MAY})?(?:readers?|viewers?)(?:only|list|names?|ids?|allowed)?"
    r"|(?:page|doc|document|file|content|access|read|view|user)?"
    r"(?:acls?|permissions?|visibility|access(?:control|list|controllist|level|rights?|policy)?)"
    rf"|(?:{_MAY})s?(?:to|for|by|only|{_WHO}|roles?)s?|restrictions?|restricted"
    r"|(?:readable|viewable|accessible|visible)(?:to|for|by)|(?:allowed|permitted|access)(?:users?|roles?)"
    r"|(?:閲覧|公開|可見|可见|阅读|閱讀|访问|訪問|查看|浏览|瀏覽)(?:可能?|許可|制限|を?許可する)?"
    r"(?:権限|权限|權限|範囲|范围|範圍|者|先|グループ|組|组|部署|部门|部門|ロール|角色|ユーザー?|用户|用戶|人员|人員|レベル|対象者?|区分|制限)"
    r"|(?:参照|アクセス)(?:可能?|許可|制限)?(?:権限?|範囲|者|グループ|ロール|ユーザー?|レベル|制限)"
    r"|グループ名?|閲覧(?:可能?|制限|許可)?|可见|可見|権限|权限|權限|(?:ユーザー?|利用者|許可|権限|対象者)グループ|(?:用户|权限|访问)组"
)


@lru_cache(maxsize=4096)
def unconfused(name: str) -> str:
    """A name in small letters with what passes for a Latin letter as that letter; one without any stays."""
    bare = "".join(each for each in normalize("NFKD", name) if not combining(each)).translate(_CONFUSED)
    return bare if _LATIN.search(name) or bare.isascii() else name


@lru_cache(maxsize=4096)
def speaks_of_readers(name: str) -> bool:
    """Whether the whole name is another word for who may read a page: `access_groups`, `readers`, 閲覧権限."""
    return len(name) <= _LONGEST and any(
        _OTHER_WORDS.fullmatch(_BETWEEN.sub("", each)) for each in (name, unconfused(name))
    )
