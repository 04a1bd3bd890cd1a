"""What Yorisoi itself says, in the user's language.  Everything else it says comes from documents or from a model."""

from dataclasses import dataclass

from yorisoi.types import Action, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    ask_theme: str
    """{theme}: the word that several pages share."""
    ask_open: str
    ask_anew: str
    """After choices none of which fits."""
    for_example: str
    """{aspects}: after the question, where there is one page and it has several sides."""
    in_general: str
    """{theme}: a page that is about the theme and nothing else, as a choice."""
    as_noun: str
    """{theme}: what is compared with titles; English words such as "leave" are verbs as well."""
    ask_attribute: str
    """{attribute}: such as 勤務地."""
    country: str
    """The name of the one attribute that is not taken from the documents."""
    draw_out: str
    draw_out_theme: str
    according_to: str
    """{title}"""
    not_found: str
    related: str
    """{titles}: pages that came nearest when nothing was found."""
    person: str
    """{owner}"""
    person_contact: str
    """{owner}, {contact}"""
    learnt: dict[Action, str]
    """The reason where feedback has turned the decision, by what is done."""
    unsupported: str
    """Appended when a generated answer says what its passages do not."""
    from_outside: str
    """Appended when an answer cites pages from the web."""
    topics: str
    """{topics}: offered at the end."""
    topic: str
    """{topic}, {because}: an interest of the user's."""
    comma: str
    colon: str
    space: str
    """Between two sentences."""
    small_talk: str
    because_reader: str
    """{attribute}: why it is asked for."""
    because_theme: str
    """{theme}, {pages}: how many pages share it."""
    remembered: str
    """Before what is remembered."""
    said_on: str
    """{day}, {text}"""
    reasons: dict[str, str]
    """By rule."""


JA = Phrases(
    ask_theme="「{theme}」について、どの内容をお知りになりたいですか。",
    ask_open="もう少し詳しく教えてください。どの内容についてのご質問でしょうか。",
    ask_anew="では、お探しの内容をもう少し言葉で教えてください。",
    for_example="たとえば、{aspects}などです。",
    in_general="{theme}全般",
    as_noun="{theme}",
    ask_attribute="{attribute}によって答えが変わります。あなたの{attribute}を教えてください。",
    country="お住まいの国",
    draw_out="どのような状況か、もう少し聞かせてください。何に困っていて、どうなるとよいとお考えですか。",
    draw_out_theme=(
        "「{theme}」についてのご相談ですね。目的や相手、候補に考えているものなど、状況をもう少し教えてください。"
    ),
    according_to="「{title}」に次のように書かれています。",
    not_found="お尋ねの内容は、手元の文書には見つかりませんでした。",
    related="近い内容のページ：{titles}",
    person="詳しくは{owner}にご確認ください。",
    person_contact="詳しくは{owner}（{contact}）にご確認ください。",
    learnt={
        Action.ASK: "これまでの評価から、このくらいの曖昧さでも先に伺うことにしています。",
        Action.SEARCH: "これまでの評価から、このくらいの曖昧さでは伺わずに文書を探すことにしています。",
    },
    unsupported="※この回答には文書で確認できない箇所があります。引用した原文をご確認ください。",
    from_outside="※ウェブで見つかった情報です。手元の文書によるものではありません。",
    topics="ご関心に近い話題：{topics}",
    topic="{topic}（「{because}」から）",
    comma="、",
    colon="：",
    space="",
    small_talk="知りたいことや困っていることがあれば、ご自由にお書きください。文書を調べてお答えします。",
    because_reader="見つかった内容が{attribute}によって異なるため、先に伺います。",
    because_theme="「{theme}」に関わるページが{pages}件あり、どれをお探しか決められないため、先に伺います。",
    remembered="以前、次のように話していました。",
    said_on="・{day}「{text}」",
    reasons={
        "①": "相談のようですが、状況がまだ分からないため、先に伺います。",
        "②": "質問の範囲が広いか、答えに必要な情報が足りないため、先に伺います。",
        "③": "曖昧さは残りますが、追加で伺うことがないため、文書を探します。",
        "④": "相談の内容が具体的で、文書に書かれていそうなため、文書を探します。",
        "⑤": "相談の内容は具体的ですが、文書には答えがなさそうなため、もう少し伺います。",
        "⑥": "質問が明確なため、文書を探します。",
        "just-answer": "すぐに答えるよう求められたため、文書を探します。",
        "ask-cap": "続けて何度も伺ったため、いま分かる範囲で文書を探します。",
        "choice": "選択肢が選ばれたため、その内容で文書を探します。",
        "ask_missing_information": "足りない情報があるとモデルが判断したため、先に伺います。",
        "draw_out_consultation": "相談の状況がまだ分からないとモデルが判断したため、先に伺います。",
        "answer": "見つかった内容で答えられるとモデルが判断したため、お答えします。",
        "small-talk": "質問でも相談でもないため、文書は探しません。",
        "memory": "以前話した内容についての質問のため、記憶から答えます。",
    },
)

ZH = Phrases(
    ask_theme="关于“{theme}”，您想了解哪方面的内容？",
    ask_open="请再具体一些：您想问的是哪方面的内容？",
    ask_anew="那么，请再用几句话说说您想了解的内容。",
    for_example="例如：{aspects}等。",
    in_general="{theme}（总体）",
    as_noun="{theme}",
    ask_attribute="答案因{attribute}而异。请告诉我您的{attribute}。",
    country="所在国家",
    draw_out="请再说说您的情况：遇到了什么困难，希望达到什么结果？",
    draw_out_theme="您想咨询“{theme}”。请再说说目的、对象，以及正在考虑的选项。",
    according_to="《{title}》中写道：",
    not_found="在现有文档中没有找到相关内容。",
    related="内容相近的页面：{titles}",
    person="详情请咨询{owner}。",
    person_contact="详情请咨询{owner}（{contact}）。",
    learnt={
        Action.ASK: "根据您以往的评价，这种程度的不明确也会先询问。",
        Action.SEARCH: "根据您以往的评价，这种程度的不明确不再询问，直接查找文档。",
    },
    unsupported="※回答中有文档无法证实之处，请查看引用的原文。",
    from_outside="※此为网上找到的信息，并非来自现有文档。",
    topics="您可能感兴趣的话题：{topics}",
    topic="{topic}（由“{because}”想到）",
    comma="、",
    colon="：",
    space="",
    small_talk="有什么想了解或困扰的事，请随时告诉我，我会查阅文档为您解答。",
    because_reader="找到的内容因{attribute}而异，所以先询问。",
    because_theme="与“{theme}”有关的页面有{pages}个，无法判断您想找哪一个，所以先询问。",
    remembered="您以前这样说过：",
    said_on="・{day}“{text}”",
    reasons={
        "①": "看起来是咨询，但情况还不清楚，所以先询问。",
        "②": "问题范围较广，或缺少回答所需的信息，所以先询问。",
        "③": "虽然还有不明确之处，但没有需要追问的，所以查找文档。",
        "④": "咨询内容具体，文档中可能有记载，所以查找文档。",
        "⑤": "咨询内容具体，但文档中似乎没有答案，所以再询问一下。",
        "⑥": "问题明确，所以查找文档。",
        "just-answer": "您要求直接回答，所以查找文档。",
        "ask-cap": "已经连续询问多次，所以在已知范围内查找文档。",
        "choice": "您已选择其中一项，所以按此查找文档。",
        "ask_missing_information": "模型认为缺少信息，所以先询问。",
        "draw_out_consultation": "模型认为情况还不清楚，所以先询问。",
        "answer": "模型认为可以用找到的内容回答，所以作答。",
        "small-talk": "既不是问题也不是咨询，所以不查找文档。",
        "memory": "这是关于以前说过的内容的问题，所以根据记忆回答。",
    },
)

EN = Phrases(
    ask_theme="What would you like to know about “{theme}”?",
    ask_open="Could you say a little more about what you would like to know?",
    ask_anew="Then please tell me in a few words what you are looking for.",
    for_example="For example: {aspects}.",
    in_general="{theme} in general",
    as_noun="kinds of {theme}",
    ask_attribute="The answer depends on your {attribute}. Which one applies to you?",
    country="country",
    draw_out="Could you tell me more about the situation: what is the difficulty, and what would a good outcome be?",
    draw_out_theme=(
        "You would like advice on “{theme}”. Could you tell me more: the purpose, who is involved, "
        "and what you are considering?"
    ),
    according_to="“{title}” says:",
    not_found="I could not find this in the documents at hand.",
    related="Pages that come near: {titles}",
    person="For details, please ask {owner}.",
    person_contact="For details, please ask {owner} ({contact}).",
    learnt={
        Action.ASK: "Your feedback so far tells me to ask first at this degree of vagueness.",
        Action.SEARCH: "Your feedback so far tells me to search, not to ask, at this degree of vagueness.",
    },
    unsupported="Note: parts of this answer could not be confirmed in the documents. Please check the cited text.",
    from_outside="Note: this was found on the web, not in the documents at hand.",
    topics="Near your interests: {topics}",
    topic="{topic} (from “{because}”)",
    comma=", ",
    colon=": ",
    space=" ",
    small_talk="Tell me what you would like to know or what troubles you; I will look it up in the documents.",
    because_reader="What was found differs by {attribute}, so I ask first.",
    because_theme="{pages} pages have to do with “{theme}” and I cannot tell which one you are after, so I ask first.",
    remembered="You said before:",
    said_on="- {day}: “{text}”",
    reasons={
        "①": "This looks like a request for advice, but the situation is not clear yet, so I ask first.",
        "②": "The question is broad or lacks something the answer depends on, so I ask first.",
        "③": "Something is still vague, but there is nothing more to ask, so I search.",
        "④": "The request for advice is specific and likely to be documented, so I search.",
        "⑤": "The request for advice is specific, but the documents do not seem to cover it, so I ask more.",
        "⑥": "The question is clear, so I search.",
        "just-answer": "You asked for an answer right away, so I search.",
        "ask-cap": "I have asked several times in a row, so I search with what is known.",
        "choice": "You picked one of the choices, so I search for it.",
        "ask_missing_information": "The model found something missing, so I ask first.",
        "draw_out_consultation": "The model found the situation not clear yet, so I ask first.",
        "answer": "The model found that what was found answers it, so I answer.",
        "small-talk": "This is neither a question nor a request for advice, so I do not search.",
        "memory": "This asks for something that was said before, so I answer from memory.",
    },
)

_BY_LANGUAGE: dict[Language, Phrases] = {"ja": JA, "zh": ZH, "en": EN, "und": EN}


def phrases(language: Language) -> Phrases:
    """The phrases of a language; English where there are none."""
    return _BY_LANGUAGE.get(language, EN)
