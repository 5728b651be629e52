"""What a dialect's tables mean, in words: reactions, exit codes, output fields and durations."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from hookwright.model.event import EventRow
from hookwright.model.field import Unit
from hookwright.model.outcome import Result, Run
from hookwright.model.reaction import (
    Audience,
    Choice,
    Decision,
    ExitTable,
    Level,
    OutputField,
    Reaction,
    Status,
    Words,
)
from hookwright.policies.exits import reaction_of, without_object, worded

_DECIDED = {
    Decision.ALLOW: "allows it",
    Decision.ASK: "asks the user",
    Decision.DEFER: "leaves it to the program that runs the agent",
    Decision.DENY: "denies it",
}
_TEXTS = {
    Words.STDOUT: "stdout",
    Words.STDERR: "stderr",
    Words.STDERR_ALONE: "stderr",
    Words.STDERR_OR_STDOUT: "stderr, or stdout if stderr is empty,",
    Words.STDOUT_OR_STDERR: "stdout, or stderr if stdout is empty,",
    Words.ENDING: "how it ended",
    Words.REASON: "the reason",
}


def exit_meanings(table: ExitTable) -> tuple[tuple[str, str], ...]:
    """Every way to end with its effect, such as ``("exit 2", "blocks, stderr goes to the agent")``.

    Exit codes come first, then any other exit, a time-out, a command that cannot start, and output that cannot be read;
    those with the same effect share a row.
    """
    rows: dict[str, list[str]] = {}
    for how, entry in (
        *((f"exit {code}", it) for code, it in sorted(table.codes.items())),
        ("any other exit", table.other),
        ("time-out", table.timed_out),
        ("cannot start", table.cannot_start),
        ("other output than a JSON object", table.unreadable),
        ("no output", table.silent),
    ):
        if entry is not None:
            rows.setdefault(entry_words(entry), []).append(how)
    return tuple((", ".join(hows), words) for words, hows in rows.items())


def meaning_of(run: Run, row: EventRow, values: Mapping[str, Any]) -> str:
    """What this run did on its event; `values` are the keys of its hook.  Empty if it was not started."""
    if run.result is None:
        return ""
    exited = worded(reaction_of(run.result, row.exits, values), run.result)
    if run.reading.output is None:
        exited = without_object(run.result.stdout, exited, row.exits, values)
        return reaction_words(replace(exited, reads_output=False, wordless=None))
    decided = run.reading.decision
    effect = _DECIDED[decided] if decided else _effect(replace(exited, status=run.reading.status))
    return f"{effect}, by the JSON object that it printed" if decided else f"{effect}, and its JSON object was read"


def entry_words(entry: Reaction | Choice) -> str:
    """A reaction in words, without a capital or full stop, followed by its cases if a key of the hook decides."""
    if isinstance(entry, Reaction):
        return reaction_words(entry)
    cases = {word: reaction_words(it) for word, it in entry.cases.items() if it != entry.otherwise}
    parts = [f"with `{entry.key}` `{word}`: {words}" for word, words in cases.items()]
    return "; ".join([reaction_words(entry.otherwise), *parts])


def reaction_words(reaction: Reaction) -> str:
    """What a reaction does, most important first: `blocks, stderr goes to the agent`."""
    parts = [_effect(reaction)]
    if reaction.says:
        parts.append(f"{_TEXTS[reaction.says.words]} goes to the {_audience(reaction.says.to, reaction.says.level)}")
    if reaction.adds_context:
        parts.append("plain stdout becomes context for the agent")
    if reaction.reads_output:
        parts.append(f"a JSON object on {reaction.source or Words.STDOUT} is read")
    found = ", ".join(parts).replace(",,", ",")
    return f"{found}; where that is blank: {_effect(reaction.wordless)}" if reaction.wordless else found


def how_it_ended(result: Result) -> str:
    """How the run ended: `exit 2`, `killed by signal 9`, `timed out`, `could not start` and so on."""
    if result.timed_out:
        return "timed out"
    if result.problem is not None:
        return "could not start"
    if result.signal is not None:
        return f"killed by signal {result.signal}"
    return "no exit code" if result.exit_code is None else f"exit {result.exit_code}"


def cut_words(text: str, left_out: int) -> str:
    """How much of the output was dropped, such as `cut after 1 MB; 2,097,152 more bytes`; empty for none."""
    if not left_out:
        return ""
    return f"cut after {_size_words(len(text.encode()))}; {left_out:,} more byte{'s' * (left_out != 1)}"


def output_words(field: OutputField) -> str:
    """One field of the JSON output as a Markdown fragment: its path, its type or words, and what it is for."""
    allowed = " \\| ".join(f"`{word}`" for word in field.spelled) or field.kind
    old = f"; deprecated: {field.deprecated}" if field.deprecated else ""
    return f"`{'.'.join(field.path)}` ({allowed}): {field.doc}{old}"


def may_block(row: EventRow) -> str:
    """Whether hooks on the event can block it, and what happens if none does, as sentences."""
    if not row.can_block:
        return "Hooks cannot block it."
    can = "make the agent go on" if any(it.must_continue for it in row.reactions) else "block it"
    return f"A hook can {can}. If none does, {row.undecided}."


def matcher_text(matcher: Any) -> str:  # noqa: ANN401  as the file has it
    """A matcher on one line; one that matches everything is `*`."""
    if matcher is None or matcher == "":
        return "*"
    return matcher if isinstance(matcher, str) else json.dumps(matcher, ensure_ascii=False)


def seconds_words(seconds: float) -> str:
    """A readable duration: `850 ms`, `12 s`, `1.5 s`, `10 min`."""
    if seconds < 1:
        return f"{round(seconds * 1000)} ms"
    if seconds >= 120 and seconds % 60 == 0:
        return f"{seconds / 60:.0f} min"
    return f"{seconds:.3g} s" if seconds < 100 else f"{seconds:.0f} s"


def milliseconds(seconds: float) -> float:
    """A duration for JSON, to the microsecond; never infinite, as JSON has no number for that."""
    return round(min(seconds * 1000, sys.float_info.max), 3)


def value_with_unit(value: float, unit: Unit) -> str:
    """A duration as written in the file, with its unit and, if that is not seconds, the seconds."""
    number = f"{value:g}" if value < 1_000_000 else f"{value:.0f}"
    if unit is Unit.SECONDS:
        return f"{number} {unit.value}"
    return f"{number} {unit.value} ({seconds_words(value / unit.per_second)})"


def _size_words(count: int) -> str:
    return f"{count / (1 << 20):.3g} MB" if count >= 1 << 19 else f"{count:,} bytes"


def _effect(reaction: Reaction) -> str:
    if reaction.must_continue:
        return "the agent must go on"
    if reaction.blocks or reaction.decision is Decision.DENY:
        return "blocks"
    if reaction.decision is not None:
        return _DECIDED[reaction.decision]
    if reaction.status is Status.BLOCKED:
        return "objects, but cannot undo it"
    return "success" if reaction.status is Status.SUCCEEDED else "error that blocks nothing"


def _audience(to: Audience, level: Level) -> str:
    return f"{to.value} as a warning" if level is Level.WARNING else to.value
