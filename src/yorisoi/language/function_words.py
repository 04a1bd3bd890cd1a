"""Words that carry grammar rather than subject: left out of indexes and of key words.

Japanese words are given in SudachiPy's normalised form.  The lists are short on purpose: BM25 already weighs down
what is frequent, so a word is here when it is also noise in a key word or a topic.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


JA_LIGHT_VERBS = _words(
    """
    為る 有る 居る 成る 出来る 貰う 下さる 頂く 呉れる 遣る 上げる 行く 来る 見る 置く 仕舞う 言う 致す 御座る
    おる 因る 就く 於く 付く 対する 関する 良い 無い 欲しい 思う つく よる おく 頂ける 貰える
    """
)
JA_FORMAL_NOUNS = _words(
    """
    事 こと 物 もの 為 ため 時 とき 様 よう 訳 わけ 筈 はず 所 ところ ほう 方 の そう 儘 まま 等 御 さん 君 達
    """
)
JA_TIME_WORDS = _words(
    "最近 先日 今日 昨日 明日 今後 以前 現在 何時も いつも 毎日 毎回 今回 前回 次回 この間 近頃 普段"
)
"""Nouns that stand as adverbs before another noun: 「最近上司と…」 is about 上司."""
JA_DAYS = _words("先週 先月 去年 昨年 来週 来月 来年 今週 今月 今年 一昨日 明後日 週末 毎週")
"""Times that stand before another noun: 「先週小樽市に…」 is about 小樽市."""
ATTITUDES = _words(
    """
    好き 嫌い 苦手 趣味 興味 大好き 大好物 憧れ 夢中 楽しみ おすすめ お勧め お薦め 感じ 自分 人 方 皆 みんな 話 気
    気持ち 次 前 後 他 毎週 毎週末 週末 毎朝 毎晩 休日 休み 休みの日 昔 子供の頃 頃 時 時間 年 月 日 回 度 所 場所 物
    本当 最高 一番 大変 全部 たくさん 沢山 ちょっと 少し 久しぶり 一緒 友達 友人 家族 喜欢 爱好 兴趣 周末
    hobby weekend weekends favorite favourite love loves like likes enjoy hate dislike don't went visited bought been
    time lot thing things people day year friend friends
    """
)
"""Words that say how one stands to things, or hardly anything: never what an utterance turns upon."""
JA_QUESTION_WORDS = _words(
    """
    何 何時 何処 誰 何れ 何方 どう どの どんな どれ いくつ 幾つ 幾ら 如何 何故 なぜ 何で どちら いつ どこ だれ
    """
)
JA_REQUESTS = _words(
    """
    教える 知る 下さる 願う 願い お願い 聞く 訊く 尋ねる 伺う 分かる 知らせる 説明 詳しい 宜しい 困る 知れる 方
    件 事 場合 質問 問い合わせ 有り難い 済む 恐れる
    """
)
"""What a question says about asking rather than about its subject."""

ZH = _words(
    """
    的 了 是 在 和 与 與 及 或 有 也 都 就 而 着 著 过 過 把 被 让 讓 给 給 对 對 从 從 向 到 于 於 之 其 此 这
    這 那 这个 這個 那个 那個 我 你 您 他 她 它 我们 我們 你们 你們 他们 他們 们 們 个 個 吗 嗎 呢 吧 啊 呀 嘛
    嗯 哦 一个 一個 不 很 会 會 能 可以 可 要 想 请 請 以 为 為 所 等 上 下 中 里 裡
    """
)
ZH_REQUESTS = _words(
    """
    什么 什麼 怎么 怎麼 怎样 怎樣 如何 哪 哪里 哪裡 哪些 哪个 哪個 哪儿 谁 誰 何时 何時 为什么 為什麼 多少 几 幾
    请问 請問 知道 告诉 告訴 想要 需要 帮 幫 麻烦 麻煩 谢谢 謝謝 介绍 了解 方面 一下 关于 關於 是否 得 进行 呃 那 怎么办
    """
)

EN = _words(
    """
    a an the this that these those there here and or but if then than so as of at by for with about against
    between into through during before after above below to from up down in out on off over under again once is
    are was were be been being am do does did doing done have has had having will would shall should can could
    may might must i me my mine we us our ours you your yours he him his she her hers it its they them their
    theirs not no nor only own same too very just also s t d ll m re ve don isn aren wasn weren doesn didn won
    can't cannot some any each every all both e.g i.e what which who whom whose when where why how please
    """
)
EN_REQUESTS = _words(
    """
    tell know want need like explain show give let get help could thank thanks hello hi hey ok okay um uh er
    """
)

FOREIGN_LATIN = _words(
    """
    el la los las un una unos unas del que en y es por con para como le les des et est dans pour qui sur au aux
    du der die das und ist nicht ein eine mit von den dem zu auf il lo gli che di per sono non na em os um uma
    não het een van je och att som det på är jag ikke og nie się jest z w
    """
)
"""Function words of European languages other than English; those that English shares are left out."""
