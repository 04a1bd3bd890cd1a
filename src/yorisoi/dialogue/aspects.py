"""Sides that any topic has: a question that names only such a side leaves its topic to the conversation."""

import re

from yorisoi.types import Language

_JA = re.compile(
    r"(?:(?:申請|手続き?|提出|申込み?|申し込み|取得|利用|支給|対象|必要|相談|連絡|変更|登録|承認|締切|締め切り|問い合わせ|受付|精算|返却"
    r"|解約|取り?消し?|キャンセル|延長|支払い?|受け取り|具体|有効|最大|最低|上限|下限|適用|開始|終了)"
    r"(?:的な)?)?"
    r"(?:方法|手順|手続き?|やり方|仕方|申請|期限|期間|締切|締め切り|条件|要件|対象者?|資格|日数|金額|額|上限|下限|書類|用紙|様式|理由|原因|担当者?"
    r"|連絡先|窓口|場所|時間|時期|費用|料金|値段|価格|例外|種類|頻度|回数|単位|給与|給料|詳細|例|具体例|違い|メリット|デメリット|目的|意味"
    r"|定義|背景|注意点|流れ|ルール|規定|承認者?|提出先|問い合わせ先|申請先|申請書|フォーム|リンク|URL|取得|利用|変更|更新|容量|制限|締め日|支給日|番号|延長|取り?消し?|キャンセル"
    r"|提出|登録|届け?出?|予約|人数|割合|率|基準|範囲|計算方法|作り方|使い方|書き方|入手方法|必要|相談|連絡|承認|支給|証明書?|添付)"
)
_ZH = re.compile(
    r"(?:申请|办理|提交|需要|报销|使用|审批|具体)?(?:方法|流程|步骤|手续|条件|要求|材料|文件|期限|截止日期|时间|天数|金额|费用|上限|标准|地点|地址"
    r"|电话|联系人|负责人|原因|理由|区别|例外|种类|范围|规定|细节|好处|坏处|申请|办理|报销|作用|目的|价格|结果|特点|症状)"
)
_EN = re.compile(
    r"(?:deadlines?|requirements?|process|procedures?|steps?|forms?|conditions?|exceptions?|limits?|costs?|prices?|fees?|rules?"
    r"|benefits?|advantages?|disadvantages?|pros|cons|pros and cons|symptoms?|causes?|reasons?|effects?|side effects"
    r"|treatments?"
    r"|risks?|differences?|types?|kinds?|examples?|details?|purpose|duration|length|size|history|origins?|name|names|title|members?"
    r"|address|location|owner|contact|alternatives?|implications?|impact|importance|significance|role|definition|meaning"
    r"|signs?|ingredients?|instruments?|problems?|solutions?|options?|features?|criticisms?|complications?)",
    re.I,
)


def is_aspect(phrase: str, language: Language) -> bool:
    """Whether the phrase names a side and nothing else: 申請方法, 期限, 流程, the deadline."""
    pattern = {"ja": _JA, "zh": _ZH, "en": _EN}.get(language)
    return bool(pattern and pattern.fullmatch(phrase))
