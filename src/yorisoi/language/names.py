"""What kind of thing a noun phrase names: two of one kind may stand in each other's place."""

import re

import rjieba

from yorisoi.language.japanese import tokens
from yorisoi.types import Language

_SUFFIXES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("person", re.compile(r"(?:さん|様|氏|くん|ちゃん|先生|部長|課長|社長|教授|先輩|老师|先生|女士|小姐|总|经理)$")),
    ("place", re.compile(r"(?:支社|支店|本社|拠点|オフィス|営業所|工場|事業所|分公司|总部|办公室|支部|国|県|市|省)$")),
    (
        "time",
        re.compile(
            r"^(?:(?:今|来|先|翌|昨|本|前|明|去|同|再来|先々)(?:年度?|月|週|日|期|夏|冬|四半期)|明?後日|一昨日|(?:[月火水木金土日]曜日?)+|土日|平日"
            r"|祝日|休日|週末|年末年始|夏|冬|[0-9０-９一二三四五六七八九十]+(?:年度?|月|日|時|週間?)+"
            r"|(?:今|明|昨|去|本|前|后)[年天月]|[上下这本]个?(?:月|周|星期|季度)|周[一二三四五六日末])(?:末|初|中|底|上旬|中旬|下旬)?$"
        ),
    ),
    (
        "employment",
        re.compile(
            r"(?:正社員|契約社員|派遣(?:社員)?|嘱託(?:社員)?|パート(?:タイム|タイマー)?(?:社員|従業員)?|アルバイト|新入社員|新卒|中途"
            r"|管理職|役員|業務委託|インターン|试用期员工|正式员工|合同工|兼职|实习生|part-?timers?|full-?timers?|contractors?"
            r"|interns?|managers?)$",
            re.I,
        ),
    ),
    (
        "family",
        re.compile(
            r"(?:配偶者|妻|夫|子(?:ども|供)?|親|父|母|両親|祖父母?|祖母|兄弟|姉妹|孫|家族|义?父母|配偶|孩子|祖父母"
            r"|spouse|child(?:ren)?|parents?|grandparents?|siblings?)$",
            re.I,
        ),
    ),
)
_JA_TAGS = {"人名": "person", "地名": "place"}
_ZH_TAGS = {"nr": "person", "ns": "place", "nt": "organisation"}


def kind_of(phrase: str, language: Language) -> str | None:
    """`person`, `place`, `organisation`, `time`, `employment`, `family`; None for everything else.

    >>> [kind_of(text, "ja") for text in ("大阪", "佐藤さん", "正社員", "夏季休暇")]
    ['place', 'person', 'employment', None]
    """
    for kind, pattern in _SUFFIXES:
        if pattern.search(phrase):
            return kind
    if language == "ja":
        found = [token.part_of_speech() for token, _ in tokens(phrase)]
        return _JA_TAGS.get(found[-1][2]) if found and found[-1][1] == "固有名詞" else None
    if language == "zh":
        tagged = rjieba.tag(phrase)
        return _ZH_TAGS.get(tagged[-1][1][:2]) if tagged else None
    return None
