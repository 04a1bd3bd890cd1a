"""Do the tests notice when a line of a security-relevant module is wrong?

    python benchmarks/mutants.py [NAME ...] [--most 60] [--seed 1]      NAME: of the modules below; all without

Each mutant changes one thing: a condition is turned round, `and` becomes `or`, a comparison or a set operation another
one, a number another one, a statement is left out.  The module's tests run against it in a forked process, on a copy of
the sources.  A mutant that no test fails for is printed: a test is missing there, or the change means nothing.
"""

import argparse
import ast
import copy
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
STORE, SERVER = "tests/unit/backends/store", "tests/unit/server"
TESTS = {
    "backends/filtering.py": ["tests/unit/backends/test_filtering.py", "tests/contract/test_passage_index.py"],
    "backends/home.py": ["tests/unit/backends/test_home.py"],
    "backends/own_homes.py": ["tests/unit/backends/test_own_homes.py"],
    "backends/search/scope.py": ["tests/contract/test_passage_index.py"],
    "backends/store/derivation.py": [f"{STORE}/test_derivation.py", f"{STORE}/test_erasure.py"],
    "backends/store/erased_items.py": [f"{STORE}/test_derivation.py", f"{STORE}/test_erasure.py"],
    "backends/store/words.py": [f"{STORE}/test_erasure.py"],
    "backends/store/clearing.py": [f"{STORE}/test_erasure.py"],
    "cli/visible.py": ["tests/unit/cli/test_visible.py"],
    "documents/front_matter.py": ["tests/unit/documents/test_load_markdown.py"],
    "documents/metadata.py": [
        "tests/unit/documents/test_load_markdown.py",
        "tests/unit/documents/test_load_text_and_tables.py",
    ],
    "documents/word_hidden.py": ["tests/unit/documents/test_hidden.py"],
    "server/border.py": [f"{SERVER}/test_border.py"],
    "server/uploading.py": [f"{SERVER}/test_uploading.py"],
}
"""Module -> the tests that are to hold it."""
LONGEST_S = 120
_OTHER = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Sub: ast.Add,
    ast.Add: ast.Sub,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def mutants(tree: ast.Module) -> Iterator[tuple[int, str, ast.Module]]:
    """(line, what is wrong, the module with it)."""
    for number, node in enumerate(ast.walk(tree)):
        for what in _changes(node):
            changed = copy.deepcopy(tree)
            same = next(each for at, each in enumerate(ast.walk(changed)) if at == number)
            _change(same)
            yield getattr(node, "lineno", 0), f"{what}: {ast.unparse(node)[:100]!r}", ast.fix_missing_locations(changed)


def _changes(node: ast.AST) -> list[str]:
    found = []
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        found.append("turned round")
    if isinstance(node, ast.comprehension) and node.ifs:
        found.append("all are taken")
    if isinstance(node, ast.BoolOp) or (isinstance(node, ast.BinOp) and type(node.op) in _OTHER):
        found.append("another operator")
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER:
        found.append("another comparison")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        found.append("without not")
    if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        found.append("another value")
    if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Await)):
        found.append("left out")
    if isinstance(node, ast.Return) and node.value is not None:
        found.append("returns nothing")
    return found


def _change(node: ast.AST) -> None:
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(op=ast.Not(), operand=node.test)
        case ast.comprehension():
            node.ifs = []
        case ast.BoolOp() | ast.BinOp():
            node.op = _OTHER[type(node.op)]()  # type: ignore[assignment]
        case ast.Compare():
            node.ops[0] = _OTHER[type(node.ops[0])]()  # type: ignore[assignment]
        case ast.UnaryOp():
            node.op, node.operand = ast.Not(), ast.UnaryOp(op=ast.Not(), operand=node.operand)
        case ast.Constant():
            node.value = (not node.value) if isinstance(node.value, bool) else int(str(node.value)) + 1
        case ast.Expr() | ast.Return():
            node.value = ast.Constant(value=None)


def noticed(sources: Path, tests: list[str]) -> bool:
    """Whether a test fails on these sources, or does not come to an end."""
    pid = os.fork()
    if not pid:
        os.chdir(ROOT)
        sys.path.insert(0, str(sources))
        os.environ["PYTHONPATH"] = str(sources)
        devnull = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(devnull, stream)
        import pytest

        status = 1
        try:
            quick = ["-x", "-n", "0", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
            status = int(pytest.main([*quick, *tests]))
        finally:
            os._exit(status)
    until = time.monotonic() + LONGEST_S
    while time.monotonic() < until:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) != 0
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TESTS))
    parser.add_argument("--most", type=int, default=60, help="mutants of a module, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    import_what_tests_import()
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder, "src")
        shutil.copytree(ROOT / "src", sources)
        for name in given.names or TESTS:
            file = sources / "yorisoi" / name
            whole = file.read_text(encoding="utf-8")
            if noticed(sources, TESTS[name]):
                sys.exit(f"{name}: its tests fail as it is")
            every = list(mutants(ast.parse(whole)))
            drawn = random.Random(given.seed).sample(every, min(given.most, len(every)))
            survived = 0
            for line, what, tree in sorted(drawn, key=lambda each: each[0]):
                file.write_text(ast.unparse(tree), encoding="utf-8")
                if not noticed(sources, TESTS[name]):
                    survived += 1
                    print(f"{name}:{line} {what}", flush=True)
            file.write_text(whole, encoding="utf-8")
            counts[name] = {"mutants": len(drawn), "survived": survived}
            print(json.dumps({name: counts[name]}), flush=True)
    print(json.dumps(counts))


def import_what_tests_import() -> None:
    """Once, before the forks; of Yorisoi nothing, which is different each time."""
    sys.dont_write_bytecode = True
    import fastapi  # noqa: F401
    import numpy  # noqa: F401
    import pydantic_settings  # noqa: F401
    import pytest  # noqa: F401
    import sqlalchemy.ext.asyncio  # noqa: F401


if __name__ == "__main__":
    main()
