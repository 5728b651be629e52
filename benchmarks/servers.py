"""Which servers are measured, and how the one that is no dependency is had."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from benchmarks.client import Server
from benchmarks.measure import Effort
from hookwright.dialects import by_id
from hookwright.schemas.json_schema import schema_of

PEERS = Path(__file__).with_name("peers")
HOOKWRIGHT = str(Path(sys.executable).with_name("hookwright"))
CACHE = Path(__file__).with_name(".cache")
_PACKAGE = "vscode-langservers-extracted@4.10.0"
VSCODE = "vscode-json"
PLAIN = "pygls, plain"


def hookwright(**environment: str) -> Server:
    """What an editor starts."""
    return Server("hookwright", (HOOKWRIGHT, "lsp"), options={"trusted": True}, environment=environment)


def plain() -> Server:
    """pygls as its documentation starts it."""
    return Server(PLAIN, (sys.executable, str(PEERS / "hello.py")))


def vscode_json(effort: Effort) -> Server | None:
    """VS Code's JSON server with the schema of the same table; None where it cannot be had."""
    modules = node_modules(effort)
    if modules is None:
        return None
    main = modules / "vscode-langservers-extracted" / "bin" / "vscode-json-language-server"
    schemas = [{"fileMatch": ["**/settings.json"], "url": "bench:/schema", "schema": schema_of(by_id("claude-code"))}]
    settings = {"json": {"validate": {"enable": True}, "schemas": schemas}}
    return Server(VSCODE, ("node", str(main), "--stdio"), settings=settings)


def editors(effort: Effort) -> dict[str, Server]:
    """Every server that judges what is typed, by name."""
    return {it.name: it for it in (hookwright(), plain(), vscode_json(effort)) if it is not None}


@cache
def node_modules(effort: Effort) -> Path | None:
    """The folder of VS Code's servers, installed by npm when first asked for; None where that is not possible.

    A smoke run installs nothing.
    """
    modules = CACHE / "node_modules"
    if (modules / "vscode-langservers-extracted").is_dir():
        return modules if shutil.which("node") else None
    if effort is Effort.SMOKE:
        return None
    if not (shutil.which("npm") and shutil.which("node")):
        print(f"node or npm is not here: nothing is measured beside {VSCODE}", file=sys.stderr)
        return None
    CACHE.mkdir(exist_ok=True)
    (CACHE / "package.json").write_text("{}\n")
    print(f"installing {_PACKAGE} into {CACHE.name}/ …", file=sys.stderr)
    command = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", _PACKAGE)
    try:
        installed = subprocess.run(command, cwd=CACHE, timeout=300, check=False, capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        installed = None
    if installed is None or installed.returncode != 0:
        reason = installed.stderr.strip().splitlines()[-1:] if installed else "it takes too long"
        print(f"npm cannot install it ({reason}): nothing is measured beside {VSCODE}", file=sys.stderr)
        shutil.rmtree(modules, ignore_errors=True)
        return None
    return modules
