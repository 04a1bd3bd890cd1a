"""OpenMP threads that give the processor away while they wait: for the embedded chat models' library.

By default libgomp's threads spin at each barrier.  As soon as anything else wants a core, the thread that is waited for
does not get it, and the others burn theirs: on a busy 2-core machine the 0.5B chat model wrote 1.2 tokens/s spinning
and 17.7 yielding (same minute, load 10).
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_POLICY = "OMP_WAIT_POLICY"


@contextmanager
def yielding_threads() -> Iterator[None]:
    """Inside, OpenMP libraries that are loaded for the first time will not spin.

    libgomp reads its setting once, when it is loaded; a setting of the user's own is kept, and the environment is as
    before afterwards.
    """
    if _POLICY in os.environ:
        yield
        return
    os.environ[_POLICY] = "passive"
    try:
        yield
    finally:
        os.environ.pop(_POLICY, None)
