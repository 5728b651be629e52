r"""A hook on every tool call starts its program with a package runner.

## What it does

Reports `npx`, `npm exec`, `bunx`, `pnpm dlx`, `yarn dlx`, `uvx`, `pipx run` and `uv run --with` in hooks on tool events
that have no condition, and no matcher or one for all tools. It applies to every agent.
Does not report commands that run only in some cases, such as after a test, and hooks that run in the background.

## Why

A package runner looks for the package, and downloads it if necessary, before the program starts.
That delays every tool call, often by seconds, and may fail without a network.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"hooks": [{"type": "command", "command": "npx block-no-verify@1.1.2"}]}
    ]
  }
}
```

Name the tools, and run a program that is installed:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/node_modules/.bin/block-no-verify"}
        ]
      }
    ]
  }
}
```

## Fix

None: add a matcher, or install the program.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.matching.matcher import Form, parse_matcher
from hookwright.model import event
from hookwright.model.reaction import Severity
from hookwright.shell.tree import CommandKind, ShellCommand
from hookwright.syntax.tree import Kind, child

# Programs that fetch what they run, with the words behind them that make them do so.
_RUNNERS: dict[str, tuple[str, ...]] = {
    "npx": (),
    "bunx": (),
    "uvx": (),
    "npm": ("exec", "x"),
    "pnpm": ("dlx",),
    "yarn": ("dlx",),
    "bun": ("x",),
    "pipx": ("run",),
    "uv": ("run", "tool"),
}
_WITH = "--with"
_EVERYTHING = (".*", ".+", "^.*$", "^.+$")
_CONDITIONS = ("&&", "||")


def _check(subject: Subject) -> Iterator[Finding]:
    for hook in hook_commands(subject.file):
        if hook.row.subject.kind is event.MatchSubject.TOOL and hook.background is None and _is_for_all(hook):
            found = _runner(hook)
            if found is not None:
                command, named = found
                message = f"`{named}` looks up its package at every tool call, which delays each of them"
                advice = "name the tools in a matcher, or install the program and run it directly"
                yield Finding(hook.place(command.start, command.words[0].end), f"{message}; {advice}")


def _is_for_all(hook: HookCommand) -> bool:
    """Whether neither a matcher nor a condition says which calls the hook is for."""
    matchers, condition, node = hook.file.dialect.matchers, hook.file.dialect.condition.key, hook.group.matcher
    if matchers.criteria or any(child(hook.group.node, it) is not None for it in matchers.beside):
        return False
    if condition is not None and child(hook.hook.node, condition) is not None:
        return False
    if node is None:
        return True
    if node.kind is not Kind.STRING:
        return False
    matcher = parse_matcher(matchers.for_event(hook.group.event), str(node.value))
    return matcher.form is Form.WILDCARD or (matcher.form is Form.PATTERN and matcher.text in _EVERYTHING)


def _runner(hook: HookCommand) -> tuple[ShellCommand, str] | None:
    """The command with a package runner that always runs, and how it is called."""
    if not hook.shell.readable:
        return None
    for it in hook.shell.sequence:
        if it.kind is not CommandKind.SIMPLE or it.flow.keywords or it.flow.subshells or it.flow.before in _CONDITIONS:
            return None
        if it.words and it.words[0].text in ("exit", "return"):
            return None
        name, arguments = it.program
        verbs = _RUNNERS.get(name)
        if verbs is None or it.flow.after == "&" or "/" in it.words[0].text:
            continue
        if not verbs:
            return it, name
        if arguments[:1] and arguments[0] in verbs and (name != "uv" or _fetches(arguments)):
            return it, f"{name} {arguments[0]}"
    return None


def _fetches(arguments: tuple[str, ...]) -> bool:
    """Whether `uv` is to run something with packages that are not the project's."""
    if arguments[0] == "tool":
        return arguments[1:2] == ("run",)
    return any(it == _WITH or it.startswith(f"{_WITH}=") for it in arguments)


RULE = Rule("HW519", "slow-start", Severity.INFORMATION, __doc__, _check, stands_on=Fact.EVENT)
