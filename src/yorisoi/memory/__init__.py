"""What was said before, and when it matters."""
