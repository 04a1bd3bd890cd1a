"""How one OpenAI-compatible server wants to be spoken to, learnt from what it refuses.

Servers and models differ: some know no `response_format`, some want `max_completion_tokens`, some allow no temperature.
Each refusal is a 400 that names the parameter; what was learnt holds for every later request to the same model.
"""

import json
from dataclasses import dataclass
from typing import Any, Literal

import openai

from yorisoi.ports import ChatRequest

Structured = Literal["json_schema", "tools", "auto"]
"""How a JSON Schema is put to the model: as `response_format`, as a forced function call, or whichever works."""


@dataclass(slots=True)
class Dialect:
    """What is known of a server so far."""

    structured: Structured = "auto"
    temperature: bool = True
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"

    @property
    def calls_functions(self) -> bool:
        return self.structured == "tools"

    def arguments(self, model: str, request: ChatRequest) -> dict[str, Any]:
        """The keyword arguments of `chat.completions.create` in this dialect."""
        arguments: dict[str, Any] = {
            "model": model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            self.limit: request.max_tokens,
        }
        if self.temperature:
            arguments["temperature"] = 0
        if request.schema is not None:
            arguments |= self._form_of(request)
        return arguments

    def learn(self, error: openai.BadRequestError, *, structured: bool) -> bool:
        """Change the dialect according to a 400; False when it teaches nothing new and has to be raised.

        `structured`: the request had a schema."""
        said = json.dumps(error.body, ensure_ascii=False) if error.body else error.message
        # The longer name first: `max_tokens` is often mentioned in advice to use the other.
        if self.limit == "max_tokens" and "max_completion_tokens" in said:
            self.limit = "max_completion_tokens"
        elif self.temperature and "temperature" in said:
            self.temperature = False
        elif structured and self.structured == "auto" and ("response_format" in said or "json_schema" in said):
            self.structured = "tools"
        else:
            return False
        return True

    def _form_of(self, request: ChatRequest) -> dict[str, Any]:
        schema = dict(request.schema or {})
        if self.calls_functions:
            function = {"name": request.schema_name, "parameters": schema}
            return {
                "tools": [{"type": "function", "function": function}],
                # With one function it forces that one; naming it is ignored by llama.cpp's server.
                "tool_choice": "required",
            }
        form = {"name": request.schema_name, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": form}}
