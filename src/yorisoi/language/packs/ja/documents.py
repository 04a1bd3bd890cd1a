"""What fields and columns are called in Japanese documents."""

import re

from yorisoi.language.pack import Documents

DOCUMENTS = Documents(
    fields={
        "title": ("タイトル", "件名"),
        "owner": ("担当", "担当者", "担当部署", "所管", "主管部署", "作成者"),
        "contact": ("連絡先", "問い合わせ先", "問合せ先"),
        "updated": ("更新日", "最終更新日", "改定日"),
        "applies_to": ("対象", "対象者"),
        "groups": ("閲覧グループ", "公開範囲"),
    },
    columns={
        "id": ("番号",),
        "title": ("質問", "質問文", "質問内容", "ご質問", "タイトル"),
        "body": ("回答", "回答文", "回答内容", "ご回答", "答え", "お答え", "答", "本文", "内容"),
        "category": ("カテゴリ", "カテゴリー", "分類"),
    },
    open_if=re.compile(
        "(?:一般)?公開(?:の?(?:可否|許可|フラグ|ステータス|状態|状況|設定|有無|要否)|か?非公開)?|閲覧の?可否"
    ),
    closed_if=re.compile("(?:非|限定)公開(?:フラグ|設定|ページ)?|社外秘"),
    opens=frozenset(
        (
            *("公開", "公開中", "公開する", "公開済", "公開済み", "公開可", "一般公開", "全体公開"),
            *("全員", "全社", "全社員", "全体", "一般"),
        )
    ),
    yes=frozenset(("はい", "可", "可能", "有", "あり", "する", "済", "済み", "レ")),
    no=frozenset(("いいえ", "否", "不可", "無", "なし", "しない")),
    readers=("公開範囲設定", "公開範囲の設定", "閲覧グループ設定", "閲覧グループの設定"),
    no_titles=frozenset(("無題", "powerpoint プレゼンテーション")),
    eras={"令和": 2018, "平成": 1988},
    weekdays=(tuple("月火水木金土日"), tuple(f"{day}曜日" for day in "月火水木金土日")),
    numbering=re.compile(r"^\s*(?:第?[0-9０-９一二三四五六七八九十]+[章条節项、.．)）]|[0-9０-９.]+[\s　])\s*"),
)
