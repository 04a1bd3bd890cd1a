"""Yorisoi (寄り添い): a dialogue engine over one's own documents that understands before it searches.

    from yorisoi import UserId, load_settings, open_workspace

    async with open_workspace(load_settings(chat="none")) as workspace:
        reply = await workspace.assistant.reply("夏季休暇は何日ですか", user=UserId("me"))

The names below are the public ones; they are imported when they are first used.
"""

import os
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yorisoi.assistant import Assistant
    from yorisoi.errors import YorisoiError
    from yorisoi.language import Utterance
    from yorisoi.retrieval.search import Searcher
    from yorisoi.settings import Settings, load_settings
    from yorisoi.types import Choice, Citation, Filter, Hit, Reply, UserId
    from yorisoi.wiring import Workspace, open_workspace

# ONNX Runtime reports to its maker from its first import on, since 1.29 on Linux and macOS too.  Only its environment
# keeps it from that, which child processes inherit; other libraries import it by themselves (magika, for markitdown).
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

__version__ = version("yorisoi")
__all__ = [
    "Assistant",
    "Choice",
    "Citation",
    "Filter",
    "Hit",
    "Reply",
    "Searcher",
    "Settings",
    "UserId",
    "Utterance",
    "Workspace",
    "YorisoiError",
    "__version__",
    "load_settings",
    "open_workspace",
]
_HOME = {
    "assistant": ("Assistant",),
    "errors": ("YorisoiError",),
    "language": ("Utterance",),
    "retrieval.search": ("Searcher",),
    "settings": ("Settings", "load_settings"),
    "types": ("Choice", "Citation", "Filter", "Hit", "Reply", "UserId"),
    "wiring": ("Workspace", "open_workspace"),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
