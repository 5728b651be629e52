"""`hookwright test`: runs the files of hook tests, and says which hooks do not decide as they must."""

from __future__ import annotations

import os
import sys

import click

from hookwright.cli.finishing import finished
from hookwright.cli.options import AGENT_COMMAND, UNPROTECTED
from hookwright.cli.output_files import write_file
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say, say_command, takes_styles
from hookwright.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.testing.reports import FileResults


@click.command("test")
@click.argument("paths", nargs=-1)
@click.option("-k", "word", metavar="WORD", help="Run only tests with WORD in their name.")
@click.option("--junit", metavar="FILE", help="Also write the results to FILE, as JUnit XML.")
@click.option("--pass-with-no-tests", "may_be_none", is_flag=True, help="Exit with 0 if there are no tests.")
@click.option("--prove", is_flag=True, help="Also run each test in your own agent, and compare.")
@AGENT_COMMAND
@UNPROTECTED
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="The output format.",
)
def command(
    *,
    paths: tuple[str, ...],
    word: str | None,
    junit: str | None,
    may_be_none: bool,
    prove: bool,
    agent_command: str | None,
    unprotected: bool,
    form: str,
) -> None:
    """Run hook tests: every `*.hooktest.yaml` below PATHS, by default below the current folder.

    The hooks really run. Exit codes: 0 all tests passed, 1 a test failed, 2 there were no tests.
    """
    from hookwright.cli.progress import ProgressLine
    from hookwright.engine.process import adopt_orphans, require_processes
    from hookwright.host import Host
    from hookwright.proving.hook_tests import prove_case
    from hookwright.testing.read import read_file, test_files
    from hookwright.testing.reports import FileResults, junit_xml, summary
    from hookwright.testing.run import CaseResult, run_case

    require_processes()
    adopt_orphans()
    host, every, line = Host.real(), list[FileResults](), ProgressLine()
    for file in map(read_file, test_files(paths or (".",))):
        chosen = [it for it in file.cases if word is None or word.casefold() in it.name.casefold()]
        results: list[CaseResult] = []
        for it in chosen:
            line.show(f"testing: {it.name}")
            result = finished(run_case(it, host))
            if prove:
                line.show(f"the agent runs: {it.name}")
                result = finished(prove_case(result, host, agent_command, unprotected=unprotected))
            results.append(result)
        every.append(FileResults(file, tuple(results)))
    line.wipe()
    count = summary(every)
    if not count and not may_be_none:
        raise _none_found(sum(len(it.file.cases) for it in every), word)
    _tell(every, form)
    if junit is not None:
        write_file(junit, junit_xml(every))
    sys.exit(1 if count["failed"] or count["error"] else 0)


def _none_found(known: int, word: str | None) -> UsageError:
    if known and word is not None:
        names = "the name of the only test" if known == 1 else f"the names of the {known} tests"
        return UsageError(f"`-k {word}` chooses no test: it is not in {names}", "leave `-k` out to run all")
    remedy = "write one in a file whose name ends in `.hooktest.yaml`, or check the path"
    return UsageError("No hook tests were found", remedy)


def _tell(every: list[FileResults], form: str) -> None:
    from hookwright.testing.reports import annotation_lines, result_lines, results_json, summary_line

    if form == "json":
        print_output("test", results_json(every))
        return
    color = takes_styles()
    if form == "github":
        for line in annotation_lines(every, os.getcwd()):
            say_command(line)
    else:
        for line in (line for it in every for line in result_lines(it, color=color)):
            say(line)
    say(summary_line(every, color=color))
