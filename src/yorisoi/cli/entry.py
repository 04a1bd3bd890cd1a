"""Where the command `yorisoi` begins: what it imports takes most of a second, in which it may be interrupted too."""

import sys


def main() -> None:
    """Run the command line; one that is interrupted before it has begun says so in one line."""
    try:
        from yorisoi.cli.main import main as run
    except KeyboardInterrupt:
        print("yorisoi: interrupted before anything was begun", file=sys.stderr)
        sys.exit(130)
    run()
