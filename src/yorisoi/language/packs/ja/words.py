"""Japanese words that carry grammar, a time or an attitude rather than a subject, in SudachiPy's normalised form.

The lists are short on purpose: BM25 already weighs down what is frequent, so a word is here when it is also noise in a
key word or a topic.
"""

from yorisoi.language.word_list import word_list

LIGHT_VERBS = word_list(
    """
    為る 有る 居る 成る 出来る 貰う 下さる 頂く 呉れる 遣る 上げる 行く 来る 見る 置く 仕舞う 言う 致す 御座る
    おる 因る 就く 於く 付く 対する 関する 良い 無い 欲しい 思う つく よる おく 頂ける 貰える
    """
)
FORMAL_NOUNS = word_list(
    """
    事 こと 物 もの 奴 やつ 為 ため 時 とき 様 よう 訳 わけ 筈 はず 所 ところ とこ ほう 方 の そう 儘 まま 等 御 さん 君 達
    """
)
QUESTION_WORDS = word_list(
    """
    何 何時 何処 誰 何れ 何方 どう どの どんな どれ いくつ 幾つ 幾ら 如何 何故 なぜ 何で どちら いつ どこ だれ
    """
)
REQUESTS = word_list(
    """
    教える 知る 下さる 願う 願い お願い 聞く 訊く 尋ねる 伺う 分かる 知らせる 説明 詳しい 宜しい 困る 知れる 方
    件 事 場合 質問 問い合わせ 有り難い 済む 恐れる あと ちなみ じつ さっき 他 外
    """
)
"""What a question says about asking, or about where it stands in what is said, rather than about its subject."""
TIMES = word_list("最近 先日 今日 昨日 明日 今後 以前 現在 何時も いつも 毎日 毎回 今回 前回 次回 この間 近頃 普段")
"""Nouns that stand as adverbs before another noun: 「最近上司と…」 is about 上司."""
DAYS = word_list("先週 先月 去年 昨年 来週 来月 来年 今週 今月 今年 一昨日 明後日 週末 毎週")
"""Times that stand before another noun: 「先週小樽市に…」 is about 小樽市."""
ATTITUDES = word_list(
    """
    好き 嫌い 苦手 趣味 興味 大好き 大好物 憧れ 夢中 楽しみ おすすめ お勧め お薦め 感じ 自分 人 方 皆 みんな 話
    気 気持ち 次 前 後 他 毎週 毎週末 週末 毎朝 毎晩 休日 休み 休みの日 昔 子供の頃 頃 時 時間 年 月 日 回 度 所
    場所 物 本当 最高 一番 大変 全部 たくさん 沢山 ちょっと 少し 久しぶり 一緒 友達 友人 家族
    """
)
"""How one stands to things, or hardly anything."""
ASPECTS = word_list(
    """
    制度 種類 内容 概要 全般 詳細 情報 規程 規定 規則 ルール 件 関連 関係 全体 一覧 説明 話 質問
    基本 社内 会社 申請 手続き 方法 手順 期限 やり方 仕方 相談 必要 利用 使い方 対応
    """
)
"""What any topic has."""
