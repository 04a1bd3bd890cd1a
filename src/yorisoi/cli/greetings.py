"""What the terminal conversation itself says, in the language of the terminal or of the reply."""

import os
from dataclasses import dataclass

from yorisoi.types import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Greetings:
    you: str
    me: str
    hello: str
    help: str
    new: str
    bye: str
    understood: str
    person: str
    person_contact: str


_JA = Greetings(
    you="あなた",
    me="よりそい",
    hello="ご質問やご相談をどうぞ。（/why 理由、/open 引用を開く、/me 覚えていること、/help 一覧、/quit 終了）",
    help=(
        "/why 判断の理由   /open [番号] 引用を開く   /me 覚えていること   /new 新しい会話   /quit 終了\n"
        "/up よかった   /down よくなかった   /needless 聞き返しは要らなかった   /missed 先に聞いてほしかった"
    ),
    new="新しい会話を始めます。",
    bye="続きは yorisoi chat --session {session} で始められます。",
    understood="理解した質問",
    person="  担当: {owner}",
    person_contact="  担当: {owner}（{contact}）",
)
_ZH = Greetings(
    you="您",
    me="Yorisoi",
    hello="请提问或咨询。（/why 理由，/open 打开引用，/me 记住的信息，/help 帮助，/quit 结束）",
    help=(
        "/why 判断理由   /open [编号] 打开引用   /me 记住的信息   /new 新对话   /quit 结束\n"
        "/up 满意   /down 不满意   /needless 不必反问   /missed 应该先问"
    ),
    new="开始新的对话。",
    bye="之后可用 yorisoi chat --session {session} 继续。",
    understood="理解的问题",
    person="  负责: {owner}",
    person_contact="  负责: {owner}（{contact}）",
)
_EN = Greetings(
    you="you",
    me="yorisoi",
    hello="Ask me something. (/why the reason, /open the citations, /me what is known of you, /help, /quit)",
    help=(
        "/why the reason   /open [number] a citation   /me what is known of you   /new conversation   /quit\n"
        "/up good   /down not good   /needless you need not have asked   /missed you should have asked"
    ),
    new="A new conversation.",
    bye="Continue with: yorisoi chat --session {session}",
    understood="understood as",
    person="  ask: {owner}",
    person_contact="  ask: {owner} ({contact})",
)
_BY_LANGUAGE: dict[Language, Greetings] = {"ja": _JA, "zh": _ZH, "en": _EN}


def greetings(language: Language | None = None) -> Greetings:
    """In the given language, or in the terminal's."""
    return _BY_LANGUAGE.get(language or terminal_language(), _EN)


def terminal_language() -> Language:
    """The first of LC_ALL, LC_MESSAGES, LANG that is set; English where it is none that we speak."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    by_locale: dict[str, Language] = {"ja": "ja", "zh": "zh"}
    return by_locale.get(locale[:2], "en")
