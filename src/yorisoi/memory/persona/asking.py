"""Which kind of fact a question about oneself asks for: "Where do I live?" asks for `home`, whatever words told it."""

import re

from yorisoi.language import normal_form

_ASKS: tuple[tuple[frozenset[str], re.Pattern[str]], ...] = tuple(
    (frozenset(kinds.split()), re.compile(pattern))
    for kinds, pattern in (
        ("home", r"どこに(?:住|引っ越)|住(?:んで|まい|所)|我.{0,6}住|where (?:do|did) i (?:live|move)|\bmy home\b"),
        ("work", r"勤務|職場|職業|仕事|勤め|部署|我.{0,6}(?:工作|上班)|where do i work|\bmy (?:job|work|office)\b"),
        ("origin", r"出身|生まれ|来自|where (?:am i|do i come) from|\bi grow up\b"),
        ("name", r"(?:私|僕|俺|自分)の名前|我叫什么|我的名字|\bmy name\b"),
        ("age", r"何歳|いくつですか|我.{0,4}几岁|多大|how old am i"),
        ("birthday", r"誕生日|生日|\bmy birthday\b"),
        ("pet", r"ペット|飼って|养了?什么|宠物|\bmy (?:pet|dog|cat)s?\b"),
        ("family", r"家族|子供|子ども|兄弟|家人|孩子|\bmy (?:family|kids|children)\b"),
        ("health", r"アレルギー|持病|过敏|\ballerg"),
        ("dislikes bad_at", r"嫌い|苦手|不喜欢|讨厌|\bi (?:dislike|hate)\b|don't i like"),
        ("likes", r"好き|好物|お気に入り|喜欢|\bi (?:like|love|enjoy)\b|\bmy favou?rite\b"),
        ("hobby good_at", r"趣味|特技|得意|爱好|\bmy hobb"),
    )
)  # fmt: skip


def kinds_asked_for(question: str) -> frozenset[str]:
    """Kinds of facts (see `yorisoi.memory.persona.kinds`); empty when the question names none."""
    normal = normal_form(question)
    return next((kinds for kinds, pattern in _ASKS if pattern.search(normal)), frozenset())
