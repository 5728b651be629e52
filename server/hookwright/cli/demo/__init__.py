"""`hookwright demo`: a sample workspace is made, checked and fired through the real language server."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from hookwright.cli.demo.client import Editor
from hookwright.cli.demo.place import environment, temporary_folder
from hookwright.cli.demo.workspace import BAD, GOOD, lay_out
from hookwright.engine.process import require_processes

_TINTS = {1: ("error", "red"), 2: ("warning", "yellow"), 3: ("information", "blue"), 4: ("hint", "cyan")}
_MARKS = {"succeeded": ("✓", "green"), "blocked": ("✗", "red")}


@click.command("demo", short_help="See it work on a sample workspace.")
def command() -> None:
    """Make a sample workspace, check it and fire its hooks; the shortest way to see hookwright work.

    It happens in a temporary folder, which is removed at the end; nothing of yours is read or changed.
    """
    require_processes()
    began = time.perf_counter()
    with temporary_folder() as folder:
        project = folder / "project"
        project.mkdir()
        lay_out(project)
        with Editor(project, folder / "home", environment(os.environ, folder), _Questions()) as editor:
            _say(f"language server up in {_since(began)}")
            for path in (BAD, GOOD):
                _show_file(editor, project, path)
            _show_decision(editor, project)
    click.echo(f"\nAll of it in {_since(began)}. Now try it on your own project:  hookwright check")


class _Questions:
    """Agrees to what the server asks; the first question is shown whole, of the others only what is to be run."""

    def __init__(self) -> None:
        self._asked = False

    def __call__(self, message: str, answers: Sequence[str]) -> int:
        heading, _, text = message.partition("\n\n")
        bar = click.style("┃", fg="yellow")
        for line in [heading, "", *text.splitlines()[: 1 if self._asked else None]]:
            click.echo(f"    {bar} {line}".rstrip())
        chosen = click.style(f"[{answers[0]}]", fg="green", bold=True)
        click.echo(f"    {bar} {'  '.join([chosen, *answers[1:]])}  ← agreed to, for this demo")
        self._asked = True
        return 0


def _show_file(editor: Editor, project: Path, path: str) -> None:
    began = time.perf_counter()
    uri, found = editor.open(path)
    click.echo(
        f"\n{click.style(path, bold=True)}  {len(found)} finding{'' if len(found) == 1 else 's'} in {_since(began)}"
    )
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
    click.echo(f"  {click.style(word, fg=tint, bold=True)} {diagnostic['message']} ({diagnostic['code']})")
    click.echo(f"  {number:>3} | {line}")
    carets = "^" * max(1, end["character"] - start["character"])
    click.echo(f"      | {' ' * start['character']}{click.style(carets, fg=tint)}")
    for title in fixes:
        click.echo(f"      {click.style('fix:', fg='green')} {title}")


def _fixes(editor: Editor, uri: str, diagnostic: dict[str, Any]) -> list[str]:
    context = {"diagnostics": [diagnostic], "only": ["quickfix"]}
    params = {"textDocument": {"uri": uri}, "range": diagnostic["range"], "context": context}
    actions = editor.request("textDocument/codeAction", params)
    return [it["title"] for it in actions if it["diagnostics"][0]["code"] == diagnostic["code"]]


def _hooks(editor: Editor, uri: str) -> list[str]:
    """Where the hooks stand that have a lens to fire them; the lens of a whole group is left out."""
    lenses = editor.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    commands = [it["command"] for it in lenses if it["command"]["command"] == "hookwright.fire"]
    pointers = [it["arguments"][0]["pointer"] for it in commands]
    return [it for it in pointers if not any(other.startswith(f"{it}/") for other in pointers)]


def _fire(editor: Editor, uri: str, pointer: str) -> None:
    click.echo(f"  {click.style('▶ Fire', fg='blue')} {pointer.split('/')[2]}")
    began = time.perf_counter()
    outcome = editor.request("hookwright/fire", {"uri": uri, "pointer": pointer})["outcome"]
    took = _since(began)
    run = outcome["runs"][0]
    mark, tint = _MARKS.get(run["status"], ("!", "yellow"))
    decision = outcome["decision"] or run["status"]
    click.echo(
        f"    {click.style(f'{mark} {decision}', fg=tint, bold=True)} · {run['durationMs']:.0f} ms, {took} in all"
    )
    told = [(f"tells the {it['to']}", it["text"]) for it in outcome["messages"]]
    told += [("adds for the model", outcome["additionalContext"]), ("because", outcome["reason"])]
    said: set[str] = set()
    for how, text in told:
        if text and text not in said:
            said.add(text)
            click.echo(f"    {how}: {text.strip()}")


def _show_decision(editor: Editor, project: Path) -> None:
    began = time.perf_counter()
    payload = {"tool_name": "Bash", "tool_input": {"command": "cat .env"}, "tool_use_id": "toolu_demo"}
    params = {"event": "PreToolUse", "dialect": "claude-code", "projectDir": str(project), "payload": payload}
    outcome = editor.request("hookwright/dispatch", params)
    click.echo(f"\n{click.style('An agent dispatches', bold=True)} PreToolUse for `cat .env`")
    click.echo(
        f"  {click.style(str(outcome['decision']), fg='red', bold=True)} in {_since(began)}: {outcome['reason']}"
    )


def _say(text: str) -> None:
    click.echo(click.style(text, dim=True))


def _since(began: float) -> str:
    return f"{(time.perf_counter() - began) * 1000:.0f} ms"
