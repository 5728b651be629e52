"""Help and completion import nothing that only a command needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from hookwright.cli import COMMANDS

_HEAVY = {"analysis", "config", "dialects", "engine", "lsp", "matching", "policies", "syntax", "transport"}
_FOREIGN = {"asyncio", "lsprotocol", "pydantic", "pygls", "sqlite3", "tree_sitter"}
_ASK = """
import contextlib, io, json, os, sys
told, heavy = {}, set(json.loads(sys.argv[1]))
for words, environ in json.loads(sys.argv[2]):
    sys.argv = ["hookwright", *words]
    os.environ.update(environ)
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())) as shown:
        from hookwright.cli import main
        main()
    shown.seek(0)
    told[" ".join([*words, *environ.values()])] = [bool(shown.read()), sorted(heavy & set(sys.modules))]
print(json.dumps(told))
"""


def test_help_and_completion_import_no_more_than_they_print() -> None:
    asked: list[tuple[list[str], dict[str, str]]] = [([*it, "--help"], {}) for it in ([], *([it] for it in COMMANDS))]
    asked += [([], _completing(it)) for it in ("hookwright ", "hookwright check --", "hookwright rules --f")]
    heavy = [*_FOREIGN, *(f"hookwright.{it}" for it in _HEAVY)]
    told = json.loads(_python("-c", _ASK, json.dumps(heavy), json.dumps(asked)))
    assert all(it == [True, []] for it in told.values()), told
    assert len(told) == len(asked)


def test_completion_offers_the_commands() -> None:
    offered = _python("-m", "hookwright", **_completing("hookwright d", "zsh")).split("\n")
    commands = {it: summary for it, summary in COMMANDS.items() if it.startswith("d")}
    assert dict(zip(offered[1::3], offered[2::3], strict=False)) == commands


def _completing(line: str, shell: str = "bash") -> dict[str, str]:
    """What a shell says of a line that is to be completed at its end."""
    last = len(line.split(" ")) - 1
    return {"COMP_WORDS": line, "COMP_CWORD": str(last), "_HOOKWRIGHT_COMPLETE": f"{shell}_complete"}


def _python(*words: str, **environ: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], env={**os.environ, **environ}, capture_output=True, text=True, check=True
    )
    return done.stdout
