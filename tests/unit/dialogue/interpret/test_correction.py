"""「出張じゃなくて備品のほう」: what was not meant gives way to what was."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.conversations import ja

from yorisoi.dialogue.interpret.correction import Correction, correction, mended
from yorisoi.language import Utterance
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("language", "text", "new", "old"),
    [
        ("ja", "出張じゃなくて備品のほう", "備品", "出張"),
        ("ja", "すみません、東京ではなくて名古屋です", "名古屋", "東京"),
        ("ja", "いや、猫じゃなくて犬の話です", "犬", "猫"),
        ("ja", "あ、割れたんじゃなくて、失くしたときの話でした", "失くしたとき", "割れた"),
        ("ja", "あ、間違えました、来月です", "来月", None),
        ("zh", "不是国内出差，是海外出差", "海外出差", "国内出差"),
        ("zh", "我问的是年假，不是病假", "年假", "病假"),
        ("zh", "啊看错了,不是钱包,是外套", "外套", "钱包"),
        ("zh", "啊不对,我不是要退出,我是想换组", "想换组", "退出"),
        ("zh", "打错了，应该是报销", "报销", None),
        ("en", "not the laser, the lathe", "lathe", "laser"),
        ("en", "i meant parental leave", "parental leave", None),
        ("en", "make that the van", "van", None),
        ("en", "i meant the van, not the bike", "van", "bike"),
    ],
)
def test_what_was_meant_and_what_was_not_are_told_apart(
    language: Language, text: str, new: str, old: str | None
) -> None:
    found = correction(Utterance(text, language))
    assert found is not None
    assert (found.new, found.old, found.behind) == (new, (old,) if old else (), "")


@pytest.mark.parametrize(
    ("language", "text", "old", "wanted"),
    [
        ("ja", "海外じゃなくて国内ね。申請ってどれ出せばいい？", "海外", "国内 申請ってどれ出せばいい？"),
        ("ja", "いや、貸付の話はもういいです。休職中って給料どうなりますか", "貸付", "休職中って給料どうなりますか"),
        ("ja", "物置とか関係ないだろ。鍵の話", "物置", "鍵"),
        ("ja", "普通のカードでもなくて、学生のやつ!", "普通のカード", "学生"),
        ("ja", "窓口の話やないってば。夜だけ開くとこ", "窓口", "夜だけ開くとこ"),
        ("ja", "通勤手当以外で。夜勤のときのは？", "通勤手当", "夜勤のときのは？"),
        ("ja", "札幌には住んでないっす、千歳のほう", "札幌", "千歳"),
        ("ja", "いや東京ちゃうて、大阪の話やんか", "東京", "大阪"),
        ("ja", "兄のほうの登録です、私じゃなくて", "私", "兄のほうの登録"),
        ("ja", "国内です、海外じゃなくて。いつまでに出せば？", "海外", "国内 いつまでに出せば？"),
        ("en", "the bus, not the train, I was tired", "train", "bus I was tired"),
        ("en", "eighteen, not forty, my wife has looked it up", "forty", "eighteen my wife has looked it up"),
        ("en", "I lost it, not the card, the purse", "card", "purse"),
        ("zh", "是机票，不是高铁，昨天买的", "高铁", "机票 昨天买的"),
        ("en", "actually forget the canteen, i'm moving. what's for lunch?", "canteen", "i'm moving what's for lunch?"),
        ("en", "no no leave my mobile out of it, the broadband", "mobile", "broadband"),
        ("zh", "上海那套跟我没关系，我是说成都这边", "上海", "成都这边"),
        ("zh", "贷款就算了，不想欠钱", "贷款", "不想欠钱"),
        ("zh", "北门的我又不去，我说南门那个", "北门", "南门那个"),
    ],
)
def test_a_clause_that_says_what_is_not_meant_is_no_part_of_what_is_wanted(
    language: Language, text: str, old: str, wanted: str
) -> None:
    found = correction(Utterance(text, language))
    assert found is not None
    assert (found.old, found.wanted) == ((old,), wanted)


def test_a_clause_pointed_at_goes_with_the_one_that_points() -> None:
    found = correction(ja("体育館は抽選だろ、そっちはいい。北浜でやりたいの"))
    assert found is not None
    assert (found.old, found.wanted) == ((), "北浜でやりたい")


def test_a_question_of_its_own_is_about_nothing_before_it() -> None:
    found = correction(ja("了解。で、余った薬、返していいのかな。麻薬のことじゃなくて、家から持ってきたやつ"))
    assert found is not None
    assert found.of("麻薬の残りはいつ返すの", "ja") == "了解。で、余った薬、返していいのかな。家から持ってきたやつ"


def test_what_is_asked_behind_a_slip_of_the_pen_stays() -> None:
    slip = correction(ja("すみません、間違えました。備品です。いつ届く？"))
    assert slip is not None
    assert slip.of("書籍はどう頼む？", "ja") == "備品はどう頼む？ いつ届く？"


def test_a_slip_takes_the_place_of_what_is_asked_not_of_who_one_is() -> None:
    told = "私は山本です。団体の割引はありますか"
    slip = correction(ja("あ、間違えた、家族です"))
    assert slip is not None
    assert slip.of(told, "ja") == "私は山本です。家族の割引はありますか"
    when = correction(ja("あ、間違えた、8月なんですけど"))
    assert when is not None
    assert when.of(told, "ja") == f"{told} 8月", "a day is no name"


def test_what_is_dismissed_takes_its_question_with_it_unless_a_bare_name_follows() -> None:
    dismissed = Correction(new="休職中の給料は？", old=("貸付",), how="dismisses")
    assert dismissed.of("貸付はいくらまで？", "ja") == "休職中の給料は？"
    assert dismissed.of("お金が要ります", "ja") == "休職中の給料は？", "what was offered is dismissed"
    abroad = correction(ja("国内はもういいです。海外"))
    assert abroad is not None
    assert abroad.of("国内の日当は？", "ja") == "海外の日当は？"


def test_what_pages_call_it_goes_with_it() -> None:
    corrected = Correction(new="有給", old=("夏休み",), how="rejects")
    assert corrected.of("夏休み（夏季休暇）って何日？", "ja") == "有給って何日？"


def test_a_part_of_a_word_is_not_replaced() -> None:
    assert Correction(new="自転車", old=("車",), how="rejects").of("駐車場は一日いくら", "ja") == (
        "駐車場は一日いくら 自転車"
    )
    assert Correction(new="自転車", old=("車",), how="rejects").of("車の駐車場は？", "ja") == "自転車の駐車場は？"
    assert Correction(new="blue", old=("red",), how="rejects").of("the red light: how to reduce it", "en") == (
        "the blue light: how to reduce it"
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(
            ("ja", text)
            for text in ("課長は？", "宿泊費はいくらですか", "ありがとうございます", "もう一度お願いします")
        ),
        ("ja", "会員じゃないんですが、入れますか"),
        ("ja", "社員じゃなくても使えますか"),
        ("ja", "土日以外で、予約できますか"),
        ("ja", "印鑑は実印じゃなくていい？"),
        ("ja", "物置の話じゃないです"),
        ("ja", "領収書がないです、どうすれば"),
        ("ja", "あ、間違えた、下の子はもう4歳でした。料金は変わる？"),
        *(("zh", text) for text in ("那课长呢", "谢谢", "报销要多久", "我不是会员，可以进吗", "没有发票，能报吗")),
        *(("en", text) for text in ("what about managers?", "thanks", "how long does it take?")),
        *(("en", text) for text in ("I'm not a member, can I still book?", "we don't have a car, is there a bus?")),
    ],
)
def test_what_names_nothing_meant_instead_corrects_nothing(language: Language, text: str) -> None:
    assert correction(Utterance(text, language)) is None


def test_what_was_not_meant_is_replaced_where_it_stands() -> None:
    assert Correction(new="備品", old=("出張",)).of("出張の手配はどうするの", "ja") == "備品の手配はどうするの"
    assert Correction(new="海外出差", old=("国内出差",)).of("国内出差的补助", "zh") == "海外出差的补助"
    assert Correction(new="lathe", old=("laser",)).of("how much is the laser", "en") == "how much is the lathe"
    inland = Correction(new="国内の出張", old=("海外",), how="rejects")
    assert inland.of("海外の出張の申請は？", "ja") == "国内の出張の申請は？", "の出張 is said once"


def test_a_slip_of_the_pen_is_replaced_by_the_word_that_is_most_like_it() -> None:
    assert Correction(new="精算").of("経費の清算の期限は", "ja") == "経費の精算の期限は"


def test_a_bare_name_takes_the_place_of_the_first_and_anything_longer_stands_behind_it() -> None:
    assert Correction(new="備品", old=("社用車",)).of("交通費の締め切り", "ja") == "備品の締め切り"
    assert Correction(new="van", old=("bike",)).of("trailer hire", "en") == "van"
    inland = Correction(new="国内", old=("海外",), how="rejects")
    assert inland.of("出張の申請は？", "ja") == "出張の申請は？ 国内", "海外出張 was offered"
    assert (
        Correction(new="備品を壊したとき", old=("社用車",)).of("交通費の締め切り", "ja")
        == "交通費の締め切り 備品を壊したとき"
    )


@given(
    st.text(alphabet="出張備品の交通費は", min_size=1, max_size=6),
    st.text(alphabet="社用車課長", min_size=1, max_size=4),
)
def test_what_was_meant_is_in_the_question_and_what_was_not_is_gone(new: str, old: str) -> None:
    corrected = Correction(new=new, old=(old,)).of(f"{old}の締め切りはいつ", "ja")
    assert new in corrected
    assert old not in corrected


@pytest.mark.parametrize(
    ("question", "number", "expected"),
    [("15日の予約を変えたい", "16", "16日の予約を変えたい"), ("1日と3日の違い", "2", "1日と3日の違い 2")],
)
def test_a_number_replaces_the_only_number(question: str, number: str, expected: str) -> None:
    assert Correction(new=number).of(question, "ja") == expected


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        ("ja", "見積書、あ違った請求書をメールで送りたい", "請求書をメールで送りたい"),
        ("ja", "会議室を火曜、じゃなくて木曜に取りたい", "会議室を木曜に取りたい"),
        ("ja", "それと傘。あ、傘じゃなくて帽子を忘れた", "それと帽子。あ、帽子を忘れた"),
        ("ja", "洗濯機にC1、ちがうE3って出る", "洗濯機にE3って出る"),
        ("ja", "有給って3日、じゃない2時間だけでもいけます？", "有給って2時間だけでもいけます？"),
        ("ja", "15万の冷凍庫を買う。あごめん25万。誰のOKいる？", "25万の冷凍庫を買う。誰のOKいる？"),
        ("ja", "60サイズはいくら。関東どうし。あ、ごめん80だった", "80サイズはいくら。関東どうし"),
        ("ja", "任期は4年だっけ、いや2年か", "任期は2年だっけか"),
        ("ja", "勤続2年、あ、違う、もう3年です", "勤続もう3年です"),
        ("zh", "押金交的5000，不对3000，什么时候退", "押金交的3000，什么时候退"),
        ("en", "we were 8 quid out, no sorry 18, who do I tell", "we were 18 quid out, who do I tell"),
        ("zh", "周二去行吗 哦不，周三", "周三去行吗"),
        ("en", "is it Monday we all, sorry Tuesday, come in?", "is it Tuesday we all, come in?"),
    ],
)
def test_what_is_taken_back_in_the_same_breath_is_gone(language: Language, said: str, meant: str) -> None:
    assert mended(Utterance(said, language)).text == meant


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ja", "正社員じゃなくて有給ある？"),
        ("ja", "会員じゃなくても買える？"),
        ("ja", "出張じゃなくて備品のほう"),  # of what was asked before
        ("ja", "サイズが違ったときは"),
        ("ja", "部署、違う人でもいい？"),
        ("ja", "シャツにワインこぼした、白じゃなくて赤"),
        ("ja", "2時の予約なんですが、すみません、3時に変えられますか"),
        ("ja", "1回目は無料、2回目は？ あ、すみません、回数券で"),
        ("zh", "密码不对怎么办"),
        ("en", "sorry, how do I book"),
    ],
)
def test_what_only_looks_as_if_it_were_taken_back_stays(language: Language, said: str) -> None:
    assert mended(Utterance(said, language)).text == said


def test_what_stands_there_a_thousand_times_does_not_become_as_many_times_as_long() -> None:
    again = "犬、" * 1_000
    assert len(Correction(new="犬" * 20, old=("犬",)).of(again, "ja")) < len(again) + 500
    assert len(mended(ja("犬。" * 1_000 + "犬じゃなくて、" + "備品" * 900)).text) < 4_000
    assert len(mended(ja("犬。" * 1_000 + "犬じゃなくて、小型犬の登録は？")).text) < 2_500


@pytest.mark.parametrize(("language", "sign"), [("ja", "\n"), ("ja", "あ"), ("ja", "、あ"), ("zh", "，"), ("zh", "\n")])
def test_a_pause_without_end_is_read_in_one_pass(language: Language, sign: str) -> None:
    text = f"犬{sign * 8_000}犬"
    begun = process_time()
    assert mended(Utterance(text, language)).text == text
    assert process_time() - begun < 0.5
