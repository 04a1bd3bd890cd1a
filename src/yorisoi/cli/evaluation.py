"""yorisoi eval ...: how good it is."""

import typer

from yorisoi.cli.eval_answers import answers
from yorisoi.cli.eval_comments import comments
from yorisoi.cli.eval_compare import compare
from yorisoi.cli.eval_dialogue import dialogue
from yorisoi.cli.eval_faq import faq
from yorisoi.cli.eval_generate import generate
from yorisoi.cli.eval_intent import intent
from yorisoi.cli.eval_judge import judge
from yorisoi.cli.eval_memory import memory
from yorisoi.cli.eval_personalize import personalize
from yorisoi.cli.eval_report import report
from yorisoi.cli.eval_retrieval import retrieval
from yorisoi.cli.eval_rewrite import rewrite
from yorisoi.cli.eval_tune import tune
from yorisoi.cli.eval_users import users
from yorisoi.cli.eval_verify import verify

evaluation = typer.Typer(help="Measure how good it is.", no_args_is_help=True, rich_markup_mode=None)
evaluation.command("retrieval")(retrieval)
evaluation.command("answers")(answers)
evaluation.command("judge")(judge)
evaluation.command("report")(report)
evaluation.command("tune")(tune)
evaluation.command("compare")(compare)
evaluation.command("comments")(comments)
evaluation.command("generate")(generate)
evaluation.command("verify")(verify)
evaluation.command("faq")(faq)
evaluation.command("dialogue")(dialogue)
evaluation.command("users")(users)
evaluation.command("intent")(intent)
evaluation.command("rewrite")(rewrite)
evaluation.command("memory")(memory)
evaluation.command("personalize")(personalize)


@evaluation.callback()
def _group() -> None:
    """Keeps `retrieval` a word of its own: a group of one command would swallow it."""
