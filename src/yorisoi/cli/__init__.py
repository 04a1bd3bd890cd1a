"""The command line."""

import os

# Matrices are small here, and OpenBLAS' threads wait for each other by spinning: beside other work the inverse of a
# user's covariance takes 45 ms of processor time with two threads, and up to half a second; with one it takes 8 ms.
# numpy looks at it when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
