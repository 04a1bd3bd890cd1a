"""What ONNX Runtime raises: classes that have nothing of their own in common."""

from functools import cache


@cache
def onnx_errors() -> tuple[type[Exception], ...]:
    """All of them, for an `except`; none without the library."""
    try:
        from onnxruntime.capi import onnxruntime_pybind11_state as runtime
    except ImportError:
        return ()
    return tuple(each for each in vars(runtime).values() if isinstance(each, type) and issubclass(each, Exception))
