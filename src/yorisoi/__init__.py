"""Yorisoi (寄り添い): a dialogue engine over one's own documents that understands before it searches."""
