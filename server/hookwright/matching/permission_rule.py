"""Whether a permission rule such as `Bash(git push *)` or `Edit(src/**)` covers a tool call, as Claude Code has it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import Any

from msgspec import Struct

from hookwright.matching.rule_globs import path_covered, text_covered
from hookwright.matching.verdict import Verdict, no, quoted, yes
from hookwright.model.tool import ToolCalls
from hookwright.patterns import late_pattern

_RULE = late_pattern(r"([A-Za-z_][\w.*-]*)(?:\((.*)\))?", re.DOTALL)
_JOINERS = late_pattern(r"\s*(\|\|?|&&?|,|;|\bor\b|\band\b)\s*", re.IGNORECASE)
_BLANKS = late_pattern(r"[ \t]+")
# A pattern that says nothing but which program it is.
_PROGRAM = late_pattern(r"(\S*):\*|([^\s*?\[\]]*) \*|([^\s*?\[\]]*)\*")


class PermissionRule(Struct, frozen=True):
    """A tool's name and the pattern over its main argument; no pattern covers every call."""

    tool: str
    pattern: str | None


class Call(Struct, frozen=True, kw_only=True):
    """A tool call and where it happens; `keys` says which members of the input hold a command and a path.

    `other_names` are those under which rules may mean the tool, such as one that it had before.
    """

    tool: str
    other_names: Collection[str] = ()
    input: Mapping[str, Any]
    keys: ToolCalls
    cwd: str
    project: str
    home: str


def parse_rule(text: str) -> PermissionRule | None:
    """Reads `Tool` or `Tool(pattern)`, None if the text is neither."""
    found = _RULE.fullmatch(text)
    return PermissionRule(found[1], found[2] or None) if found else None


def joiner(text: str) -> str | None:
    """What stands between several rules, such as `||`, where a text is those; else None."""
    ends = list(accumulate(text, lambda depth, char: depth + (char == "(") - (char == ")"), initial=0))
    joins = [it for it in _JOINERS.finditer(text) if ends[it.start()] == 0]
    starts, stops = [0, *(it.end() for it in joins)], [*(it.start() for it in joins), len(text)]
    rules = [parse_rule(text[start:stop].strip()) for start, stop in zip(starts, stops, strict=True)]
    return joins[0][1] if joins and None not in rules else None


def covers(rule: PermissionRule, call: Call) -> Verdict:
    """Whether the rule covers the call, and why; a command too complex to take apart counts as covered."""
    shown = quoted(rule.tool if rule.pattern is None else f"{rule.tool}({rule.pattern})")
    if rule.tool != call.tool and rule.tool not in call.other_names:
        return no(f"{shown} is about another tool than {quoted(call.tool)}")
    if rule.pattern in (None, "*"):
        return yes(f"{shown} covers every call of {quoted(call.tool)}")
    command = first_text(call.input, call.keys.commands)
    if command is not None:
        return _covers_command(shown, rule.pattern or "", command)
    path = first_text(call.input, call.keys.paths)
    if path is not None:
        held = path_covered(rule.pattern or "", path, cwd=call.cwd, project=call.project, home=call.home)
        return coverage(shown, path, held=held)
    return no(f"{shown} has a pattern, which only commands and files are compared with")


def covers_single(pattern: str, command: str) -> bool:
    """Whether a pattern covers one command: `git:*` and `git *` cover `git` and `git …`; any other is a glob (B3)."""
    for ending in (":*", " *"):
        prefix = pattern.removesuffix(ending)
        if prefix != pattern and (ending == ":*" or "*" not in prefix):
            return command == prefix or command.startswith(f"{prefix} ")
    return text_covered(pattern, command)


def _covers_command(shown: str, pattern: str, command: str) -> Verdict:
    # Few hooks have such a rule, and the shell's grammar is large.
    from hookwright.shell.single_commands import single_commands

    pattern = _BLANKS.sub(" ", pattern).strip()
    singles = single_commands(command)
    if singles is None:
        return yes(f"{quoted(command)} is too complex to analyze, so {shown} counts as covering it")
    if not singles.texts:
        return no(f"there is no command in {quoted(command)} that {shown} could cover")
    if singles.unsure:
        return _covers_unsure(shown, pattern, command, singles.texts)
    found = next((it for it in singles.texts if covers_single(pattern, it)), None)
    return coverage(shown, found or command, held=found is not None)


def _covers_unsure(shown: str, pattern: str, command: str, texts: Sequence[str]) -> Verdict:
    """Of commands whose arguments are not known, only a pattern for a program itself can be told not to cover them."""
    program = _PROGRAM.fullmatch(pattern)
    if program is None:
        because = f"the arguments in {quoted(command)} are known only when it runs, so {shown} counts as covering it"
        return yes(because)
    named, begins = program[1] or program[2], program[3]
    words = [it.partition(" ")[0] for it in texts]
    held = named in words if begins is None else any(it.startswith(begins) for it in words)
    return coverage(shown, command, held=held)


def first_text(values: Mapping[str, Any], keys: Sequence[str]) -> str | None:
    """The first of those members that is a string."""
    return next((it for key in keys if isinstance(it := values.get(key), str)), None)


def coverage(shown: str, text: str, *, held: bool) -> Verdict:
    """Whether what is shown covers the text, as a sentence."""
    return Verdict(held, f"{shown} {'covers' if held else 'does not cover'} {quoted(text)}")
