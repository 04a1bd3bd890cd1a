"""`/v1/...` as OpenAI's clients speak it."""
