"""A command reads a field that the event's payload does not have.

## What it does

Reports fields that a command reads with `jq`, or in Python or JavaScript code after `python3 -c` or `node -e`, if the
payload of the event has no such field. The name shows which field you meant: a field in another spelling, a field of
the tool's input that is read at the root, or the name that another agent uses.
Also reports fields that only other events have, such as `tool_input` on `Stop`.
In the tool's input, reports a key in another spelling or with one wrong letter, and a path or a command if no tool of
the matcher has one.
It applies to every agent.
Reads the scripts that commands run, too: shell, Python and JavaScript. There, follows the payload through variables,
the script's own functions and the files of its folder that it imports. If several hooks run a script that can tell them
apart, reports only what the payload of none of them has. Also reports a field that no event of any agent is known
to have, such as `execution_time` (information).

Does not report names that are known only when the hook runs, fields with a fallback (`.path // .cwd`), and fields that
the code checks first. Does not report commands that read something other than the payload.

## Why

The command gets nothing, or `null`. A guard looks at an empty text and lets every call through.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "jq -r .command | grep -q 'rm -rf' && exit 2 || exit 0"}
        ]
      }
    ]
  }
}
```

The payload has the command in the tool's input:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "jq -r .tool_input.command | grep -q 'rm -rf' && exit 2 || exit 0"}
        ]
      }
    ]
  }
}
```

## Fix

Changes the name, if the right one has as many parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from hookwright.analysis.commands.payload_reads import PayloadRead, first_reads
from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.contract.changes import word
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import faults
from hookwright.analysis.payload_fields import KnownPayload, is_part_of_call, known_payload
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.structure.hook_keys import listing
from hookwright.analysis.suggest import folded, slips
from hookwright.model.event import MatchSubject, Source
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language, ReadKey
from hookwright.scripts.values import Path
from hookwright.syntax.drafts import replace_piece

_HAS = late_pattern(r"\bhas\(")
_CHOICES = late_pattern(r"\bor\b|\|\||\?\?")
_QUESTIONS = late_pattern(r"\b(?:if|elif|typeof)\b|&&|\bhas\(")
_TESTS = late_pattern(r"\b(?:if|elif|typeof|in|or)\b|\|\||\?\?|&&")


def _check(subject: Subject) -> Iterator[Finding]:
    for hook in hook_commands(subject.file):
        if "." in hook.text or "get(" in hook.text or "[" in hook.text:
            reads = first_reads(hook.text)
            if not reads:
                continue
            parents = {it.path[:-1] for it in reads}
            known = known_payload(hook.file, hook.group, hook.row)
            for read in reads:
                if not any(known.has(it) for it in read.reads_instead):
                    yield from _judge(hook, known, read, is_object=read.path in parents)


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    """The keys that a script reads, each at its first read."""
    reads, asked = dict[Path, ReadKey](), set[Path]()
    for it in subject.script.effects:
        if isinstance(it, ReadKey) and it.path and not it.spot.file:
            reads.setdefault(it.path, it)
            asked |= {it.path} if it.asks else set()
    told = set[Path]()
    for read in (it for it in reads.values() if it.path not in asked):
        # One of several names for the same thing is enough.
        if not told.isdisjoint(read.instead):
            continue
        for (message, meant, is_mild), uses in faults(subject, partial(_fault_for, subject, read, reads)):
            can_change = meant and ("." not in meant or _is_behind_dot(subject, read))
            fixes = word(subject, [read.spot], read.path[-1], meant, safe=False) if can_change else ()
            told.add(read.path)
            yield finding_at(read.spot, message, fixes, Severity.INFORMATION if is_mild else None, uses=uses)
            break


def _fault_for(
    subject: ScriptSubject, read: ReadKey, reads: Mapping[Path, ReadKey], use: ScriptUse
) -> tuple[str, str, bool] | None:
    """What is wrong with a key for a hook, what was meant, and whether that is mild.

    That is nothing where the script reads the right key as well, or is ready to go without.
    """
    known, path = known_payload(use.file, use.group, use.row), read.path
    inside = [it for it in reads.values() if it.path[: len(path)] == path]
    if any(known.has(one) for it in inside for one in it.instead):
        return None
    found = _fault(known, path, is_object=len(inside) > 1, in_script=True)
    if found is None:
        return _unheard_of(subject, read, known)
    meant = tuple(found.meant.split(".")) if found.meant else ()
    if meant and (meant in reads or (*path[:-1], *meant) in reads):
        return None
    if read.tolerant and (
        _is_guess(path, meant) if meant else _is_for_several(known, reads) or _is_tested(subject, read)
    ):
        return None
    return found.message, "" if found.is_text else found.meant, False


def _unheard_of(subject: ScriptSubject, read: ReadKey, known: KnownPayload) -> tuple[str, str, bool] | None:
    """That no agent sends a field, nor any that the script reads in its place; one that it asks for is its own."""
    names = (read.path[0], *(it[0] for it in read.instead))
    if len(read.path) > 1 or any(it in known.fields or not known.is_unheard_of(it) for it in names):
        return None
    if read.tolerant and not read.instead and _QUESTIONS.search(_line_of(subject, read)):
        return None
    nothing = f"no event of {known.dialect.title} is known to have `{read.path[0]}` in its payload"
    return f"{nothing}; remove it, or take the value from elsewhere", "", True


def _is_behind_dot(subject: ScriptSubject, read: ReadKey) -> bool:
    """Whether a path of several keys may stand where the key does: `.command`."""
    return not read.spot.file and subject.text[read.spot.start - 1 : read.spot.start] == "."


def _is_for_several(known: KnownPayload, reads: Mapping[Path, ReadKey]) -> bool:
    """Whether the script asks for the event or the tool, so that it may be made for others, too."""
    asked, subject = {path[0] for path in reads if len(path) == 1}, known.row.subject
    fields = (known.fields[it] for it in asked if it in known.fields)
    asks_tool = subject.kind is MatchSubject.TOOL and subject.field in asked
    return asks_tool or any(it.source is Source.EVENT for it in fields)


def _is_tested(subject: ScriptSubject, read: ReadKey) -> bool:
    """Whether the line asks whether the key is there, or takes something else without it."""
    line = _line_of(subject, read)
    if read.instead and is_part_of_call(read.path[0]):
        line = _CHOICES.sub("", line)
    return (_HAS if subject.script.language is Language.SHELL else _TESTS).search(line) is not None


def _line_of(subject: ScriptSubject, read: ReadKey) -> str:
    start, end = subject.text.rfind("\n", 0, read.spot.start) + 1, subject.text.find("\n", read.spot.end)
    return subject.text[start : end if end >= 0 else None]


def _is_guess(path: Path, meant: Path) -> bool:
    """Whether the two names are only somewhat alike."""
    return len(meant) == 1 and folded(path[-1]) != folded(meant[0]) and slips(path[-1], meant[0], 3) == 2


def _judge(hook: HookCommand, known: KnownPayload, read: PayloadRead, *, is_object: bool) -> Iterator[Finding]:
    found = _fault(known, read.path, is_object=is_object)
    if found is not None:
        fixes = (_change(hook, read, found.meant),) if found.meant and "." not in found.meant else ()
        yield Finding(hook.place(read.start, read.end), found.message, fixes)


class _Fault(NamedTuple):
    """What is wrong with a path, and the path that was probably meant, if one is known; `is_text` for an object."""

    message: str
    meant: str = ""
    is_text: bool = False


def _fault(known: KnownPayload, path: Path, *, is_object: bool, in_script: bool = False) -> _Fault | None:
    if len(path) == 1 and path[0] not in known.fields:
        meant = known.instead_of_field(path[0], is_object=is_object)
        other = "" if meant else known.event_with(path[0])
        nothing = f"the payload of `{known.row.name}` has no `{path[0]}`, so this reads nothing"
        if meant:
            return _Fault(f"{nothing}; use `{meant}`", meant)
        if other:
            return _Fault(f"{nothing}; events such as `{other}` have it")
        text = known.text_instead_of(path[0]) if in_script and is_object else ""
        if text:
            return _Fault(f"{nothing}; use `{text}`, which is a text", text, is_text=True)
        own = _own_fields(known, path[0], is_object=is_object) if in_script else ()
        return _Fault(f"{nothing}; it has {listing(own)}") if own else None
    instead = known.instead_of_key(path) if len(path) == 2 else None
    if instead:
        return _Fault(f"`{path[0]}` has no `{path[1]}`, so this reads nothing; use `{instead}`", instead)
    if instead is not None:
        names, keys = listing(it.name for it in known.tools), listing(known.keys)
        return _Fault(f"the input of {names} has no `{path[1]}`, so this reads nothing; it has {keys}")
    return None


def _own_fields(known: KnownPayload, name: str, *, is_object: bool) -> Sequence[str]:
    """What the event has instead of an object of that name, a field about the same, or a tool's input or result."""
    about = f"{name if is_object else name.partition('_')[0]}_"
    parts = [it for it in known.own_fields if it.startswith(about)]
    return parts or (known.own_fields if is_part_of_call(name) else ())


def _change(hook: HookCommand, read: PayloadRead, meant: str) -> Fix:
    edits = partial(replace_piece, hook.file.tree, hook.route, read.start, read.end, meant)
    return Fix(f"Change to `{meant}`", edits, preferred=True, safe=False)


RULE = Rule(
    "HW517",
    "unknown-payload-field",
    Severity.WARNING,
    __doc__,
    _check,
    check_script=_check_script,
    has_fix=True,
    stands_on=Fact.EVENT,
    unanimous=True,
)
