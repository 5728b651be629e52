"""Scripts as trees of effects, and what a rule finds in them for the hooks that run them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from hookwright.analysis.rule import Finding, Rule
from hookwright.analysis.rules import RULES
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.scripts.effects import Exit, Language, Print, Script, Stream
from hookwright.scripts.values import Json, Literal, Member, Record, Spot, Value

SPOT = Spot(0, 1)
CLAUDE = "claude-code"
CODEX = "codex"


def uses(
    dialect: str,
    events: Sequence[str],
    matcher: str = "Bash",
    command: str = "bash guard.sh",
    keys: Mapping[str, object] = {},
    passes_code: bool = True,
) -> tuple[ScriptUse, ...]:
    """A hook of the dialect on each of the events, with the keys beside its command; `passes_code` as in a use."""
    hook = {"type": "command", "command": command, **keys}
    hooks = {it: [{"matcher": matcher, "hooks": [hook]}] for it in events}
    file = read_hook_file("/project/settings.json", json.dumps({"hooks": hooks}), by_id(dialect), Scope.PROJECT)
    found = list[ScriptUse]()
    for group in file.groups:
        assert group.row is not None
        [view] = group.hooks
        found.append(ScriptUse(file, group, view, group.row, (*view.route, "command"), (5, 13), (), passes_code))
    return tuple(found)


def subject(
    *body: object,
    on: Sequence[ScriptUse] = (),
    text: str = "",
    language: Language = Language.SHELL,
    whole: bool = True,
) -> ScriptSubject:
    """The script with that body, run on the events; by default on `PreToolUse` of Claude Code."""
    script = Script(language, body, whole)  # type: ignore[arg-type]
    used = tuple(on) or uses(CLAUDE, ["PreToolUse"])
    return ScriptSubject("/project/guard.sh", text, script, used, "/project", lambda _: True)


def found(code: str, it: ScriptSubject) -> list[Finding]:
    """What the rule of that code finds."""
    return [*rule(code).check_script(it)]


def messages(code: str, it: ScriptSubject) -> list[str]:
    """What the rule of that code says."""
    return [one.message for one in found(code, it)]


def fixed(it: ScriptSubject, finding: Finding) -> str:
    """The script's text after the only fix of the finding."""
    [fix] = finding.fixes
    text = it.text
    for edit in sorted(fix.recipe(), key=lambda one: -one.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def rule(code: str) -> Rule:
    """The rule of that code."""
    return next(it for it in RULES if it.code == code)


def at(text: str, piece: str) -> Spot:
    """Where a piece stands first in a text."""
    start = text.index(piece)
    return Spot(start, start + len(piece))


def says(text: str, stream: Stream = Stream.STDERR, spot: Spot = SPOT) -> Print:
    """Prints the text."""
    return Print(stream, Literal(text), spot)


def ends(code: int | None, spot: Spot = SPOT) -> Exit:
    """Exits with the code."""
    return Exit(code, spot)


def answers(value: dict[str, object], spot: Spot = SPOT) -> Print:
    """Prints the object as JSON."""
    return Print(Stream.STDOUT, Json(record(value, spot)), spot)


def record(value: dict[str, object], spot: Spot = SPOT) -> Record:
    """The object, with all keys at the spot; values of the model stay as they are."""
    return Record(tuple(Member(key, _value(it, spot), spot) for key, it in value.items()))


def _value(it: object, spot: Spot) -> Value:
    if isinstance(it, dict):
        return record(it, spot)
    return Literal(it) if isinstance(it, str | int | bool | None) else it  # type: ignore[return-value]
