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
        "title": ("質問", "質問文", "タイトル"),
        "body": ("回答", "回答文", "本文", "内容"),
        "category": ("カテゴリ", "カテゴリー", "分類"),
    },
    readers=("公開範囲設定", "公開範囲の設定", "閲覧グループ設定", "閲覧グループの設定"),
    no_titles=frozenset(("無題", "powerpoint プレゼンテーション")),
    eras={"令和": 2018, "平成": 1988},
    numbering=re.compile(r"^\s*(?:第?[0-9０-９一二三四五六七八九十]+[章条節项、.．)）]|[0-9０-９.]+[\s　])\s*"),
)
