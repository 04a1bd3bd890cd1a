"""What to do with an utterance: ask one question back, or search and answer."""
