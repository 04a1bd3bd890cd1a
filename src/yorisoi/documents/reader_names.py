"""Names of fields that may say who may read a page though they are not `groups`: look-alikes, and other words for it.

Only for the names that somebody gives to fields, where few words stand; prose speaks of access and groups all the time.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category, combining

from yorisoi.normalization import normalized

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
_KINDS = [(category(sign), sign) for sign in map(chr, range(0x10000))]
OPEN = re.escape("".join(sign for kind, sign in _KINDS if kind in ("Ps", "Pi"))) + "<＜≪❛❝🙶"
CLOSE = re.escape("".join(sign for kind, sign in _KINDS if kind in ("Pe", "Pf"))) + ">＞≫❜❞🙷"
"""Brackets and quotation marks of any kind, with those that Unicode counts as other signs."""
_SPELT = {sign: normalized("NFKC", sign) for kind, sign in _KINDS if kind in ("So", "No", "Nl")}
_OF_WORDS = [sign for sign, spelt in _SPELT.items() if any(map(str.isalpha, spelt)) and not "\u2e80" <= sign < "\u2fe0"]
_OF_LATIN = "".join(sign for sign in _OF_WORDS if _SPELT[sign].isascii()) + "\U0001f110-\U0001f16f"
_SIGNS = re.compile(
    rf"[{''.join(sign for sign in _OF_WORDS if not _SPELT[sign].isascii())}\U0001f200-\U0001f2ff]"
    rf"|(?<![a-zA-Z{_OF_LATIN}])[{_OF_LATIN}](?![a-zA-Z{_OF_LATIN}])"
)
"""Signs that NFKC spells out: ㊙, ㈲, Ⅱ; not radicals, and Latin ones only where they stand alone: not in `Ⓖⓡⓞⓤ`."""
_RANGE = r"\d+(?:\s*[-‐–~〜,]\s*\d+)*"
_ADDED = re.compile(
    rf"(?<=.)(?:\s*[{OPEN}](?!(?<=[a-z]\s.){_RANGE}[{CLOSE}])(?:(?<![a-z].)|(?=\^|[^\x00-\x7f]))[^{OPEN}{CLOSE}]*[{CLOSE}]|\s*[※*†‡]\s*\d*)(?=[^\w`]*$)"
)
"""In brackets, but not as code has them (`groups(user)`) nor counts (`Groups (1-18)`), or the mark of a note."""
_READ = r"(?=公\s?開|閲\s?覧)"
_MOST_OF_THING = 70
_NO_SENTENCE = r"(?!.*(?:画面[^\w\s]?[のでにをが]|(?:[ぁ-ん]|場合|[時際後今])[、,]))"
_NAMED_THING = (
    rf"(?:[^`を。!?{OPEN}]|[{OPEN}][^{OPEN}{CLOSE}]*[{CLOSE}]){{1,{_MOST_OF_THING}}}(?<!画面)(?<!画面[{CLOSE}])"
)
_KIND_OF_THING = "(?:この|本|当該?)?(?:文書|資料|書類?|規程|規則|ページ|ファイル|記事|議事録|マニュアル)|当該?|本"
_OF_THIS = re.compile(
    rf"^(?:(?:(?:この|本|当)\w{{1,6}}|文書|資料|書類)の(?=.)|\w{{1,12}}(?<!画面)の{_READ}"
    rf"|{_NO_SENTENCE}{_NAMED_THING}の{_READ}|(?:{_KIND_OF_THING}){_READ})"
)
"""What has readers, before their name: この文書の, 「賞与規程」の, 就業規則(別紙1)の, 本書; no part of a screen, and
nothing of a sentence."""
_LOOSELY = re.compile(r"(?:(?<=範囲)|(?<=グループ))(?:等|など|名)?(?:の?(?:区分|指定)|レベル)(?=[^\w`]*$)")
"""What ends a name of readers and leaves it one: 公開範囲の区分."""
_MOST_OF_OTHER = 12
_AND = re.compile(r"\s*[・･/&+、,;]\s*|(?<=[^ぁ-ん])(?:と|及び|および|並びに|ならびに|又は|または)(?=[^ぁ-ん])")
_COMMA = re.compile("[、,;]")
_OTHER = re.compile(
    rf"(?=.*[^\Wぁ-ん])[^をにはがでもへらくてた。]{{1,{_MOST_OF_OTHER}}}(?<!画面)(?<!設定)(?<!メニュー)"
    r"(?<!場合)(?<![時際後今])"
)
"""What is named together with readers, and is no part of a screen and nothing of a sentence: 保存期間, 機密区分."""

_WHO = "user|reader|viewer|member|team|staff|audience"
_MAY = (
    "access|allow|allowed|permit|permitted|permission|authorized|authorised|auth|acl|read|view|visible|visibility|security"
    "|restrict|restricted|ad|ldap|iam|sso"
)
_SIMPLIFIED = str.maketrans(
    "閲閱覧覽開見讀訪問権權許範囲圍組門員戶対對級參與誰読", "阅阅览览开见读访问权权许范围围组门员户对对级参与谁读"
)
"""The characters of Japan and Taiwan in the words below, as China writes them: one spelling for all three."""
# Chinese and Japanese, simplified: words for to read, see, show; then for right, extent, person, group.  閲覧数 and
# 阅读量 count readers, and アクセス先 and 参照先 are addresses: these are other things.
_OTHER_WORDS = re.compile(
    rf"(?:(?:{_WHO}|{_MAY})s?)*groups?(?:names?|ids?|list|only|access|allowed|permissions?|acl)?"
    rf"|(?:page|doc|document|file|content)?(?:{_MAY})?(?:readers?|viewers?)(?:only|list|names?|ids?|allowed)?"
    r"|(?:page|doc|document|file|content|access|read|view|user)?"
    r"(?:acls?|permissions?|visibility|access(?:control|list|controllist|level|rights?|policy)?)"
    rf"|(?:{_MAY})s?(?:to|for|by|only|{_WHO}|roles?)s?|restrictions?|restricted"
    r"|share[ds]?(?:with|to)(?:groups?|teams?|roles?)?|who(?:can|may)(?:read|view|see|access)"
    rf"|(?:readable|viewable|accessible|visible)(?:to|for|by)(?:groups?|roles?|(?:{_WHO})s?)?"
    r"|(?:allowed|permitted|access)(?:users?|roles?)"
    r"|(?:阅览|公开|可见|阅读|访问|查看|查阅|浏览|知悉|开放)"
    r"(?:可能?な?|许可|制限|を?许可する|できる|可の|する(?![人方者社])|对象の?)?"
    r"(?:权限|范围|者|先|グループ|群?组|部署|部门|ロール|角色|ユーザー?|用户|使用者|人员|レベル|级别|对象者?|区分|制限|(?<=[ぁ-ん])(?:社员|人|方))"
    r"|(?:开示|共有|共享|分享)(?:可能?な?|できる|する|对象の?)?(?:范围|先|グループ|群?组|部署|部门|对象者?|权限|人员?)"
    r"|(?:见られる|见ても?よい|读める|读んでもよい)(?:人|方|者|部署|部门|グループ|范围)|谁が(?:见られ|读め|阅览でき)るか?"
    r"|(?:参照|アクセス)(?:可能?|许可|制限)?(?:权限?|范围|者|グループ|ロール|ユーザー?|レベル|制限)"
    r"|グループ名?|阅览(?:可能?|制限|许可)?|可见|权限|(?:ユーザー?|利用者|许可|权限|对象者)グループ|(?:用户|使用者|权限)群?组"
)
_TWO_SCRIPTS = re.compile(r"(?<=[a-z])\s*(?=[^\x00-\x7f])|(?<=[^\x00-\x7f])\s*(?=[a-z])")
_BETWEEN_PARTS = re.compile(r"[\W\d_]+")
_PROSE = re.compile("[ぁ-ん]")
_ASKED_FOR = re.compile("を[ごお]?(?:選|指定|設定|入力|記入)")
_COUNTED = re.compile(r"(?<=[^\W\d_])[\W_]*\d{1,3}$")
_OF_ANYTHING = re.compile("グループ名?|..")
"""Words for readers that speak of anything else beside another word: 部署・グループ, 役割・権限."""
_OF_OTHERS = re.compile(r"group\.(?:id|name)s?")
"""What build tools and brokers name so: the group that a package or a client belongs to."""


def without_signs(name: str) -> str:
    """What is written, without signs that stand for words of their own beside it: `㊙公開範囲`."""
    return name if name.isascii() else _SIGNS.sub(" ", name)


@lru_cache(maxsize=4096)
def unconfused(name: str) -> str:
    """A name in small letters with what passes for a Latin letter as that letter; one without any stays."""
    bare = "".join(each for each in normalized("NFKD", name) if not combining(each)).translate(_CONFUSED)
    return bare if _LATIN.search(name) or bare.isascii() else name


def as_called(name: str) -> tuple[str, ...]:
    """A name in its normal form, as it is and for what it passes for, each with and without what is added to it."""
    if len(name) > _LONGEST:
        return (name,)
    return tuple(dict.fromkeys(each for said in (name, unconfused(name)) for each in (said, without_addition(said))))


def parts_of_name(name: str) -> tuple[str, ...]:
    """What a name in its normal form is put together of: by signs and numbers, or of words of two scripts."""
    return tuple(filter(None, _BETWEEN_PARTS.split(_TWO_SCRIPTS.sub(" ", name)))) if len(name) <= _LONGEST else ()


def is_prose(name: str) -> bool:
    """Whether hiragana stands in it, as in what joins words."""
    return _PROSE.search(name) is not None


def asked_for(name: str) -> str:
    """What a field's name asks one for: 公開範囲を選択してください."""
    return _ASKED_FOR.split(name, maxsplit=1)[0].strip()


def without_count(name: str) -> str:
    """`group 1` as `group`."""
    return _COUNTED.sub("", name)


def without_addition(name: str) -> str:
    """A name in its normal form without what people add to it: 公開範囲(部署), 公開範囲※1, この文書の公開範囲."""
    while (bare := _LOOSELY.sub("", _ADDED.sub("", _OF_THIS.sub("", name)))) != name:
        name = bare
    return name


def named_together(name: str, *, listed: bool = True) -> tuple[str, ...]:
    """What a name in its normal form names side by side: 公開範囲・保存期間, 機密区分/公開範囲; none in Latin letters,
    where a stroke and a comma stand in any prose.  Of a row with commas the last alone has a value, unless that is
    `listed` too: 公開範囲、作成者：山田."""
    if name.isascii() or len(parts := _AND.split(name)) < 2 or not all(map(_OTHER.fullmatch, parts)):
        return ()
    if not listed and _COMMA.search(name):
        parts = parts[-1:]
    return tuple(part for part in parts if not part.isascii())


@lru_cache(maxsize=4096)
def speaks_of_readers(name: str) -> bool:
    """Whether the whole name is another word for who may read a page: `access_groups`, `readers`, 閲覧権限."""
    if len(name) > _LONGEST or _OF_OTHERS.fullmatch(name):
        return False
    together = (part for part in named_together(name) if not _OF_ANYTHING.fullmatch(part))
    return any(map(_is_other_word, (*as_called(name), *map(without_addition, together)))) or _speaks_twice(
        parts_of_name(name)
    )


def _speaks_twice(parts: Sequence[str]) -> bool:
    """Whether a name is such a word in two languages: 閲覧権限 Access."""
    said = ["".join(part for part in parts if part.isascii() is latin) for latin in (True, False)]
    return all(said) and all(map(_is_other_word, said))


def _is_other_word(name: str) -> bool:
    return _OTHER_WORDS.fullmatch(_BETWEEN.sub("", name).translate(_SIMPLIFIED)) is not None
