"""The file makers are imported as `document_files`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
