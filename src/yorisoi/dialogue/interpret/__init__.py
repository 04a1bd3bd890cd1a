"""What is meant: of what kind an utterance is, what it may mean in its conversation, and which of that the documents
speak for."""
