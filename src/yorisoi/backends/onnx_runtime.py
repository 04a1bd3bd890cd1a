"""ONNX Runtime, which tells nobody that it runs; imported when it is first needed."""

from functools import cache
from typing import Any


@cache
def onnx_runtime() -> Any:
    """The library.  Raises ImportError, OSError: it is not there, or not for this machine.

    `yorisoi/__init__.py` has switched off its reports; where that comes too late, or is not known, as on Windows, the
    call here does, after the first.
    """
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


@cache
def onnx_errors() -> tuple[type[Exception], ...]:
    """All that it raises, for an `except`: classes with nothing of their own in common.  None without the library."""
    try:
        runtime = onnx_runtime().capi.onnxruntime_pybind11_state
    except ImportError:
        return ()
    return tuple(each for each in vars(runtime).values() if isinstance(each, type) and issubclass(each, Exception))
