"""Chinese words that carry grammar, or an attitude, rather than a subject; in simplified and traditional characters."""

from yorisoi.language.word_list import word_list

FUNCTION_WORDS = word_list(
    """
    的 了 是 在 和 与 與 及 或 有 也 都 就 而 着 著 过 過 把 被 让 讓 给 給 对 對 从 從 向 到 于 於 之 其 此 这
    這 那 这个 這個 那个 那個 我 你 您 他 她 它 我们 我們 你们 你們 他们 他們 们 們 个 個 吗 嗎 呢 吧 啊 呀 嘛
    嗯 哦 一个 一個 不 很 会 會 能 可以 可 要 想 请 請 以 为 為 所 等 上 下 中 里 裡
    """
)
REQUESTS = word_list(
    """
    什么 什麼 怎么 怎麼 怎样 怎樣 如何 哪 哪里 哪裡 哪些 哪个 哪個 哪儿 谁 誰 何时 何時 为什么 為什麼 多少 几 幾
    请问 請問 知道 告诉 告訴 想要 需要 帮 幫 麻烦 麻煩 谢谢 謝謝 介绍 了解 方面 一下 关于 關於 是否 得 进行 呃
    那 怎么办
    """
)
"""What a question says about asking rather than about its subject."""
ATTITUDES = word_list("喜欢 爱好 兴趣 周末")
"""How one stands to things, or hardly anything."""
ASPECTS = word_list(
    """
    制度 种类 内容 概要 情况 规定 相关 信息 事情 问题 公司 有关 申请 手续 方法 流程 期限 办理
    """
)
"""What any topic has."""
