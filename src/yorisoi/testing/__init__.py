"""Public fakes, and the conformance suites that every implementation of a port must pass."""
