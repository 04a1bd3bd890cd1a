"""Regular expressions of a pack."""

import re

Pattern = re.Pattern[str]
NEVER: Pattern = re.compile(r"(?!)")
"""Matches nothing."""
