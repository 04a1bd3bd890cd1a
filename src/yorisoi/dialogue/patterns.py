"""The words of a language by which a turn knows an order, a correction, a choice; matched in the normal form.

What an utterance is *for* is not told by lists but read by the embedding model (`interpret/wording.py`).  What stands
here is what has to be taken word for word: an order has to be obeyed, a correction names the part that it replaces.
The last group stands in where no model reads.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from yorisoi.types import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """Of one language."""

    just_answer: re.Pattern[str]
    """The user is tired of being asked back."""
    ask_first: re.Pattern[str]
    """The user would rather be asked before anything is searched."""
    corrects: tuple[re.Pattern[str], ...]
    """What was meant, `new`, and what was not, `old`, where it is said."""
    returns: re.Pattern[str]
    """An earlier topic is taken up again."""
    turns_away: re.Pattern[str]
    """Another topic is begun, in so many words."""
    none_fits: re.Pattern[str]
    """None of the choices offered is meant."""
    number: re.Pattern[str]
    """A choice by its number, group 1, and nothing else."""
    ordinals: tuple[str, ...]
    """One, two, three, ... as `number` spells them."""
    around_choice: re.Pattern[str]
    """What a choice named by a part of it is wrapped in."""
    wants_person: re.Pattern[str]
    """A person to speak to is asked for."""
    first_said: re.Pattern[str]
    """What was said first in this conversation is asked for."""
    talk_kinds: Mapping[str, re.Pattern[str]]
    """Kinds of talk that have a reply of their own (`Phrases.talk`), the first that fits."""

    asks: re.Pattern[str]
    """It reads like a question."""
    talk: re.Pattern[str]
    recalls: re.Pattern[str]
    troubled: re.Pattern[str]
    definite: re.Pattern[str]
    """It says what of a topic is wanted."""
    points_back: re.Pattern[str]


_JA = Patterns(
    just_answer=re.compile(
        r"(?:とにかく|とりあえず|いいから|そのまま)[、,]?(?:検索|調べ|探し|答え|回答|教え)(?:て|して)?(?:ください|下さい|くれ|よ)?"
        r"|聞き返さ(?:ない|ず)|質問は(?:もう)?いい(?:から)?|(?:質問|聞き返し)(?:しないで|はやめて|は不要)|もういいから"
    ),
    ask_first=re.compile(
        r"先に(?:質問|確認)して|(?:先に|まず)(?:こちらに|私に)?(?:聞いて|尋ねて)|(?:足りない|必要な)(?:情報|こと)があれば(?:聞いて|質問して|尋ねて)"
    ),
    corrects=(
        re.compile(
            r"^(?:(?:いや|いえ|あー?|あっ|えっと|すみません|すいません|ごめん(?:なさい|ね)?|違(?:う|って|います)(?:違う)?|(?:まちが|間違)え(?:た|ました)|そう(?:じゃ|では)なくて?|そっち(?:じゃ|では)なくて?)[、,。… ]*)*"
            r"(?P<old>[^、。,]{1,20}?)(?:の(?:こと|ほう|方|話))?(?:じゃ|では|で)(?:な(?:くて?|い)|ありません)(?:です)?(?:けど)?[、,。… ]*(?P<new>[^。!?！？]{1,40})"
        ),
        re.compile(
            r"^(?:(?:あー?|いや|ごめん(?:なさい)?|すみません)[、,。 ]*)*(?:まちが|間違)(?:え|い)(?:まし)?(?:た)?[、,。… ]*(?P<new>[^。!?！？]{1,30})"
        ),
        re.compile(
            r"^(?:いや|違(?:う|います|くて)|そうじゃなく(?:て)?|そっちじゃなく(?:て)?)[、,。… ]+(?P<new>[^。!?！？]{1,40}?)(?:の(?:ほう|方))(?:です)?[。]?$"
        ),
    ),
    returns=re.compile(
        r"さっき|先ほど|また.{1,12}の(?:話|件|こと)|最初(?:の|に)|はじめの|前の話|の(?:話|件)(?:だけど|ですが|なんだけど|に戻|の続き)|戻(?:る|って|り)|もう一度"
    ),
    turns_away=re.compile(
        r"ところで|別件|話(?:は)?(?:変わ|飛)|関係ない(?:です|ん|け)|話題(?:を)?変え|それとは別|まったく別|全然別"
    ),
    none_fits=re.compile(
        r"(?:どれ|いずれ)(?:でも|も)(?:ない|なく|ありません|違|ちが)|(?:この中|その中|選択肢)に(?:は)?(?:ない|ありません)|^(?:違い|ちがい)ます"
        r"|^(?:その他|そのほか|それ以外|ほかの|他の)(?:です|こと|件|もの)?[。.!！]*$"
    ),
    number=re.compile(
        r"^(?:no\.?|第|選択肢)?\s*([1-9一二三四五])\s*(?:番目?|つ目|個目|[.。)）])?\s*(?:の方|のほう|のやつ|の)?"
        r"(?:です|でお願いします|をお願いします|がいいです|がいい|お願い|で|かな)?[。.!！]?$"
    ),
    ordinals=("一", "二", "三", "四", "五"),
    around_choice=re.compile(
        r"(?:の方|のほう|のこと|のやつ)?(?:です|ですね|でお願いします|をお願いします|がいいです|について|かな|で)?[。.!！]*$"
    ),
    wants_person=re.compile(r"担当者|(?:誰|だれ)に(?:聞|相談|言|頼|連絡)|問い?合わ?せ先|連絡先|窓口"),
    first_said=re.compile(r"(?:最初|一番(?:初め|最初)|はじめ)に?.{0,6}(?:聞|言|質問|話)"),
    talk_kinds={
        "about_me": re.compile(
            r"(?:あなた|きみ|君|おまえ|あんた|そちら)(?:って|は|の|も)|ロボット|人間(?:です|な|じゃ)|\bai\b|何ができる|名前は"
        ),
        "thanks": re.compile(r"ありがと|あざ(?:っ)?す|サンキュ|感謝|助かり|助かる|助かった|恩に着"),
        "sorry": re.compile(r"ごめん|すみません|すいません|失礼しま|申し訳"),
        "goodbye": re.compile(
            r"さようなら|さよなら|バイバイ|ばいばい|お疲れ|おつかれ|また(?:明日|来ます|今度|ね)|失礼します|落ちます|おやすみ"
        ),
        "greeting": re.compile(r"こんにち|こんばん|おはよ|はじめまして|よろしく|やあ|どうも$"),
        "relief": re.compile(r"よかった|良かった|安心|ほっと|楽になり|すっきり|解決"),
    },
    asks=re.compile(
        r"[?？]|(?:ですか|ますか|でしょうか|ませんか|教えて(?:ください)?|かな|っけ|の)[。!！]*$|[なに何]|どこ|いつ|誰|だれ|なぜ|どう|どの|どれ|どちら|いくら|いくつ|方法|手順|やり方|とは"
    ),
    talk=re.compile(
        r"こんにち[はわ]|こんばん[はわ]|おはよ(?:う(?:ございます)?|ー)?|ありがとう?(?:ございま(?:す|した))?|どうも|お疲れ(?:様|さま)?(?:です|でした)?|はじめまして"
        r"|よろしく(?:お願いします)?|了解(?:です|しました)?|(?:わか|分か)りました|なるほど|助かり?(?:ました|ます|る|った)|すみません|ごめん(?:なさい)?|さようなら|へ[えぇー〜]+|そうなんだ"
    ),
    recalls=re.compile(
        r"(?:聞い|言っ|話し)た(?:の|こと)?(?:って)?(?:何|なん|どれ)?(?:だ|でし)?(?:た)?っけ|覚えて(?:い)?(?:る|ます)"
    ),
    troubled=re.compile(
        r"悩ん|悩み|困って|迷って|つらい|辛い|苦しい|しんどい|不安|心配|ストレス|落ち込|うまくいか|自信がな|合わな|気まず|眠れ|辞めたい|やめたい|行きたくな|パワハラ|セクハラ|いじめ|無視され"
    ),
    definite=re.compile(r"何|いつ|どこ|誰|いくら|いくつ|なぜ|方法|手順|やり方|期限|上限|たい|でき|ない|[?？]"),
    points_back=re.compile(
        r"それ|その|これ|この|あれ|あの|そこ|そっち|こっち|同じ|(?:は|って|なら|だと|も|でも)[?？。]*$|^(?:じゃあ?|では|なら|あと|で、)"
    ),
)
_ZH = Patterns(
    just_answer=re.compile(
        r"直接(?:回答|告诉|说|搜索?|查)|先(?:搜|查|回答)(?:一下|再说)?|别(?:再)?(?:绕弯子|问)了?|不要(?:再)?(?:反)?问"
    ),
    ask_first=re.compile(r"先问我|有不清楚的(?:地方)?(?:请|就)?问我|缺(?:什么|少)信息?.{0,3}问我"),
    corrects=(
        re.compile(
            r"不是(?:说|问)?(?P<old>[^，。,是]{1,12})[，,。 ]*(?:而是|是|我(?:说|问|指)的是|要问的是)(?P<new>[^。?？]{1,30})"
        ),
        re.compile(r"^(?:说错了|打错字?了|写错了|口误)[，,。 ]*(?:是|应该是)?(?P<new>[^。?？]{1,20})"),
        re.compile(r"我(?:说|问|指)的是(?P<new>[^，。,?？]{1,20})(?:[，,]?不是(?P<old>[^，。,]{1,12}))?"),
    ),
    returns=re.compile(r"刚才|刚刚|之前(?:说|问|那)|最开始|一开始|回到|前面(?:说|问|那)|接着(?:说|问)"),
    turns_away=re.compile(r"对了|另外|换个(?:话题|问题)|顺便|还有(?:个|一个)(?:别的|问题)|跟这个(?:没|无)关"),
    none_fits=re.compile(r"都不是|都不对|没有我(?:想|要)|^以上都不|^其他(?:的)?[。.!！]*$"),
    number=re.compile(r"^(?:我?[要选]?第?|选项)\s*([1-9一二三四五])\s*(?:号|个|项|种|[.。)）])?(?:吧|的)?[。.!！]?$"),
    ordinals=("一", "二", "三", "四", "五"),
    around_choice=re.compile(r"^我?[要选]|(?:吧|的|那个)?[。.!！]*$"),
    wants_person=re.compile(r"找谁|联系谁|负责人|问谁"),
    first_said=re.compile(r"(?:最开始|一开始|最早|第一(?:个|次)).{0,8}(?:问|说)"),
    talk_kinds={
        "about_me": re.compile(r"你(?:是|叫|能|会)|机器人|人工智能"),
        "thanks": re.compile(r"谢谢|多谢|感谢|谢啦|谢了|帮大忙"),
        "sorry": re.compile(r"不好意思|抱歉|对不起"),
        "goodbye": re.compile(r"再见|拜拜|回头见|先走|晚安"),
        "greeting": re.compile(r"你好|您好|早上好|早安|晚上好|在吗"),
        "relief": re.compile(r"放心|那就好|松了口气|太好了|解决了"),
    },
    asks=re.compile(r"[?？]|吗|呢|什么|怎么|哪|谁|多少|几|如何|请问|是否|告诉我"),
    talk=re.compile(
        r"你好|您好|谢谢(?:你|您|啦|啊)?|多谢|再见|早上好|晚上好|明白了?|好的|知道了|辛苦了|不好意思|抱歉|哈哈+"
    ),
    recalls=re.compile(
        r"(?:我|你|咱们?)(?:刚才|之前|最开始|一开始|上次)?(?:问|说)(?:的|过|了)(?:是)?(?:什么|啥|哪)|记得"
    ),
    troubled=re.compile(r"烦恼|纠结|苦恼|困扰|压力|失眠|睡不着|该不该|好烦|难受|焦虑|撑不住|处不来|不想干"),
    definite=re.compile(r"什么|怎么|哪|谁|多少|几|如何|吗|[?？]|时间|期限|流程|方法"),
    points_back=re.compile(r"它|这个|那个|这些|那些|那里|这里|其中|该|(?:呢|的话)[?？。]*$|^(?:那|另外|还有|然后)"),
)
_EN = Patterns(
    just_answer=re.compile(
        r"\bjust (?:answer|tell me|search|look it up)(?: the answer)?|\b(?:search|answer) anyway\b|\bstop asking|\bno more questions\b"
    ),
    ask_first=re.compile(r"\bask me (?:first|what you need|if anything)|\bask me before\b"),
    corrects=(
        re.compile(r"\b(?P<new>[\w-]+),? not (?:the |a |my )?(?P<old>[\w-]+)"),
        re.compile(
            r"\b(?:isn't about|don't mean|not) (?:the |a |my )?(?P<old>[\w-]+(?: [\w-]+)?)[,;. ]+(?:but |i meant? |i mean )?(?:the |a |my )?(?P<new>[\w-]+(?: [\w-]+){0,4})"
        ),
        re.compile(
            r"\b(?:i meant?|i was asking about|make that|typo[,:]?|correction[,:]?|sorry[,:]) (?:the |a |my )?(?P<new>[\w-]+(?: [\w-]+){0,4})(?:,? not (?:the |a |my )?(?P<old>[\w-]+(?: [\w-]+)?))?"
        ),
    ),
    returns=re.compile(
        r"\b(?:back to|earlier|before that|going back|as i (?:said|asked)|the first (?:thing|question)|returning to)\b"
    ),
    turns_away=re.compile(
        r"\b(?:by the way|btw|unrelated|different (?:question|topic)|another (?:question|thing)|random(?:,| but| question)|oh before i forget)\b"
    ),
    none_fits=re.compile(
        r"\bnone of (?:these|them|those|the above)\b|\bnot (?:on|in) the list\b|^(?:none|neither|something else|other|another one)[.!]*$"
    ),
    number=re.compile(
        r"^(?:the )?(?:no\.?|number|option)?\s*([1-9]|first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th)(?: one)?[.)]?(?:,? please)?\W*$"
    ),
    ordinals=("first", "second", "third", "fourth", "fifth"),
    around_choice=re.compile(r"^(?:the |about )|(?: one)?(?:,? please)?[.!]*$"),
    wants_person=re.compile(r"who (?:should|do|can) i (?:ask|contact|talk|speak|tell)"),
    first_said=re.compile(
        r"\b(?:first|at the start|at first|to begin with)\b.{0,20}\b(?:ask|asked|say|said|question)\b|\bwhat (?:did|was) (?:i|my).{0,20}\bfirst\b"
    ),
    talk_kinds={
        "about_me": re.compile(r"\b(?:are you|who are you|your name|what can you do|robot|chatbot)\b"),
        "thanks": re.compile(r"\b(?:thanks|thank you|thx|ty|cheers|appreciate|lifesaver)\b"),
        "sorry": re.compile(r"\b(?:sorry|my bad|apologies)\b"),
        "goodbye": re.compile(r"\b(?:bye|goodbye|see you|see ya|good night|have a good)\b"),
        "greeting": re.compile(r"\b(?:hello|hi|hey|morning|afternoon|evening)\b"),
        "relief": re.compile(r"\b(?:phew|relief|relieved|great|good to know|perfect|brilliant|nice)\b"),
    },
    asks=re.compile(
        r"[?？]|\b(?:what|how|when|where|who|which|why|can i|could i|do i|does|is there|are there|tell me)\b"
    ),
    talk=re.compile(
        r"\b(?:hello|hi|hey|thanks|thank you|thx|cheers|good (?:morning|afternoon|evening)|bye|i see|okay|ok|got it|great|sorry)\b"
    ),
    recalls=re.compile(r"\bwhat (?:did|was) (?:i|we|it)\b.{0,30}\b(?:ask|say|said|call|called)|\bdo you remember\b"),
    troubled=re.compile(
        r"\b(?:struggling|worried|stressed|anxious|overwhelmed|burn(?:t|ed) out|can't sleep|not sure what to do|should i|torn between)\b"
    ),
    definite=re.compile(r"[?？]|\b(?:what|how|when|where|who|which|why|can|could|do|does|is|are)\b"),
    points_back=re.compile(
        r"\b(?:it|its|that|this|those|these|they|them|there|one|same)\b|^(?:and|but|then|what about|how about|also|or)\b"
    ),
)
_BY_LANGUAGE: dict[Language, Patterns] = {"ja": _JA, "zh": _ZH, "en": _EN, "und": _EN}


def patterns(language: Language) -> Patterns:
    """The patterns of a language; the English ones where there are none."""
    return _BY_LANGUAGE.get(language, _EN)
