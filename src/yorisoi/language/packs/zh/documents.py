"""What fields and columns are called in Chinese documents."""

import re
from operator import ge, gt, le, lt

from yorisoi.language.pack import Documents

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
        "text": ("内容",),
        "category": ("类别", "類別"),
    },
    instead_of_groups=(
        *("权限", "可见范围", "公开范围", "阅读权限", "查看权限", "访问权限", "阅读范围"),
        *("權限", "可見範圍", "公開範圍", "閱讀權限", "查看權限", "訪問權限", "閱讀範圍"),
    ),
    closing_by_yes=(
        "草稿",
        "不公开",
        "不公開",
        "非公开",
        "机密",
        "機密",
        "绝密",
        "絕密",
        "保密",
        "仅限内部",
        "僅限內部",
    ),
    closing_by_no=("公开", "公開", "是否公开", "是否公開", "已公开", "已公開", "已发布", "已發布"),
    yes=frozenset(("是", "可", "可以", "有")),
    part_of=re.compile(r"[(（]?(?:其中|内[：:])"),
    called_by=frozenset(["级", "年度", "年级", "月", "岁", "类", "种", "期", "班", "等"]),
    only_counted=re.compile(r"\d"),
    others=re.compile("其他|其它|其余|以外"),
    bounds={
        **dict.fromkeys(("以上", "及以上", "以后"), ge),
        **dict.fromkeys(("以下", "及以下", "以前", "以内"), le),
        "未满": lt,
    },
    bounds_before={
        **dict.fromkeys(("至少", "年满", "不低于", "不小于", "不少于"), ge),
        **dict.fromkeys(("不超过", "不高于", "不大于", "不多于"), le),
        **dict.fromkeys(("未满", "不满", "不足", "低于", "小于", "少于"), lt),
        **dict.fromkeys(("超过", "高于", "大于", "多于"), gt),
    },
    quantities={"岁": "年龄", "人": "人数", "名": "人数", "年": "年数", "天": "天数", "次": "次数"},
    shifts=re.compile("[多半前了近]|之前|以前|出头|左右|上下|不到"),
    shifts_before=re.compile("(?:快|快到|快要|将近|接近|差不多|大约|约|过了|不到|未到|还差.{0,6}到) ?$"),
    below_zero=frozenset(("零下",)),
    points=frozenset(("年", "月", "日", "号", "点", "时", "分")),
    compounds=(
        *(("年", "月"), ("年", "个月"), ("月", "日"), ("月", "号"), ("日", "点"), ("号", "点"), ("点", "分")),
        *(("小时", "分"), ("小时", "分钟")),
    ),
    between=frozenset(("至", "到")),
    announces=re.compile(r"如下|下表|(?<!\d)(?<!\d[^\W\d])(?<!\d[^\W\d]{2})以下|[:：]\s*$"),
    dittos=frozenset(("同上", "同左", "同前", "同", "如上", "相同", "与上相同", "與上相同", "同上一行")),
    weekdays=(tuple(f"周{day}" for day in "一二三四五六日"), tuple(f"星期{day}" for day in "一二三四五六日")),
    numbering=re.compile(r"^\s*(?:第?[0-9０-９.]+[\s　]|第?[0-9０-９一二三四五六七八九十]+[章条節项、.．)）])\s*"),
)
