"""Facts in the user's own words, and what a new one does to those that are known."""

from datetime import UTC, datetime, timedelta

import pytest

from yorisoi.memory.persona.extracting import facts_in
from yorisoi.memory.persona.kinds import AT_ITS_WORD
from yorisoi.memory.persona.merging import Known, merged
from yorisoi.memory_ports import NewFact

NOW = datetime(2026, 4, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "kind", "topic"),
    [
        ("私は温泉が好きです", "likes", "温泉"),
        ("豆乳大好きですよー！", "likes", "豆乳"),
        ("虫はあまり好きではないです。", "dislikes", "虫"),
        ("エビが苦手です", "bad_at", "エビ"),
        ("先月大阪支社に異動しました", "work", "大阪支社"),
        ("大阪から福岡に引っ越しました", "home", "福岡"),
        ("名古屋に住んでいます。", "home", "名古屋"),
        ("犬を二匹飼っています", "pet", "犬"),
        ("子供が二人います", "family", "子供"),
        ("私の誕生日は5月3日です", "birthday", "5月3日"),
        ("卵アレルギーがあります", "health", "卵"),
        ("コーヒーはやめました", "ended", "コーヒー"),
        ("もうコーヒーは飲みません", "ended", "コーヒー"),
        ("ピアノを習っています", "hobby", "ピアノ"),
        ("コーヒーより紅茶が好きです", "likes", "紅茶"),
        ("5月に大阪オフィスへ異動しました", "work", "大阪オフィス"),
        ("営業部から人事部に移りました", "work", "人事部"),
        ("経理部に所属しています", "work", "経理部"),
        ("経理部の田中と申します", "work", "経理部"),
        ("実家は青森です", "origin", "青森"),
        ("うちの猫はミケといいます", "pet", "猫"),
        ("肉は食べないようにしています", "dislikes", "肉"),
        ("英語が話せます", "good_at", "英語"),
        ("温泉にはよく行きます", "habit", "温泉"),
        ("左利きです", "self", "左利き"),
        ("我不吃肉", "dislikes", "肉"),
        ("I don't eat meat.", "dislikes", "meat"),
        ("I'm vegetarian.", "self", "vegetarian"),
        ("我喜欢爬山", "likes", "爬山"),
        ("我搬到上海了", "home", "上海"),
        ("我对花生过敏", "health", "花生"),
        ("I love hiking in the mountains.", "likes", "hiking in the mountains"),
        ("I moved to Osaka last month", "home", "Osaka"),
        ("I'm allergic to peanuts.", "health", "peanuts"),
        ("I work as a nurse.", "work", "nurse"),
    ],
)
def test_a_statement_about_oneself_is_found(text: str, kind: str, topic: str) -> None:
    (found,) = facts_in(text)
    assert (found.kind, found.topic) == (kind, topic)
    assert text[slice(*found.span)] == found.text


@pytest.mark.parametrize(
    "text",
    [
        "温泉は好きですか？",
        "有給休暇は何日ありますか",
        "経費精算の締め切りを教えてください",
        "あなたは犬を飼っているのですね",
        "それが好きです",
        "お好きなんですね。",
        "大阪に住んでいたらよかったでしょう",
        "好き嫌いはありません",
        "昔名古屋に住んでいた時の話です",
        "ありがとうございます",
        "実家は遠いんです",
        "毎日は飲まないようにしています",
        "総務部の山田さんです",
        "你喜欢爬山吗？",
        "Do you like hiking?",
        "I like it.",
        "If I moved to Osaka, it would be fun.",
        "",
    ],
)
def test_what_says_nothing_lasting_about_the_speaker_is_no_fact(text: str) -> None:
    assert facts_in(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "私は東京に住んでいません。",
        "昔は東京に住んでいました。",
        "「私は東京に住んでいます」を英語に訳して",
        "お客様は東京に住んでいます",
        "例えば私が札幌に住んでいるとします",
        "課長の趣味はゴルフです",
        "部長は釣りが趣味です",
        "我老板住在北京。",
        "我弟弟住在北京",
        "我不住在北京。",
        "我以前住在北京。",
        "他说我住在北京",
        'He said "I live in Paris".',
        "My name is not John.",
        "Suppose my name is Bob",
        "write: my name is Bob",
        "Can you write a letter saying I live in Rome",
        "公司搬到了上海",
        "我同事对虾过敏",
        "以前我在银行工作",
        "田中さんが札幌に住んでいます",
        "母が京都に引っ越しました",
        "いとこは福岡に住んでいます",
        "隣の人は犬を飼っています",
        "花子ちゃんは卵アレルギーがあります",
        "銀行に勤めていません",
        "犬は飼っていません",
        "我想住在海边",
        "1988年生まれです",
        "息子の誕生日は9月1日です",
        "I'm in the accounting department",
        "my wife's name",
        "my daughter's birthday please",
    ],
)
def test_what_is_negated_past_quoted_or_somebody_elses_is_no_fact(text: str) -> None:
    assert facts_in(text) == []


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("我和家人住在杭州", "杭州"),
        ("私は札幌に住んでいます", "札幌"),
        ("彼女がいて、京都に住んでいます", "京都"),
        ("结婚后搬到了杭州", "杭州"),
        ("东京那边，上个月我搬到北京了", "北京"),
        ("我现在住在上海", "上海"),
        ("東京に住んでいまして、", "東京"),
    ],
)
def test_where_one_lives_is_told_in_many_ways(text: str, topic: str) -> None:
    (found,) = facts_in(text)
    assert (found.kind, found.topic) == ("home", topic)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("医生说我对花生过敏。", "health"),
        ("我以前是老师，现在我在银行工作。", "work"),
        ("I love Imagine Dragons.", "likes"),
        ("Please write this down: I'm allergic to peanuts.", "health"),
        ("上司が厳しい会社に勤めています。", "work"),
        ("宇多田ヒカルさんが好きです。", "likes"),
        ("仕事は看護師です", "work"),
        ("実は大阪に住んでいます", "home"),
    ],
)
def test_what_is_ones_own_is_found_whoever_else_is_named(text: str, kind: str) -> None:
    assert [each.kind for each in facts_in(text)] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "父は65歳です。",
        "対象年齢は65歳です。",
        "この制度の対象年齢は65歳です。",
        "定年は65歳です。",
        "大阪に引っ越した友達がいます。",
        "大阪に引っ越したことはありません。",
        "私が大阪に住んでいるというのは嘘です。",
        "大阪に住んでいると想像して答えて。",
        "申請先は本社です。",
        "対象は正社員です。",
        "会場は大阪支社です。",
        "海外で働いている社員の保険です。",
        "夜勤で働いた場合の手当です。",
        "部下が結婚しました。",
        "姉が結婚しました。",
        "主人公は独身です。",
        "誕生日は5月3日ではありません。",
        "私の名前は佐藤と申します、というのは冗談です。",
        "Please don't call me Bob.",
        "The sign read: my name is Bob.",
        "Do not say that my name is Bob",
        "It is not true that I live in Paris.",
        "Let's say I live in Paris.",
        "I never said I live in Paris.",
        "I moved to the next question.",
        "Assume I live in Paris",
        "My brother thinks I live in Paris",
        "'I live in Paris,' he said",
        "I work for free.",
        "I am single minded.",
        "I am 100, percent sure.",
        "我住在北京的朋友来了",
        "我在开会",
        "我在说谎",
        "我在等",
        "他单身",
        "我不是单身",
        "我妹妹结婚了",
        "我叫外卖",
        "花粉症が治りました。",
        "I am allergic to nothing",
        "I am not sure I am allergic to nuts",
        "我对花生过敏是误会",
        "大阪に引っ越した人に聞いた。",
        "うちの父は65歳です。",
        "父って65歳です。",
        "私の上司は独身です。",
        "今日の担当はエンジニアです。",
        "妻が言うには、私は40歳です、とのことです。",
        "私は東京に住んでいるとは言っていません。",
        "営業部に配属された新人です。",
        "娘は卵アレルギーです。",
        "東京在住の方が対象です。",
        "我梦见我住在北京。",
        "I hate that I live in Paris.",
        "大阪に住んでいるって嘘をついた。",
        "例えば大阪に住んでいる場合はどうなる",
        "同僚の田中は28歳です。",
        "この建物は40歳になります。",
        "定年は60歳になりました。",
        "犬の名前はポチといいます。",
        "独身だった。",
        "花粉症の薬です。",
        "我爸爸单身。",
        "我在银行工作的姐姐来了。",
        "我住在北京是假的。",
        "我对花生没有过敏。",
        "我28岁的时候结婚了。",
        "He said, I live in Paris.",
        "Nobody knows I live in Paris.",
        "Is it true that I live in Paris",
        "When I moved to Paris I was ten.",
        "I'm single-handedly doing it.",
        "The email says: I work at Acme.",
    ],
)
def test_a_wrong_fact_takes_no_true_ones_place(text: str) -> None:
    """Somebody else's, embedded, denied, of people in general, or not said of a home or a name at all."""
    assert not {each.kind for each in facts_in(text)} & AT_ITS_WORD


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("先月福岡に引っ越したばかりです。", "home"),
        ("大阪に住んでるねん", "home"),
        ("福岡に引っ越しましたが、まだ慣れません", "home"),
        ("先月結婚したけど、実感がない", "married"),
        ("大阪に住んでいて、毎日電車で通っています", "home"),
        ("大阪に住んでいるんですが、雪は降りません", "home"),
        ("東京に住んで10年になります。", "home"),
        ("海の近くに住んでいます。", "home"),
        ("沖縄在住なので海が近いです。", "home"),
        ("うちは神戸に住んでんねん。", "home"),
        ("私、35歳です。", "age"),
        ("今年で30歳になりました。", "age"),
        ("私の年齢は45歳です。", "age"),
        ("28歳です。よろしくお願いします。", "age"),
        ("僕の誕生日は12月24日なんです。", "birthday"),
        ("はじめまして、名前は山本といいます。", "name"),
        ("私も大阪出身ですよ！", "origin"),
        ("4月に営業部に配属されました。", "work"),
        ("来月から名古屋支社に転勤になります。", "work"),
        ("病院で看護師として働いています。", "work"),
        ("中学の教師です。", "work"),
        ("去年結婚しました。", "married"),
        ("結婚しています。", "married"),
        ("私は独身なので一人旅が多いです。", "married"),
        ("私も花粉症なので春がつらいです。", "health"),
        ("腰痛持ちなので重い物は持てません。", "health"),
        ("最近、腰痛がひどいです。", "health"),
        ("小麦アレルギー持ちです。", "health"),
        ("姉が結婚しましたが、私は独身です。", "married"),
        ("我和女朋友一起住在杭州", "home"),
        ("我刚刚搬到武汉。", "home"),
        ("因为工作搬到了深圳。", "home"),
        ("我住在北京，因为公司在这里。", "home"),
        ("我叫欧阳娜娜。", "name"),
        ("我在一家互联网公司工作。", "work"),
        ("我上个月调到了销售部门。", "work"),
        ("我还单身。", "married"),
        ("我已经结婚了。", "married"),
        ("其实我对牛奶过敏。", "health"),
        ("You can call me Bob.", "name"),
        ("Well, I'm 62 years old now.", "age"),
        ("I am 41 years old, married with two kids.", "age"),
        ("Last year I moved to Canada.", "home"),
        ("I live in Paris because I work there.", "home"),
        ("After college I moved to Seattle.", "home"),
        ("I'm originally from Poland.", "origin"),
        ("I moved to the Tokyo branch last week.", "work"),
        ("I'm a nurse at a hospital.", "work"),
        ("I got married last year.", "married"),
        ("I'm single and happy.", "married"),
        ("Unfortunately, I'm allergic to cats.", "health"),
        ("I have to tell you that I'm allergic to nuts.", "health"),
        ("I'm allergic to pollen, which is annoying in spring.", "health"),
    ],
)
def test_a_plain_statement_about_oneself_counts_whatever_stands_around_it(text: str, kind: str) -> None:
    assert kind in [each.kind for each in facts_in(text)]


@pytest.mark.parametrize(
    "text", ["我" + "和" * 2_000, "刚" * 2_000, "我刚" * 1_000, "私は大阪に住んでいて" * 200, "I live in " * 300]
)
def test_what_goes_on_and_on_is_read_at_once_and_says_nothing(text: str) -> None:
    assert facts_in(text) == []


def test_behind_a_sentence_that_is_too_long_facts_keep_their_place() -> None:
    text = "あ" * 500 + "。私は札幌に住んでいます。"
    (found,) = facts_in(text)
    assert (found.topic, text[slice(*found.span)]) == ("札幌", "私は札幌に住んでいます。")


def test_every_sentence_of_an_utterance_is_looked_at_and_keeps_its_place() -> None:
    text = "はい、温泉が好きです。今日は寒いですね。犬を飼っています。"
    found = facts_in(text)
    assert [(each.kind, text[slice(*each.span)]) for each in found] == [
        ("likes", "温泉が好きです。"),
        ("pet", "犬を飼っています。"),
    ]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("我搬到上海了，我喜欢爬山。", ["home", "likes"]),
        ("I adopted a dog named Max and I moved to Osaka.", ["pet", "home"]),
        ("温泉が好きで、犬を飼っています", ["pet"]),
        ("やっぱり登山はやめて、最近は釣りが趣味です", ["ended", "hobby"]),
    ],
)
def test_clauses_are_told_apart(text: str, kinds: list[str]) -> None:
    found = facts_in(text)
    assert [each.kind for each in found] == kinds
    assert [text[slice(*each.span)] for each in found] == [each.text for each in found]


def told(*texts: str, days: int = 1) -> tuple[list[NewFact | int], list[Known]]:
    """What merging makes of one utterance a day."""
    holding: list[Known] = []
    outcomes: list[NewFact | int] = []
    for number, text in enumerate(texts):
        (found,) = facts_in(text)
        new = sum(isinstance(each, NewFact) for each in outcomes) + 1
        outcomes.append(merged(found, NOW + timedelta(days=days * number), "rules", holding, new))
    return outcomes, holding


def test_saying_the_same_again_confirms() -> None:
    (_, again), holding = told("温泉が好きです", "私は温泉が大好きです。")
    assert again == -1
    assert [each.since for each in holding] == [NOW + timedelta(days=1)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("大阪に住んでいます", "福岡に引っ越しました"),
        ("温泉が好きです", "温泉は好きではないです"),
        ("ピアノを習っています", "ピアノはやめました"),
        ("大阪支社に勤務しています", "福岡支社に異動しました"),
    ],
)
def test_a_contradiction_supersedes(before: str, after: str) -> None:
    (_, new), holding = told(before, after)
    assert isinstance(new, NewFact)
    assert new.supersedes == (-1,)
    assert [each.id for each in holding] == [-2]


def test_what_can_both_hold_stands_side_by_side() -> None:
    outcomes, holding = told("温泉が好きです", "寿司が好きです", "犬を飼っています")
    assert all(isinstance(each, NewFact) and not each.supersedes for each in outcomes)
    assert len(holding) == 3


def test_what_was_said_earlier_does_not_supersede_what_was_said_later() -> None:
    (_, older), holding = told("福岡に引っ越しました", "大阪に住んでいます", days=-1)
    assert isinstance(older, NewFact)
    assert (older.supersedes, older.superseded_by) == ((), -1)
    assert [each.topic for each in holding] == ["福岡"]


def test_of_one_utterance_so_many_facts_are_kept() -> None:
    """Each is held against all that is known; who says hundreds at once has pasted something."""
    assert len(facts_in("。".join(f"私は第{number}温泉が好きです" for number in range(500)))) == 20


@pytest.mark.parametrize(
    "asked",
    [
        "私はどこに住んでいるって言ったっけ",
        "私がどこに住んでいるか覚えてる",
        "私はどこで働いているって言ったっけ",
        "親父は何歳だっけ",
        "うちの犬の名前なんでしたっけ",
        "うちの犬の名前覚えてる",
        "うちの猫の名前なんだったかの",
        "my name is what again",
        "我住在哪里来着",
        "我叫什么来着",
    ],
)
def test_what_is_asked_for_without_a_mark_is_no_fact(asked: str) -> None:
    assert facts_in(asked) == []


@pytest.mark.parametrize(
    "text",
    [
        "犬を飼っています。ポチといいます。",
        "福島です",
        "夫です。太郎と申します",
        "新しい上司が来ました。佐々木といいます",
        "慶弔休暇と言います。何日ですか",
        "テレワークといいますが、何日できますか",
        "ごめん、鈴木です",
        "息子に小麦アレルギーがあるので困ります",
        "娘の卵アレルギーがひどいです",
        "両親、大阪に住んでいます",
        "もうすぐ42歳です",
        "仕事は好きです",
        "Call me tomorrow.",
        "My name is wrong on the badge",
    ],
)
def test_nobody_and_nothing_else_gives_one_a_name_an_age_or_a_home(text: str) -> None:
    assert [found for found in facts_in(text) if found.kind in ("name", "age", "home", "work", "health")] == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("大石と申します。見学って予約いりますか", "大石"),
        ("こんにちは、川端ゆりえといいます", "川端ゆりえ"),
        ("田中です。有給は何日ですか", "田中"),
        ("こんにちは、福島です。", "福島"),
    ],
)
def test_who_introduces_oneself_has_that_name(text: str, name: str) -> None:
    assert [(found.kind, found.topic) for found in facts_in(text)] == [("name", name)]


@pytest.mark.parametrize(
    "text",
    [
        "部下です。結婚しました。", "娘のことです。来月20歳になります。", "お客さんです。名古屋に住んでいます。",
        "例えば、私の名前は山田です。", "息子の件です。東京に住んでいます。", "派遣の方です。札幌に住んでいます。",
        "前任者は異動しました。大阪支社に勤務しています", "隣の席の人、花粉症がひどいです。", "誕生日はまだです",
        "誕生日は3月5日か4月5日です", "仕事は明日です", "左利きです、というスタッフの席",
        "妊娠中なので座っていたいと部下が言っています", "我的名字叫错了", "我叫小王,不对,叫小李", "我是替小王问的",
        "I live in fear of missing the deadline", "My name is changing after marriage.",
    ],
)  # fmt: skip
def test_what_is_said_of_somebody_else_or_of_nothing_yet_is_no_fact(text: str) -> None:
    assert facts_in(text) == []


@pytest.mark.parametrize(
    ("text", "kind", "topic"),
    [
        ("部下です。私は東京に住んでいます。", "home", "東京"),
        ("はじめまして。大阪に住んでいます。", "home", "大阪"),
        ("会社員です。大阪に住んでいます。", "home", "大阪"),
        ("夫の転勤で引っ越しました。今は仙台に住んでいます。", "home", "仙台"),
        ("社会人です。25歳です。", "age", "25歳"),
        ("日本人です。奈良に住んでいます。", "home", "奈良"),
        ("夕方は忙しいです。奈良に住んでいます。", "home", "奈良"),
        ("娘は5歳です。うちは大阪に住んでいます。", "home", "大阪"),
        ("仕事は先生です", "work", "先生"),
        ("我是代理商", "self", "代理商"),
        ("不对，不对，我叫李明", "name", "李明"),
        ("I live in Hope, British Columbia", "home", "Hope"),
    ],
)
def test_oneself_is_named_again_or_was_spoken_of_all_along(text: str, kind: str, topic: str) -> None:
    assert (kind, topic) in [(each.kind, each.topic) for each in facts_in(text)]
