"""Whether what stands behind a name of readers says who they are: no place in a book, no prose, no definition."""

import re
from collections.abc import Mapping

from yorisoi.documents.metadata import field_name, items, spellings
from yorisoi.errors import AccessUnclear

_PLACE = re.compile(
    r"^\W*+(?:付録|附录|附錄|(?:p\W*+)?(?:第?\s*+\d++(?:[.-]\d++)*+\s*+(?:ページ|頁|页|章|節|节|p)?"
    r"|第[一二三四五六七八九十百]++[章節节])\W*+$)"
)
"""The number of a page or chapter, as a table of contents has it."""
_MOST_WORDS = 4
"""Of a name of readers."""
_MOST_OF_THING, _MOST_OF_SENTENCE = 24, 6
"""Characters without an end of one of those that are listed, in Japanese and Chinese; before 。 (`人事部。`)."""
_ASIDE = re.compile(r"[(（][^()（）]*[)）]")
"""What is said beside a name: 人事部（総務部が管理）."""
_THINGS_PARTED = re.compile(
    r"[、・,，／/;；|\s]+|(?<=[^\Wぁ-ん])と(?=[^\Wぁ-ん])|及び|および|並びに|ならびに|又は|または"
)
_NAMES_SOMEBODY = re.compile(
    r"のみ|だけ|限(?!界)|以外|所属|[不覧]可|可能(?!性)|[僅仅室班店]|チーム|(?<![一全])部(?![署分品数])|課(?!題)|(?<!関)係|(?<!結)局"
    r"|長(?![いくさ期時])|(?<![覧読用])者|(?<!同)士|役(?![割立に])|[社職会隊人]員|人事|総務|経理|法務|営業|監査"
    r"|\b(?i:hr|only|members?|managers?|directors?|board|departments?|staff|employees?|teams?)\b(?!['’])"
    r"|(?<=[a-z,&] )[A-Z][a-z]"
)
"""Of a value, whatever sentence it is: whom it admits, or that it shuts out others."""
_AUDIENCE = ("audience", "audiences")
_DEPARTMENT = re.compile(
    r"[^\Wぁ-ん]++(?:(?<=[^全一内外幹学]部)|(?<=部[署門门])|(?<=[^放日]課)|(?<=[^教]室)|(?<=[^薬便]局)|(?<=[^関]係)|(?<=.班)"
    r"|(?<=委員会)|(?<=取締役会)|(?<=[部課室局]員)|(?<=.[部課室局]長)|(?<=人事)|(?<=総務)|(?<=経理)|(?<=法務)|(?<=監査))"
    r"(?:の(?:方|人|皆さん|皆様|社員|職員))?"
    r"|(?i:(?:the )?(?:hr|human resources|board)(?: of directors| team| staff)?)"
    r"|[\w&' -]+ (?i:department|dept\.?|division)"
)
"""What plainly names a department: others for whom a page is written may read any page."""
_ALONE = re.compile(r"[\w&' -]*[\w'](?:のみ|だけ|限り|限定|(?i:[ -]only))|(?:[仅僅]|只限).+")
_INSIDE = re.compile(
    r"(?:the )?(?:staff|employees|(?:team )?members)[ -]only|(?:for )?internal(?: (?:use|staff|only))*", re.IGNORECASE
)
"""Who shuts out others though a company calls everyone so."""
_EVERYONE = re.compile(
    r"(?i:(?:all|every|any)\b.*|(?:the )?(?:staff|employees|(?:team )?members))"
    r"|(?:全|各|所有).*|(?:社|職|従業)員(?:全員)?"
)
"""Whom a company calls so."""
_CHOICE = re.compile("「[^「」]*」(?=[かやとを])")
"""What one may choose: 「全体」か「自分のみ」を選べます."""
_MAY_BE_DONE = re.compile("可能|制限|[权權権]限")
_TO_CHOOSE = re.compile("選択|選べ|选择|選擇")
"""What a function of a program offers: 全体公開、部署内公開、非公開から選択可能."""
_CLASSED = re.compile(r"ごと|毎に|単位|の(?:区別|区分|違い|設定|指定|選択|種類|分類|一覧|有無)\W*$")
"""By what readers are told apart: 社員ごとに指定, 社員・部署の区別."""
_IS_SET = re.compile(
    r"(?:変更|設定|指定|決定|編集|管理)(?:でき|し(?!た)|す|可)|が(?:行[うい]|決め|必要)|[にへ](?:依頼|連絡|申請|相談|確認)"
)
"""What is done with a setting: 管理者が行う, 部署の管理者が変更します."""
_ENDS_SENTENCE = re.compile(r"[。\n]|(?<![\x00-\x7f])\s(?![\x00-\x7f])")
"""Also where lines were joined."""
_SHUTS_OUT = re.compile(r"のみ|だけ|限(?!界)|以外|不可|[僅仅]|\bonly\b", re.IGNORECASE)
_KIND = re.compile(
    r"(?:担当|所属|関係|主管|対象)?(?:部[署門门]?|[課室係班局]|チーム|[社職会隊人]員|(?:担当|管理|責任|作成|所有)者|役[割職]|個人|管理[員员])[名数]?"
    r"|(?i:department|team|member|manager|director)"
)
"""What a column is called, and nobody's name."""
_EXPLAINS = re.compile(
    r"\w (?:who|whom|whose|which|that|is|are|can|may) \w"
    r"|^(?i:(?:(?:an?|the) )?(?:set|collection|list|kind|type|name|range)s? of )"
)
_ENDS_POLITELY = re.compile(r"(?:ます|です)(?:か|が|ので|から)?(?!\w)")
_SAYS = re.compile(
    r"(?<=[^\Wぁ-ん])は(?![ぁ-ん])|[^\Wぁ-ん]が(?![丘関原浜崎谷沢島岳池峰淵浦台森鼻峠城])|を(?!除|含|のぞ|ふく)"
    r"|できる|る人|的人|可以"
)
"""What no name has, in Japanese and Chinese: 「を除く」, 霞が関 and はやぶさ班 may be."""
_LONGEST_DEFINITION = 200
_THINGS = "文書|資料|書類|ページ|頁|情報|ファイル|データ|記事"
_DEFINITION = re.compile(
    r"(?=.*のこと(?:です|である|をいう|をいいます|を指す|を指します)?。?$)"
    rf"(?:この|その)?(?:{_THINGS})[をがの]"
    rf"(?:{_THINGS}|[ぁ-ん読見開指人]|閲覧者?|公開|共有|表示|利用者?|読者|ユーザー?|グループ|範囲|対象)*+。?"
    r"|(?i:the|all) (?i:groups?) (?:that|which|to which|in which)"
    r"(?: (?:the|an?|each|this|(?:user|reader|page|document|file|account|belong|open|see)s?"
    r"|is|can|may|has|read|in|to|of))++\.?"
)
"""How a cell explains a word, in words that name nobody: 文書を読める人のこと, `The groups that the user is in`."""


def names_somebody(value: str) -> bool:
    """Whether a value says whom it admits, or that it shuts out others, whatever sentence it is."""
    return _NAMES_SOMEBODY.search(_CHOICE.sub("", value)) is not None


def check_audience(fields: Mapping[str, object]) -> None:
    """Raises AccessUnclear: a field says for whom a page is written, names a department or shuts out others, and none
    of the others says who may read it.  Other audiences are kinds of people, such as developers and 管理者."""
    if any(name in fields for name in spellings("groups")):
        return
    for name in _AUDIENCE:
        value = fields.get(name)
        listed = map(str, value) if isinstance(value, list) else items(str(value or ""))
        if any(map(_is_department, listed)):
            raise AccessUnclear(f"has a field {name!r}; if it is to say who may read it, write groups")


def _is_department(item: str) -> bool:
    said = _ASIDE.sub("", item).strip()
    if _INSIDE.fullmatch(said):
        return True
    named = [said] if said.isascii() else [said, *_THINGS_PARTED.split(said)]
    return any((_DEPARTMENT.fullmatch(each) or _ALONE.fullmatch(each)) and not _EVERYONE.match(each) for each in named)


def names_one(value: str) -> bool:
    """Whether a value of several things, 人事部・5年, names somebody, and not everyone, and is no sentence."""
    return not _is_about_them(value) and any(map(_names_few, filter(None, _THINGS_PARTED.split(value))))


def names_a_few(value: str) -> bool:
    """Whether a value lists somebody first, and not everyone, and is no sentence."""
    listed = items(value.strip(" 。."))
    short = all(len(each.split()) <= _MOST_WORDS and len(each) <= _MOST_OF_THING for each in listed)
    return short and any(map(_names_few, listed[:1])) and not _is_about_them(value)


def _is_about_them(value: str) -> bool:
    """Whether a value says first what is done about readers, and who does it, and not who they are."""
    value = _ENDS_SENTENCE.split(value.strip(), maxsplit=1)[0]
    if _TO_CHOOSE.search(value) or _CLASSED.search(value) or _IS_SET.search(value):
        return True
    return not _SHUTS_OUT.search(value) and (_ENDS_POLITELY.search(value) or _SAYS.search(value)) is not None


def _names_few(item: str) -> bool:
    """Whether it names somebody, and not by what may be done alone (返信可能ユーザーの制限), and not everyone."""
    said = _MAY_BE_DONE.sub("", item).strip(" ()（）")
    kinds = [said] if said.isascii() else filter(None, _THINGS_PARTED.split(said))
    return names_somebody(said) and not (_EVERYONE.fullmatch(item.strip()) or all(map(_KIND.fullmatch, kinds)))


def defines_readers(value: str) -> bool:
    """Whether a cell explains what readers are, and names none."""
    return len(value) <= _LONGEST_DEFINITION and _DEFINITION.fullmatch(value) is not None


def is_no_value(said: str) -> bool:
    """Whether what stands behind a name is a place in a book, or prose."""
    return _PLACE.match(field_name(said)) is not None or is_prose(said)


def is_prose(value: str) -> bool:
    """Whether words stand there that are no names, as in the definition of a word: behind wide blanks as there."""
    if names_somebody(value):
        return False
    if any(len(item.split()) > _MOST_WORDS or _EXPLAINS.search(item) for item in items(value)):
        return True
    sentence, ended, _ = _ASIDE.sub("", value).partition("。")
    things = [*filter(None, _THINGS_PARTED.split(sentence))]
    longest = max((len(each) for each in things if not each.isascii()), default=0)
    if longest > (_MOST_OF_SENTENCE if ended else _MOST_OF_THING):
        return True
    return _ENDS_POLITELY.search(sentence) is not None or _SAYS.search("".join(things[:1])) is not None
