"""What is said where nothing is to be looked up."""

from datetime import datetime

import pytest
from tests.unit.dialogue.conversations import ja, wording

from yorisoi.dialogue.answer.talking import (
    asks_for_what_was_said,
    days_meant,
    kind_word,
    nothing_to_look_up,
    only_talks,
    talk,
)
from yorisoi.dialogue.clarify.evidence import Evidence
from yorisoi.dialogue.interpret.wording import Kind
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.turn import asks_to_forget
from yorisoi.language import Utterance
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("ja", "ありがとう、助かりました", "thanks"),
        ("ja", "あーつながった！さんきゅ", "thanks"),
        ("ja", "おはよー", "morning"),
        ("ja", "どうも〜", "greeting"),
        ("ja", "まあいいや、どうも", "thanks"),
        ("ja", "お疲れ様です", "greeting"),
        ("ja", "お疲れさまでした", "goodbye"),
        ("ja", "ごめんなさい", "sorry"),
        ("ja", "あなたってロボット？", "about_me"),
        ("ja", "名前は何ていうの？", "about_me"),
        ("ja", "名前は？", "about_me"),
        ("ja", "うちの犬の名前はポチです", "nod"),
        ("ja", "ちょっと楽になりました", "relief"),
        ("ja", "うわ、もう電源入れちゃった…怒られるかな", "worried"),
        ("ja", "心配してたけど、ほっとした", "relief"),
        ("ja", "直りました！さすがです", "relief"),
        ("ja", "いやあ、話したら少し楽になりました", "relief"),
        ("ja", "やあ", "greeting"),
        ("ja", "はじめまして、竹内といいます", "introduced"),
        ("ja", "総務の佐藤と申します", "introduced"),
        ("en", "Hi, my name is Kate", "introduced"),
        ("zh", "你好，我叫李芳", "introduced"),
        ("ja", "はじめまして", "greeting"),
        ("ja", "初めまして", "greeting"),
        ("ja", "ごめん、小3じゃなくて小4でした", "told"),
        ("ja", "ごめんなさい、年まちがえた、まだ64でした", "told"),
        ("ja", "オッケーです、じゃあまた", "goodbye"),
        ("ja", "じゃあ失礼します", "goodbye"),
        ("ja", "失礼しました", "sorry"),
        ("ja", "おおきに", "thanks"),
        ("ja", "怒鳴られて悲しかったです", "troubled"),
        ("zh", "昨天委屈得想哭", "troubled"),
        ("ja", "ほなまた", "goodbye"),
        ("zh", "搞定了", "relief"),
        ("en", "yes, it works now", "relief"),
        ("ja", "今日暑いね", "nod"),
        ("ja", "了解です！", "understood"),
        ("zh", "知道了", "understood"),
        ("en", "ok, got it", "understood"),
        ("zh", "谢啦", "thanks"),
        ("zh", "你是机器人吗", "about_me"),
        ("zh", "那我就放心了", "relief"),
        ("zh", "会不会挨骂啊", "worried"),
        ("en", "thx!", "thanks"),
        ("en", "good morning!", "morning"),
        ("en", "been like this since the morning", "nod"),
        ("en", "oh no, am I in trouble", "worried"),
        ("en", "Are you a bot or what can you do?", "about_me"),
        ("en", "hmm", "nod"),
    ],
)
def test_each_kind_of_talk_has_its_own_reply(language: Language, text: str, kind: str) -> None:
    assert talk(Utterance(text, language), wording(Kind.TALK), {}) == phrases(language).talk[kind]


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("ja", "夜中に犬がチョコ食べちゃったみたいで、どうしよう", "worried"),
        ("ja", "クビになったりしないよね…", "worried"),
        ("ja", "心配してたけど、ほっとした。申請はいつまで？", ""),
        ("ja", "先月うちの猫が亡くなったんです。届け出とかいるのかな", "bereaved"),
        ("ja", "母が亡くなりまして、明日から休めますか", "bereaved"),
        ("ja", "家族が亡くなったときはまず何をすればよいですか", ""),
        ("ja", "お客さまのお父さまが亡くなった場合の手続きは？", ""),
        ("ja", "有給は何日ですか", ""),
        ("ja", "社食の味がまずい、やばい", ""),
        ("ja", "どうしようもない場合の連絡先は？", ""),
        ("ja", "Wi-Fiが不安定です", ""),
        ("ja", "クビになる条件は？", ""),
        ("ja", "うちのサーバが死んじゃった", ""),
        ("ja", "主人公が亡くなった映画はある？", ""),
        ("ja", "部下の父が亡くなりました。弔電は？", ""),
        ("ja", "父が亡くなった後の相続手続きの期限は", ""),
        ("ja", "うちの子がこわいくらい泣くんです", ""),
        ("zh", "入职手续怎么办", ""),
        ("zh", "老公走了哪条路", ""),
        ("zh", "如果父亲去世了，丧假几天", ""),
        ("zh", "供货紧张时的采购流程", ""),
        ("en", "my laptop died, who do I call?", ""),
        ("en", "If my father died abroad, how many days of leave do I get?", ""),
        ("en", "I'm afraid I don't know the wifi password", ""),
        ("zh", "我奶奶去世了，可以请几天假？", "bereaved"),
        ("zh", "直系亲属去世的话有几天假？", ""),
        ("zh", "怎么办啊，会不会挨骂", "worried"),
        ("en", "my grandfather passed away, how many days off do I get?", "bereaved"),
        ("en", "How many days off when a parent died?", ""),
        ("ja", "すみません、足場から落ちて足を痛めたみたいなんですけど", "hurt"),
        ("ja", "会社来る途中で自転車こけて膝けがした！どうすればいい", "hurt"),
        ("ja", "指切っちゃいました けっこう血が", "hurt"),
        ("ja", "人が倒れてる！！どうすんだっけ", "hurt"),
        ("ja", "部下がぐったりして返事がおかしい", "hurt"),
        ("ja", "お客さんが売り場でけがした時は誰に報告するんですか", ""),
        ("ja", "けがをした場合の治療費は", ""),
        ("ja", "見に行くだけの日にけがしても保険きくのかな", ""),
        ("ja", "手を打った場合は？ 指を切ったらどうする", ""),
        ("en", "I just cut my finger, where is the first aid kit?", "hurt"),
        ("en", "What if I hurt my back at work?", ""),
        ("en", "I broke my laptop screen", ""),
        ("en", "My manager cut my hours", ""),
        ("en", "The server has collapsed", ""),
        ("zh", "手机屏幕划破了", ""),
        ("ja", "先に手を打って、対策しました", ""),
        ("ja", "首を切った社員の手当は", ""),
        ("ja", "頭金を打った", ""),
        ("ja", "けがをした従業員の休業補償は", ""),
        ("ja", "去年の夏に骨折したあと、復帰はいつ", ""),
        ("ja", "手数料を切って、安くした", ""),
        ("zh", "我的手指被划破了，药箱在哪", "hurt"),
        ("zh", "手受伤了怎么报销", ""),
        ("en", "I'm scared I'll lose my badge again, what then?", "worried"),
    ],
)
def test_a_worry_or_a_loss_is_met_with_a_word_before_what_answers(language: Language, text: str, word: str) -> None:
    assert kind_word(Utterance(text, language)) == (getattr(phrases(language), word) if word else "")


@pytest.mark.parametrize(
    ("language", "text", "answer", "line"),
    [
        ("ja", "今日は何時まで？", "土曜・日曜は17時までです。", "今日は2026年11月29日、日曜日です。"),
        ("ja", "じゃあ明日は？", "12月1日は休みます。", "明日は2026年11月30日、月曜日です。"),
        ("en", "are you open today?", "土曜・日曜は17時までです。", "Today is Sunday, 2026-11-29."),
        ("zh", "今天开到几点？", "周日开到五点。", "今天是2026年11月29日，星期日。"),
        ("ja", "今日パソコンが壊れた", "情報システム課に連絡してください。", ""),
        ("ja", "会社の説明日はいつですか", "説明会は12月10日です。", ""),
        ("zh", "后天性疾病怎么理赔", "请在15个工作日内提交。", ""),
        ("ja", "何時まで？", "土曜・日曜は17時までです。", ""),
        ("ja", "今日急に休みたい", "開始の1か月前までに申し出る。年5日まで。", ""),
    ],
)
def test_which_day_today_is_stands_before_what_speaks_of_days(
    language: Language, text: str, answer: str, line: str
) -> None:
    assert days_meant(Utterance(text, language), answer, datetime(2026, 11, 29, 12)) == line


@pytest.mark.parametrize("language", ["ja", "zh", "en"])
def test_talk_asks_nothing_and_does_not_say_that_nothing_was_found(language: Language) -> None:
    said_ = phrases(language)
    assert all(not each.rstrip().endswith(("?", "？", "か。")) for each in said_.talk.values())
    assert said_.not_found not in said_.talk.values()
    assert len(set(said_.talk.values())) == len(said_.talk)


def test_what_was_told_is_noted_in_so_many_words() -> None:
    assert (
        talk(ja("私は大阪支社です"), wording(Kind.SELF), {"勤務地": "大阪支社"})
        == "わかりました。大阪支社ですね。覚えておきます。"
    )
    assert "Osaka, part-time" in talk(
        Utterance("I'm part-time in Osaka", "en"), wording(Kind.SELF), {"a": "Osaka", "b": "part-time"}
    )
    assert "Ireland" in talk(Utterance("I'm in the Dublin office", "en"), wording(Kind.SELF), {"country": "IE"})
    assert talk(ja("犬を飼っています"), wording(Kind.SELF), {}) == phrases("ja").talk["told"]


def test_somebody_who_is_troubled_is_heard() -> None:
    assert talk(ja("もう限界かも"), wording(Kind.TROUBLE), {}) == phrases("ja").talk["troubled"]


@pytest.mark.parametrize(
    ("likeliest", "kind", "features", "talks"),
    [
        ("talk", Kind.TALK, {}, True),
        ("ask", Kind.TALK, {}, True),
        ("answer", Kind.TALK, {}, False),
        ("ask", Kind.VAGUE, {}, False),
        ("talk", Kind.TALK, {"heading_is_said": 0.67, "things": 0.5}, False),
        ("talk", Kind.TALK, {"heading_is_said": 1.0, "things": 0.25}, True),
    ],
)
def test_what_reads_like_talk_is_looked_up_where_a_document_answers_or_is_called_so(
    likeliest: str, kind: Kind, features: dict[str, float], talks: bool
) -> None:
    actions = {"answer": 0.1, "ask": 0.1, "none": 0.1, "talk": 0.1, likeliest: 0.7}
    evidence = Evidence(features=features, actions=actions, because={}, keywords=(), found=1)
    assert only_talks(wording(kind), evidence) == talks


@pytest.mark.parametrize(
    ("language", "text", "asks"),
    [
        ("ja", "これ、人が返事してるの？それとも機械？", True),
        ("ja", "中の人はAIですか", True),
        ("ja", "これって人が答えてるの？", True),
        ("ja", "人が返事しないときはどこに電話しますか", False),
        ("ja", "ロボットか人か、どっちなんだろ", True),
        ("ja", "新人の機械操作は誰が教えますか", False),
        ("ja", "あなたの会社の機械は何時まで使えますか", False),
        ("en", "hi, are you a real person?", True),
        ("en", "Is there a human or a machine on the other end?", True),
        ("en", "Is this machine booked, or can a person on shift use it?", False),
        ("zh", "请问你是真人还是机器", True),
        ("zh", "机器还是要人看着吗", False),
    ],
)
def test_who_asks_whether_a_person_answers_gets_no_page(language: Language, text: str, asks: bool) -> None:
    actions = {"answer": 0.6, "ask": 0.1, "none": 0.2, "talk": 0.1}
    evidence = Evidence(features={}, actions=actions, because={}, keywords=(), found=1)
    assert nothing_to_look_up(Utterance(text, language), wording(Kind.QUESTION), evidence) == asks
    if asks:
        assert not asks_for_what_was_said(Utterance(text, language), wording(Kind.RECALL)), (
            "nor a list of what was asked"
        )
        assert talk(Utterance(text, language), wording(Kind.TALK), {}) == phrases(language).talk["about_me"]


@pytest.mark.parametrize(
    ("language", "text", "asks"),
    [
        ("ja", "札幌の話は忘れてください", True),
        ("ja", "さっき言ったこと消してください", True),
        ("ja", "パスワードを忘れてしまった", False),
        ("ja", "それは忘れてください、備品のほうです", False),
        ("ja", "さっきの話は忘れてください。駐車場はいくらですか？", False),
        ("ja", "名簿から私のデータを消してください", False),
        ("ja", "母の歳のことは忘れて", True),
        ("ja", "全部消して", True),
        ("ja", "今のなし", True),
        ("ja", "さっきの話はなかったことにして", True),
        ("ja", "会議の予約はなかったことにして", False),
        ("ja", "パスワードは忘れて", False),
        ("ja", "履歴を消してください", False),
        ("ja", "パスワードを忘れて", False),
        ("ja", "データを消して", False),
        ("ja", "なし", False),
        ("en", "Never mind, forget it", True),
        ("en", "delete that file", False),
        ("zh", "忘了吧", True),
        ("zh", "别记住这个", True),
        ("en", "Forget that.", True),
        ("en", "please forget what I told you about my knee", True),
        ("en", "forget that, how much is parking?", False),
        ("en", "Forget my password?", False),
        ("zh", "请忘记我的名字", True),
        ("zh", "忘记密码怎么办", False),
    ],
)
def test_who_wants_something_forgotten_is_told_that_words_do_not_do_it(
    language: Language, text: str, asks: bool
) -> None:
    said = Utterance(text, language)
    assert asks_to_forget(said) == asks
    assert (talk(said, wording(Kind.TALK), {}) == phrases(language).talk["forget"]) == asks
    assert "yorisoi memory erase" in phrases(language).talk["forget"]
