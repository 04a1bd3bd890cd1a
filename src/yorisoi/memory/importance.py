"""How much an utterance tells about the person who said it, 1..10, without a model."""

import re

from yorisoi.language import normal_form

_ABOUT_ONESELF = re.compile(
    r"私|わたし|僕|俺|自分|うちの|わが家|妻|夫|子ども|子供|息子|娘|父|母|家族|我|我们|\b(?:i|i'm|my|me|we|our)\b"
)
_FEELING = re.compile(
    r"好き|嫌い|苦手|得意|嬉し|うれし|悲し|楽し|不安|心配|困|つらい|辛い|悩|喜欢|讨厌|担心|高兴|love|like|hate|worried"
)
_DECISION = re.compile(
    r"決め|することにし|予定|引っ越|異動|転勤|結婚|出産|妊娠|退職|入社|始め|决定|打算|搬|decided|going to|moved|married"
)
_WHEN = re.compile(
    r"\d+\s*(?:月|日|年|時|歳|岁|号)|来週|来月|来年|先週|先月|去年|昨日|明日|last|next|yesterday|tomorrow"
)


_NEWS = 2


def importance(text: str, *, news: bool = False) -> int:
    """1 for a bare remark; more for what is personal, felt, decided, dated, or tells something new of the person.

    Generative Agents ask a model for "the likely poignancy"; these kinds are what such a model rewards in talk.
    """
    normal = normal_form(text)
    weights = ((_ABOUT_ONESELF, 3), (_FEELING, 2), (_DECISION, 3), (_WHEN, 1))
    told = sum(weight for pattern, weight in weights if pattern.search(normal))
    return min(10, 1 + told + _NEWS * news)
