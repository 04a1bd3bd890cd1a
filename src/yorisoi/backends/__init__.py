"""The outside world: one file per provider."""
