"""`hookwright demo`: a sample workspace is made, checked and fired through the real language server."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hookwright.cli.demo.place import BAD, GOOD, GUARD, environment, lay_out, temporary_folder
from hookwright.cli.terminal import say, styled
from hookwright.visible import BLUE, BOLD, CYAN, GREEN, RED, YELLOW

if TYPE_CHECKING:
    from hookwright.cli.demo.client import Editor

_TINTS = {1: ("error", RED), 2: ("warning", YELLOW), 3: ("information", BLUE), 4: ("hint", CYAN)}
_MARKS = {"succeeded": ("✓", GREEN), "blocked": ("✗", RED)}


@click.command("demo")
def command() -> None:
    """Make a sample workspace, check it and fire its hooks; the shortest way to see hookwright work.

    It happens in a temporary folder, which is removed at the end; nothing of yours is read or changed.
    """
    from hookwright.cli.demo.client import Editor
    from hookwright.engine.process import require_processes

    require_processes()
    began = time.perf_counter()
    with temporary_folder() as folder:
        project = folder / "project"
        project.mkdir()
        lay_out(project)
        with Editor(project, folder / "home", environment(os.environ, folder), _Questions()) as editor:
            _show_guard(editor, project)
            for path in (BAD, GOOD):
                _show_file(editor, project, path)
            _show_decision(editor, project)
    say(f"\nAll of it took {_since(began)}. Now try it in your own project:  hookwright check")


class _Questions:
    """Agrees to what the server asks; the first question is shown whole, of the others only what is to be run."""

    def __init__(self) -> None:
        self._asked = False

    def __call__(self, message: str, answers: Sequence[str]) -> int:
        heading, _, text = message.partition("\n\n")
        bar = styled("┃", YELLOW)
        for line in [heading, "", *text.splitlines()[: 1 if self._asked else None]]:
            say(f"    {bar} {line}".rstrip())
        chosen = styled(f"[{answers[0]}]", GREEN, BOLD)
        say(f"    {bar} {'  '.join([chosen, *answers[1:]])}  ← agreed to, for this demo")
        self._asked = True
        return 0


def _show_guard(editor: Editor, project: Path) -> None:
    """A guard that does not guard: the mistake, what the agent would do, and the same after the fix."""
    say("Claude Code asks this guard before it runs a command. Does the guard stop `cat .env`?")
    uri, found = editor.open(GUARD, "python")
    lines = (project / GUARD).read_text("utf-8").splitlines()
    say(f"\n{styled(GUARD, BOLD)}")
    for diagnostic in found:
        _show_diagnostic(lines, diagnostic, _fixes(editor, uri, diagnostic))
    settings = (project / GOOD).as_uri()
    payload = {"tool_name": "Bash", "tool_input": {"command": "cat .env"}}
    fire = {"uri": settings, "pointer": "/hooks/PreToolUse/0/hooks/0", "payload": payload}
    say(f"  {styled('▶ Fire', BLUE)} with `cat .env`")
    before = editor.request("hookwright/fire", fire)["outcome"]
    said = "stops it" if before["blocked"] else "runs it: the guard refused, and refused nothing"
    say(f"    {styled('✗', RED, BOLD)} Claude Code {said}")
    fix = next(it for diagnostic in found for it in _actions(editor, uri, diagnostic))
    _apply(project / GUARD, fix["edit"])
    say(f"  {styled('▶ Fire', BLUE)} with `cat .env`, after the fix")
    after = editor.request("hookwright/fire", fire)["outcome"]
    said = f"stops it: {after['reason']}" if after["blocked"] else "runs it"
    say(f"    {styled('✓', GREEN, BOLD)} Claude Code {said}")


def _apply(file: Path, edit: dict[str, Any]) -> None:
    """Makes the changes of an edit in a file, the last one first."""
    (changes,) = edit["changes"].values() if "changes" in edit else [it["edits"] for it in edit["documentChanges"]]
    lines = file.read_text("utf-8").splitlines(keepends=True)
    for it in sorted(changes, key=lambda it: it["range"]["start"]["line"], reverse=True):
        start, end = it["range"]["start"], it["range"]["end"]
        rest = lines[end["line"]][end["character"] :]
        lines[start["line"] : end["line"] + 1] = [lines[start["line"]][: start["character"]] + it["newText"] + rest]
    file.write_text("".join(lines), encoding="utf-8")


def _show_file(editor: Editor, project: Path, path: str) -> None:
    began = time.perf_counter()
    uri, found = editor.open(path)
    say(f"\n{styled(path, BOLD)}  {len(found)} finding{'' if len(found) == 1 else 's'} in {_since(began)}")
    lines = (project / path).read_text("utf-8").splitlines()
    for diagnostic in found:
        _show_diagnostic(lines, diagnostic, _fixes(editor, uri, diagnostic))
    if not found:
        for pointer in _hooks(editor, uri):
            _fire(editor, uri, pointer)


def _show_diagnostic(lines: list[str], diagnostic: dict[str, Any], fixes: Iterable[str]) -> None:
    word, tint = _TINTS[diagnostic["severity"]]
    start, end = diagnostic["range"]["start"], diagnostic["range"]["end"]
    number, line = start["line"] + 1, lines[start["line"]]
    say(f"  {styled(word, tint, BOLD)} {diagnostic['message']} ({diagnostic['code']})")
    say(f"  {number:>3} | {line}")
    carets = "^" * max(1, end["character"] - start["character"])
    say(f"      | {' ' * start['character']}{styled(carets, tint)}")
    for title in fixes:
        say(f"      {styled('fix:', GREEN)} {title}")


def _fixes(editor: Editor, uri: str, diagnostic: dict[str, Any]) -> list[str]:
    return [it["title"] for it in _actions(editor, uri, diagnostic)]


def _actions(editor: Editor, uri: str, diagnostic: dict[str, Any]) -> list[dict[str, Any]]:
    context = {"diagnostics": [diagnostic], "only": ["quickfix"]}
    params = {"textDocument": {"uri": uri}, "range": diagnostic["range"], "context": context}
    actions = editor.request("textDocument/codeAction", params)
    return [it for it in actions if it["diagnostics"][0]["code"] == diagnostic["code"]]


def _hooks(editor: Editor, uri: str) -> list[str]:
    """Where the hooks stand that have a lens to fire them; the lens of a whole group is left out."""
    lenses = editor.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    commands = [it["command"] for it in lenses if it["command"]["command"] == "hookwright.fire"]
    pointers = [it["arguments"][0]["pointer"] for it in commands]
    return [it for it in pointers if not any(other.startswith(f"{it}/") for other in pointers)]


def _fire(editor: Editor, uri: str, pointer: str) -> None:
    say(f"  {styled('▶ Fire', BLUE)} {pointer.split('/')[2]}")
    began = time.perf_counter()
    outcome = editor.request("hookwright/fire", {"uri": uri, "pointer": pointer})["outcome"]
    took = _since(began)
    run = outcome["runs"][0]
    mark, tint = _MARKS.get(run["status"], ("!", YELLOW))
    decision = outcome["decision"] or run["status"]
    say(f"    {styled(f'{mark} {decision}', tint, BOLD)} · {run['durationMs']:.0f} ms, {took} in all")
    told = [(f"tells the {it['to']}", it["text"]) for it in outcome["messages"]]
    told += [("adds for the model", outcome["additionalContext"]), ("because", outcome["reason"])]
    said: set[str] = set()
    for how, text in told:
        if text and text not in said:
            said.add(text)
            say(f"    {how}: {text.strip()}")


def _show_decision(editor: Editor, project: Path) -> None:
    began = time.perf_counter()
    payload = {"tool_name": "Bash", "tool_input": {"command": "cat .env"}, "tool_use_id": "toolu_demo"}
    params = {"event": "PreToolUse", "dialect": "claude-code", "projectDir": str(project), "payload": payload}
    outcome = editor.request("hookwright/dispatch", params)
    say(f"\n{styled('An agent dispatches', BOLD)} PreToolUse for `cat .env`")
    say(f"  {styled(str(outcome['decision']), RED, BOLD)} in {_since(began)}: {outcome['reason']}")


def _since(began: float) -> str:
    return f"{(time.perf_counter() - began) * 1000:.0f} ms"
