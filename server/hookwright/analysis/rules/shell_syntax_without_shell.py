"""A program that runs without a shell gets text that only a shell understands.

## What it does

Reports commands with a list of arguments (`args`) that have operators of the shell, such as `|` and `&&`, or a program
and its arguments in one text. Also reports arguments with a variable or a `~/` that is not replaced. It applies to
agents with `args`, such as Claude Code and Copilot.
Does not report the arguments of a shell that the hook starts itself, such as `bash` with `-c`, and paths with spaces.

## Why

With `args`, the command is the path of a program, and the agent passes each argument on unchanged. The program does not
start, or looks for a file whose name begins with `$`.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit",
        "hooks": [
          {"type": "command", "command": "node", "args": ["$CLAUDE_PROJECT_DIR/.claude/hooks/lint.js"]}
        ]
      }
    ]
  }
}
```

Claude Code itself replaces the variable in braces:

```json
{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit",
        "hooks": [
          {"type": "command", "command": "node", "args": ["${CLAUDE_PROJECT_DIR}/.claude/hooks/lint.js"]}
        ]
      }
    ]
  }
}
```

## Fix

Writes a variable that the agent replaces in braces, or moves the arguments in the command into the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject, together
from hookwright.analysis.structure.hook_keys import HookKey, hook_keys
from hookwright.model.hook_type import Performer
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.syntax.drafts import replace_piece, replace_value
from hookwright.syntax.tree import Kind, Node, child, plain
from hookwright.text import Route

_OPERATOR = late_pattern(r"&&|\|\|?|;|[<>]|\$\(|`")
_PROGRAM_AND_MORE = late_pattern(r"[\w.+-]+(?:[ \t]+[^\s\"'\\]+)+")
_VARIABLE = late_pattern(r"\$(?:(?P<bare>[A-Z][A-Z0-9_]+)|\{(?P<braced>[A-Z][A-Z0-9_]+)\})")
_HOME = late_pattern(r"~/")
_USUAL = frozenset({"HOME", "PWD", "USER", "TMPDIR", "PATH"})
_SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ksh", "fish", "pwsh", "powershell", "cmd", "env", "ssh", "docker"})


def _check(subject: Subject) -> Iterator[Finding]:
    name = subject.file.dialect.running.arguments_key
    for key in hook_keys(subject.file) if name else ():
        arguments = child(key.hook.node, name or "")
        is_body = key.field.name == key.type.body and key.type.by is Performer.COMMAND
        if not is_body or key.value.kind is not Kind.STRING or not _are_read(key, name or ""):
            continue
        if arguments is not None and arguments.kind is Kind.ARRAY:
            yield from _judge(key, name or "", arguments)


def _are_read(key: HookKey, name: str) -> bool:
    """Whether the hook's type reads arguments: one that a shell runs may ignore them."""
    needed = (it.when.needs for it in key.type.fields if it.name == name)
    return all(child(key.hook.node, it) is not None for needs in needed for it in needs)


def _judge(key: HookKey, name: str, arguments: Node) -> Iterator[Finding]:
    text = str(key.value.value)
    operator = _OPERATOR.search(text)
    if operator is not None:
        message = f"with `{name}` no shell runs this, so `{operator[0]}` does nothing; remove `{name}` to use a shell"
        yield Finding(Place(key.route, piece=operator.span()), message)
    elif _PROGRAM_AND_MORE.fullmatch(text):
        yield _several_words(key, name, text, arguments)
    else:
        yield from _unexpanded(key, key.route, text)
    if re.split(r"[\\/]", text)[-1].lower().removesuffix(".exe") not in _SHELLS:
        for index, item in enumerate(arguments.items):
            if item.kind is Kind.STRING:
                yield from _unexpanded(key, (*key.hook.route, name, index), str(item.value))


def _several_words(key: HookKey, name: str, text: str, arguments: Node) -> Finding:
    program, *more = text.split()
    listed = plain(arguments)
    tree, route = key.file.tree, (*key.hook.route, name)
    edits = together(
        partial(replace_value, tree, key.route, program),
        partial(replace_value, tree, route, [*more, *(listed if isinstance(listed, list) else [])]),
    )
    message = f"with `{name}` this is the name of one program; write `{program}`, and the rest in `{name}`"
    fix = Fix(f"Change to `{program}`, and move the rest to `{name}`", edits, preferred=True)
    return Finding(Place(key.route, piece=(0, len(text))), message, (fix,))


def _unexpanded(key: HookKey, route: Route, text: str) -> Iterator[Finding]:
    """What is not replaced by a value, in the program's path or in one argument."""
    placeholders = key.file.dialect.placeholders
    for found in _VARIABLE.finditer(text):
        name = found["bare"] or found["braced"]
        if name in placeholders and found["bare"]:
            fixed = f"${{{name}}}"
            edits = partial(replace_piece, key.file.tree, route, *found.span(), fixed)
            message = f"no shell replaces `{found[0]}` here; write `{fixed}`, which the agent replaces"
            fix = Fix(f"Change to `{fixed}`", edits, preferred=True)
            yield Finding(Place(route, piece=found.span()), message, (fix,))
        elif name not in placeholders and _is_variable(key, name):
            message = f"no shell replaces `{found[0]}` here, so it is passed on literally; write the value"
            yield Finding(Place(route, piece=found.span()), message)
    home = _HOME.match(text)
    if home is not None:
        message = "no shell replaces `~` here, so it is passed on literally; write the full path"
        yield Finding(Place(route, piece=(0, 1)), message)


def _is_variable(key: HookKey, name: str) -> bool:
    return name in _USUAL or any(it.name == name for it in key.file.dialect.variables)


RULE = Rule(
    "HW412",
    "shell-syntax-without-shell",
    Severity.WARNING,
    __doc__,
    _check,
    has_fix=True,
    stands_on=Fact.FILE,
)
