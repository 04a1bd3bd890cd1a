"""People who converse with an OpenAI-compatible server: what locust runs for `benchmarks/serve.py`.

    CONVERSATIONS=FILE PAUSE=2.5 MODEL=yorisoi locust -f benchmarks/serving/people.py --headless -u 50 -H URL

Everybody is a user of one's own and speaks conversations of the file (JSON Lines, a list of utterances each), drawn by
chance, each in a session of its own.  `PAUSE`: seconds from one question to the next, 0: as soon as there is an answer.
"""

import json
import os
from itertools import count
from pathlib import Path
from random import Random

import gevent
from locust import FastHttpUser, constant_pacing, events, task
from locust.env import Environment

CONVERSATIONS = [json.loads(line) for line in Path(os.environ["CONVERSATIONS"]).read_text().splitlines()]
MODEL = os.environ.get("MODEL", "yorisoi")
_numbers = count()


@events.test_start.add_listener
def forget_the_beginning(environment: Environment, **_: object) -> None:
    """Answers of the first seconds do not count."""
    gevent.spawn_later(float(os.environ.get("WARM_UP", "0")), environment.stats.reset_all)


class Person(FastHttpUser):
    wait_time = constant_pacing(float(os.environ.get("PAUSE", "0")))
    network_timeout = 120.0

    def on_start(self) -> None:
        self.number = next(_numbers)
        self.random = Random(self.number)
        self.sessions = count()
        self.left: list[str] = []

    @task
    def ask(self) -> None:
        if not self.left:
            self.left = list(reversed(self.random.choice(CONVERSATIONS)))
            self.session = f"{self.number}-{next(self.sessions)}"
        said = {
            "model": MODEL,
            "messages": [{"role": "user", "content": self.left.pop()}],
            "metadata": {"session": self.session},
        }
        self.client.post("/v1/chat/completions", json=said, headers={"X-Forwarded-User": f"person-{self.number}"})
