"""What fields and columns are called in Chinese documents."""

import re

from yorisoi.language.pack import Documents

_OF_PAGE = "资料|資料|文件|文档|文檔|页面|頁面|状态|狀態|标志|標誌|与否|與否"

DOCUMENTS = Documents(
    fields={
        "title": ("标题", "標題"),
        "owner": ("负责人",),
        "contact": ("联系方式",),
        "updated": ("更新日期",),
        "applies_to": ("适用对象",),
    },
    columns={
        "id": ("编号", "編號"),
        "title": ("问题", "問題", "提问", "提問", "標題", "标题"),
        "body": ("内容", "答案", "回答", "答复", "答覆", "解答"),
        "category": ("类别", "類別"),
    },
    open_if=re.compile("(?:是否)?(?:公开|公開)(?:与否|與否|状态|狀態|标志|標誌)?"),
    closed_if=re.compile("(?:是否)?[不非](?:公开|公開)"),
    opening=re.compile(f".*(?<![不非未])(?:公开|公開|发布|發布|發佈)(?:{_OF_PAGE})?"),
    closing=re.compile(
        "(?:.*(?:[不非未](?:公开|公開|发布|發布|發佈)|机密|機密|秘密|[绝絕]密|保密|草稿)|(?:是否|仅限?|僅限?)?(?:内部|內部))"
        f"(?:公开|公開|使用|参考|參考|{_OF_PAGE})?|.*[仅僅]限.*|.*不(?:对外|對外|得).*"
    ),
    state=re.compile("(?:公开|公開|发布|發布|發佈|文档|文檔|文件|页面|頁面)?(?:状态|狀態)"),
    opens_on=re.compile("(?:公开|公開|发布|發布|發佈)(?:日期?|时间|時間)"),
    closes_on=re.compile("(?:公开|公開|发布|發布|發佈)(?:截止|结束|結束|到期)(?:日期?|时间|時間)?"),
    opens=frozenset(("公开", "公開", "已公开", "已公開", "所有人", "全员", "全員")),
    yes=frozenset(("是", "可", "可以", "有")),
    no=frozenset(("否", "不", "不是", "不可", "不可以", "无", "無")),
    readers=(
        *("公开范围", "可见范围", "阅读范围", "查看范围", "阅读权限", "查看权限"),
        *("公開範圍", "可見範圍", "閱讀範圍", "查看範圍", "閱讀權限", "查看權限"),
    ),
    dittos=frozenset(("同上", "同左", "同前", "同", "如上", "相同", "与上相同", "與上相同", "同上一行")),
    weekdays=(tuple(f"周{day}" for day in "一二三四五六日"), tuple(f"星期{day}" for day in "一二三四五六日")),
    numbering=re.compile(r"^\s*(?:第?[0-9０-９一二三四五六七八九十]+[章条節项、.．)）]|[0-9０-９.]+[\s　])\s*"),
)
