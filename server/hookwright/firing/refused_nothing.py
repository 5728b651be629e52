"""Hooks that printed a refusal when they were fired, and refused nothing; and the line of the script that says so."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from hookwright.analysis.contract.objects import text_of
from hookwright.analysis.contract.refusals import begins_refusing, can_refuse, refuses_in_words
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.script_uses import script_runs, script_subjects
from hookwright.firing.fire_result import FireResult
from hookwright.model.outcome import Result, Run
from hookwright.model.reaction import Decision
from hookwright.patterns import late_pattern
from hookwright.policies.printed import begins_like_object
from hookwright.scripts.endings import Ending
from hookwright.scripts.library import ScriptLibrary
from hookwright.shell.static_output import UNKNOWN
from hookwright.text import LineIndex, to_pointer

_NOT_STARTED = (126, 127)
# What systems and servers say refuses nothing in the name of the hook.
_OF_SYSTEM = late_pattern(r"(?<=\w)\W*\b(?:permission|access) denied\b|\b403\b\W*forbidden\b", re.IGNORECASE)
# Less of a text would be found in many others.
_LEAST = 6
_LONGEST = 100


def refused_nothing(fired: FireResult, run: Run) -> str | None:
    """What is wrong with a run that was to refuse and did not, and what to do; None for any other."""
    result = run.result
    if result is None or result.timed_out or not fired.row.can_block or _refuses(run):
        return None
    if result.exit_code in _NOT_STARTED or result.problem is not None:
        return _not_started(fired, run, result)
    said = _refusal(run, result)
    if said is None:
        return None
    subject, use = next(_scripts(fired, run), (None, None))
    where = _place(subject, result) if subject is not None else ""
    printed = f"it printed a refusal (`{said}`){where}"
    if result.exit_code == 0 and (begins_like_object(result.stdout) or run.reading.problems):
        unread = f"but not as {fired.dialect.title} reads it, so nothing was refused"
        return f"{printed}, {unread}; print the object that blocks"
    block = use.blocking_code if use is not None else _blocking_code(fired)
    advice = f"use `exit {block}`" if block is not None else "print the object that blocks"
    return f"{printed}, but exit code {result.exit_code} refuses nothing on `{fired.row.name}`; {advice}"


def _refuses(run: Run) -> bool:
    reading = run.reading
    decided = reading.decision in (Decision.DENY, Decision.ASK)
    return reading.blocks or decided or reading.must_continue or reading.stop_agent


def _refusal(run: Run, result: Result) -> str | None:
    """The line that refuses, as it was printed."""
    decides = any(it.decides for it in run.reading.problems)
    for text in (it for it in (result.stderr, result.stdout) if it.strip()):
        # What a hook prints to stdout may be meant for the agent to read.
        told = begins_refusing(text) and text is result.stderr
        in_words = refuses_in_words(_OF_SYSTEM.sub("", text)) if result.exit_code else told
        is_object = begins_like_object(text) and refuses_in_words(text.replace("_", " "))
        if in_words or is_object or decides:
            lines = [it.strip() for it in text.splitlines() if it.strip()]
            line = next((it for it in lines if refuses_in_words(it)), lines[0])
            return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
    return None


def _not_started(fired: FireResult, run: Run, result: Result) -> str | None:
    """That a guard did not run to its end, as something was not found."""
    guard = next((it for it, use in _scripts(fired, run) if can_refuse(it, use)), None)
    if guard is None and not refuses_in_words(result.stderr + result.stdout):
        return None
    last = next((it.strip() for it in reversed(result.stderr.splitlines()) if it.strip()), result.problem or "")
    how = f"exit code {result.exit_code}" if result.problem is None else "it did not start"
    why = f": {last[-_LONGEST:]}" if last else ""
    return f"this guard has not run to its end ({how}{why}), so nothing was refused; run `hookwright doctor`"


def _blocking_code(fired: FireResult) -> int | None:
    return next((code for code, it in sorted(fired.row.exits.codes.items()) if getattr(it, "refuses", False)), None)


def _scripts(fired: FireResult, run: Run) -> Iterator[tuple[ScriptSubject, ScriptUse]]:
    """The scripts that the hook runs, as they are on the disk."""
    file, request = fired.file, fired.plan.request
    if file is None or file.path != run.hook.source:
        return
    disk = RealDisk(request.home)
    runs = tuple(
        it
        for it in script_runs(Subject(file, request.project_dir, disk))
        if it.use.dialect is file.dialect and to_pointer(it.use.hook.route) == run.hook.pointer
    )
    for subject in script_subjects(runs, ScriptLibrary(), disk):
        yield from ((subject, use) for use in subject.uses)


def _place(subject: ScriptSubject, result: Result) -> str:
    """Where the script comes to that end, as a part of a sentence; empty if that cannot be told."""
    printed = result.stderr + result.stdout
    fitting = [it for it in subject.endings.all if it.code in (result.exit_code, None) and _said(it, printed)]
    ending = next((it for it in fitting if it.code is not None), fitting[0] if fitting else None)
    if ending is None:
        return ""
    spot = ending.spot if ending.spot is not None and ending.code else ending.prints[-1].spot
    if spot.file:
        return ""
    line = LineIndex(subject.text).position(spot.start).line + 1
    return f" at {os.path.basename(subject.path)}:{line}"


def _said(ending: Ending, printed: str) -> bool:
    """Whether the last text that refuses on the way to an end is one that was printed."""
    pieces = [piece.strip() for it in ending.prints for piece in text_of(it.value).split(UNKNOWN)]
    long = [it for it in pieces if len(it) >= _LEAST]
    return bool(long) and all(it in printed for it in long)
