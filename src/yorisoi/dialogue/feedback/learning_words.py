"""What became of an event of feedback, in one sentence of the user's language."""

from collections.abc import Mapping

from yorisoi.dialogue.feedback.learning import Lesson
from yorisoi.types import FeedbackKind, Language

_KINDS: Mapping[Language, Mapping[FeedbackKind, str]] = {
    "ja": {
        "up": "よかった",
        "down": "よくなかった",
        "needless": "聞き返しは要らなかった",
        "missed": "先に聞いてほしかった",
        "rephrased": "同じ質問が言い直された",
        "ignored_choice": "選択肢が使われなかった",
        "reset": "初めからやり直し",
    },
    "zh": {
        "up": "满意",
        "down": "不满意",
        "needless": "不必反问",
        "missed": "应该先问",
        "rephrased": "同一问题换了说法",
        "ignored_choice": "没有使用选项",
        "reset": "重新开始",
    },
    "en": {
        "up": "thumbs up",
        "down": "thumbs down",
        "needless": "need not have asked",
        "missed": "should have asked",
        "rephrased": "the question was put in other words",
        "ignored_choice": "the choices were passed over",
        "reset": "reset",
    },
}
_EFFECTS: Mapping[Language, Mapping[str, str]] = {
    "ja": {
        "less": "聞き返しを少し控えます。",
        "more": "聞き返しを少し増やします。",
        "at-the-edge": "これ以上は動かさない幅に達しています。",
        "already-there": "しきい値はもうその向きにあるため、動かしません。",
        "says-nothing": "聞き返すかどうかの目安にはならないため、記録だけします。",
        "corrected": "同じ発話への別の評価が優先されます。",
        "before-a-reset": "やり直しより前のため、数えません。",
        "reset": "しきい値を設定の値に戻します。",
        "nothing-learnt": "設定により、しきい値は動かしません。",
    },
    "zh": {
        "less": "今后稍微少反问。",
        "more": "今后稍微多反问。",
        "at-the-edge": "已到允许范围的边界。",
        "already-there": "阈值已在该方向，不再移动。",
        "says-nothing": "与是否反问无关，仅作记录。",
        "corrected": "以对同一发言的另一评价为准。",
        "before-a-reset": "在重新开始之前，不计入。",
        "reset": "阈值恢复为设定值。",
        "nothing-learnt": "按设置不移动阈值。",
    },
    "en": {
        "less": "Asks back a little less.",
        "more": "Asks back a little more.",
        "at-the-edge": "The threshold is at the end of its band.",
        "already-there": "The threshold lies on that side already and stays.",
        "says-nothing": "Tells nothing about asking back; kept only.",
        "corrected": "Another word on the same turn counts instead.",
        "before-a-reset": "Before a reset: does not count.",
        "reset": "The threshold is the one that is set again.",
        "nothing-learnt": "By the settings the threshold stays.",
    },
}


def kind_in_words(kind: FeedbackKind, language: Language) -> str:
    return _KINDS.get(language, _KINDS["en"])[kind]


def effect_in_words(lesson: Lesson, language: Language) -> str:
    effect = lesson.why if lesson.why != "moved" else "less" if lesson.step > 0 else "more"
    return _EFFECTS.get(language, _EFFECTS["en"])[effect]
