"""People who converse with an OpenAI-compatible server: what locust runs for `benchmarks/serve.py`.

    CONVERSATIONS=FILE PAUSE=2.5 MODEL=yorisoi locust -f benchmarks/serving/people.py --headless -u 50 -H URL

Everybody is a user of one's own and speaks five conversations of the file (JSON Lines, a list of utterances each),
drawn by chance, each in a session of its own; then another user takes the place.  `PAUSE`: seconds from one question to
the next on average, 0: as soon as there is an answer.
"""

import json
import os
import time
from collections import defaultdict
from itertools import count
from pathlib import Path
from random import Random

import gevent
from locust import FastHttpUser, events, task
from locust.env import Environment

CONVERSATIONS = [json.loads(line) for line in Path(os.environ["CONVERSATIONS"]).read_text().splitlines()]
PAUSE = float(os.environ.get("PAUSE", "0"))
MODEL = os.environ.get("MODEL", "yorisoi")
_MARKS = "。.．！!…~〜・、"
_CONVERSATIONS = 5
"""Of one person, some 27 questions; then another one takes the place."""
_numbers, _names = count(), count()
_times: defaultdict[str, "count[int]"] = defaultdict(count)


def anew(text: str) -> str:
    """The text, with another mark or two at its end each time: a server that remembers embeddings would have nothing
    to do for what was said before, as it happens that people say the same, but not all of them all the time."""
    times, marks = next(_times[text]), ""
    while times:
        times, mark = divmod(times, len(_MARKS))
        marks += _MARKS[mark]
    return text + marks


@events.test_start.add_listener
def forget_the_beginning(environment: Environment, **_: object) -> None:
    """Answers of the first seconds do not count."""
    gevent.spawn_later(float(os.environ.get("WARM_UP", "0")), environment.stats.reset_all)


class Person(FastHttpUser):
    network_timeout = 120.0

    def on_start(self) -> None:
        self.random = Random(next(_numbers))
        self.sessions = count()
        self.left: list[str] = []
        self.due = time.monotonic()
        gevent.sleep(self.wait_time())

    def wait_time(self) -> float:
        """Seconds until the next question: from .5 to 1.5 pauses after the last one, or as soon as there is an answer.

        Drawn by chance, or all would go on asking at the same moment."""
        self.due = max(time.monotonic(), self.due + self.random.uniform(0.5, 1.5) * PAUSE)
        return self.due - time.monotonic()

    @task
    def ask(self) -> None:
        if not self.left:
            self.left = list(reversed(self.random.choice(CONVERSATIONS)))
            session = next(self.sessions)
            if session % _CONVERSATIONS == 0:
                self.name = f"person-{next(_names)}"
            self.session = f"{self.name}-{session}"
        said = {
            "model": MODEL,
            "messages": [{"role": "user", "content": anew(self.left.pop())}],
            "metadata": {"session": self.session},
        }
        self.client.post("/v1/chat/completions", json=said, headers={"X-Forwarded-User": self.name})
