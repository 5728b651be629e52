"""What `hookwright check` prints."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator

from hookwright.analysis.reports.checked import Checked, failing_line, shown_path, unchecked_line
from hookwright.analysis.reports.json import report, summary
from hookwright.analysis.reports.text import text_lines
from hookwright.cli.outputs import enveloped, print_output
from hookwright.cli.terminal import print_exactly, print_json, say, say_command, takes_styles
from hookwright.visible import visible_line
from hookwright.workflows.checking.check import Checks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.host import Host

_NONE_KNOWN = "no hook files of agents that hookwright knows were found"


def print_checks(checks: Checks, form: str, seconds: float, above: str | None = None, *, quiet: bool = False) -> None:
    """Prints what was found in the form of that name; `above` is a folder with hook files, where none were found.

    `quiet` leaves out what is no finding, where people read it.
    """
    match form:
        case "text":
            _print_text(checks, seconds, above=above, quiet=quiet)
        case "github":
            _print_commands(checks)
        case "azure":
            _print_issues(checks)
        case "json" | "sarif" | "gitlab" | "rdjson":
            print_json(_value(checks, form))
        case _:
            say(_document(checks, form), end="")


def _value(checks: Checks, form: str) -> object:
    """The JSON of that form."""
    checked, here = checks.checked, os.getcwd()
    match form:
        case "sarif":
            from hookwright import __version__
            from hookwright.analysis.reports.sarif import log

            return log(checked, here, __version__, checks.unchecked, checks.scripts)
        case "gitlab":
            from hookwright.analysis.reports.gitlab import code_quality

            return code_quality(checked, here)
        case "rdjson":
            from hookwright.analysis.reports.rdjson import rdjson

            return rdjson(checked, here)
        case _:
            is_incomplete = bool(checks.unreadable)
            found = report(checked, checks.unchecked, checks.scripts, is_incomplete=is_incomplete)
            return enveloped("check", found)


def _document(checks: Checks, form: str) -> str:
    """The text of that form, for programs."""
    checked, here = checks.checked, os.getcwd()
    if form == "concise":
        from hookwright.analysis.reports.concise import concise_lines

        return "".join(f"{it}\n" for it in concise_lines(checked, here))
    from hookwright.analysis.reports.xml import checkstyle, junit

    return checkstyle(checked, here) if form == "checkstyle" else junit(checked, here)


def _print_commands(checks: Checks) -> None:
    """Prints workflow commands for GitHub."""
    from hookwright.analysis.reports.github import annotation_lines, workflow_command

    for line in annotation_lines(checks.checked, os.getcwd()):
        say_command(line)
    for path, why in _overruled(checks):
        say_command(workflow_command("notice", {"file": path, "title": "hookwright"}, why))
    for it in checks.scripts:
        where = {"file": shown_path(it.path, os.getcwd()), "title": "hookwright"}
        say_command(workflow_command("notice", where, f"not checked: {it.why}"))
    if failing := failing_line(checks.checked):
        say(failing)
    if checks.unchecked:
        say_command(workflow_command("notice", {"title": "hookwright"}, unchecked_line(checks.unchecked)))


def _print_issues(checks: Checks) -> None:
    """Prints logging commands for Azure Pipelines, and how many findings fail the check."""
    from hookwright.analysis.reports.azure import issue_lines

    for line in issue_lines(checks.checked, os.getcwd()):
        say_command(line)
    if failing := failing_line(checks.checked):
        say(failing)


def print_difference(checks: Checks) -> None:
    """The patch alone, so that it can be handed on; how much it is goes where errors go."""
    print_exactly(checks.patch.text(os.getcwd()) if checks.patch else b"")
    say(f"{_counted(checks.count, 'fix', 'fixes')} would be made", err=True)


def print_unsafe(checks: Checks) -> None:
    """Says how to make the fixes that were not made, if there are any."""
    found = (it.finding.fixes for one in checks.checked for it in one.diagnostics)
    count = sum(any(not it.safe for it in fixes) for fixes in found)
    if count:
        which = "1 fix was not made, because it" if count == 1 else f"{count} fixes were not made, because they"
        say(f"{which} may change what the hooks do: `--fix --unsafe` makes {'it' if count == 1 else 'them'}")


def print_problems(checks: Checks, passed: Iterable[str], form: str) -> None:
    """Prints, where errors go, which files were not fixed, read or used; `passed` are folders that were not entered."""
    for it in checks.guessed:
        path = shown_path(it.path, os.getcwd())
        how = f"name it with `--dialect {it.dialect}` or in `hookwright.json`"
        whose = "the dialect of a hook file that runs it" if it.is_script else "its dialect"
        say(f"hookwright: `{path}` was not fixed, because {whose} was guessed: {how}", err=True)
    for path, why in _overruled(checks) if form != "github" else ():
        say(f"hookwright: `{visible_line(path)}`: {why}", err=True)
    for folder in passed:
        path = visible_line(shown_path(folder, os.getcwd()))
        say(f"hookwright: `{path}` was not searched, because it cannot be entered (permission denied)", err=True)
    for wrong in checks.unreadable:
        say(f"hookwright: {visible_line(str(wrong))}", err=True)


def print_unmeasured(checks: Checks, host: Host) -> None:
    """Says, once for each agent and only to a person, that the installed version is another than was measured."""
    if not sys.stderr.isatty():
        return
    from hookwright.proving.installed import unmeasured

    for it in unmeasured((it.dialect for it in checks.checked if it.dialect is not None), host):
        say(f"hookwright: {visible_line(it)}; `hookwright prove` shows what it does", err=True)


def _overruled(checks: Checks) -> Iterator[tuple[str, str]]:
    """The settings files that were not used, each with the reason."""
    why = "not used: the settings in the commit of `--settings-from` differ, and count instead"
    for path in checks.overruled:
        yield shown_path(path, os.getcwd()), why


def print_statistics(checks: Checks, form: str) -> None:
    """Prints how often each rule was broken, the most frequent first."""
    from hookwright.analysis.reports.statistics import statistics

    found = statistics(checks.checked)
    if form == "json":
        print_output("check", {"rules": found})
        return
    width = max((len(str(it["count"])) for it in found), default=1)
    for it in found:
        fixable = " [*]" if it["fixable"] else ""
        say(f"{it['count']:>{width}}  {it['code']}  {it['severity']:<11}  {it['name']}{fixable}")
    if any(it["fixable"] for it in found):
        say(f"[*] {_which_fixes(checks.checked)}")
    if not found:
        say("no problems")


def _which_fixes(checked: Iterable[Checked]) -> str:
    """Which option makes some of the fixes."""
    from hookwright.analysis.proof import offered

    told = [(offered(one.diagnostics), one.diagnostics) for one in checked]
    if any(repair.fix.safe for repairs, found in told for it in found for repair in repairs(it)):
        return "`hookwright check --fix` fixes some of them"
    return "`hookwright check --fix --unsafe` fixes some of them, which may change what the hooks do"


def _print_text(checks: Checks, seconds: float, *, above: str | None, quiet: bool) -> None:
    """What was found, and how much it is in how many files."""
    checked = checks.checked
    color, here = takes_styles(), os.getcwd()
    for one in checked:
        for made in one.made:
            path, code = visible_line(shown_path(one.path, here)), made.diagnostic.rule.code
            say(f"fixed {path}:{made.line}: {made.fix.title} ({code})")
    for one in checked:
        if lines := list(text_lines(one.diagnostics, one.tree, shown_path(one.path, here), color=color)):
            say("\n".join(lines))
    if not quiet:
        _print_summary(checks, seconds, above)


def _print_summary(checks: Checks, seconds: float, above: str | None) -> None:
    """How much was found in how many files, and what was not checked."""
    checked, here = checks.checked, os.getcwd()
    files, modules = sum(it.dialect is not None for it in checked), sum(it.is_module for it in checked)
    scripts = sum(it.is_script for it in checked)
    if files or modules or scripts or any(summary(checked).values()):
        counted = [_counted(files, "hook file")] if files else []
        counted += [_counted(modules, "hook module")] if modules else []
        counted += [_counted(scripts, "script")] if scripts else []
        *most, last = counted or ["the settings"]
        where = f"{', '.join(most)} and {last}" if most else last
        say(f"{outcome(checked)} in {where} ({seconds * 1000:.0f} ms){_hidden(checks.hidden)}")
        if failing := failing_line(checked):
            say(failing)
    for it in checks.scripts:
        say(f"{visible_line(shown_path(it.path, here))} was not checked: {it.why}")
    if not files and not modules and not scripts and not checks.scripts:
        say(_nothing_found(above, seen=bool(checks.unchecked)))
    if checks.unchecked:
        say(visible_line(unchecked_line(checks.unchecked)))


def _nothing_found(above: str | None, *, seen: bool) -> str:
    if above is not None:
        project = shlex.quote(os.path.relpath(above))
        return f"no hook files were found below this folder; `hookwright check {project}` checks those of the project"
    return _NONE_KNOWN if seen else "no hook files were found; `hookwright init` creates one"


def _hidden(count: int) -> str:
    return f"; {_counted(count, 'finding')} of the baseline {'is' if count == 1 else 'are'} hidden" if count else ""


def outcome(checked: Iterable[Checked]) -> str:
    """How many findings of each severity there are, and how many were fixed."""
    known = tuple(checked)
    fixes = sum(len(it.made) for it in known)
    counted = [
        f"{n} {word}{'s' if n != 1 and word != 'information' else ''}" for word, n in summary(known).items() if n
    ]
    left = ", ".join(counted) or "no problems"
    return f"{fixes} fixed, {left}" if fixes else left


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
