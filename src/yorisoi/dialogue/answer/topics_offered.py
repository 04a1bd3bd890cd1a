"""Topics near the user's interests, offered after whatever is said."""

from collections.abc import Sequence
from dataclasses import replace

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import normal_form
from yorisoi.types import Language, Topic

MOST = 3
"""Topics named in the text; the reply carries all of them."""


def with_topics(answer: Answer, topics: Sequence[Topic], language: Language) -> Answer:
    """The answer with a last line that offers topics it does not name yet, each with the interest that it is near to;
    as it was when there are none."""
    said = normal_form(answer.text)
    new = [topic for topic in topics if normal_form(topic.name) not in said][:MOST]
    if not new:
        return answer
    words = phrases(language)
    offered = [words.topic.format(topic=topic.name, because=topic.because) for topic in new]
    return replace(answer, text=f"{answer.text}\n{words.topics.format(topics=words.comma.join(offered))}")
