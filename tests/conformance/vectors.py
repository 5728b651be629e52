"""The vectors of this folder, and which of them hold already: those whose dialect and rules exist."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookwright.analysis.rules import RULES
from hookwright.dialects import DIALECTS

_HERE = Path(__file__).parent
_IDS = {dialect.id for dialect in DIALECTS}
_CODES = {rule.code for rule in RULES}


def vectors(folder: str) -> list[dict[str, Any]]:
    """Every vector below the folder that speaks of a known dialect and of known rules."""
    found = [it for file in sorted((_HERE / folder).glob("*.json")) for it in json.loads(file.read_text())]
    return [it for it in found if it["dialect"] in _IDS and _codes(it) <= _CODES]


def write(files: dict[str, Any], project: Path, home: Path) -> None:
    """Lays out `project:PATH` and `user:PATH` files: objects as JSON, strings as they are, or `{text, mode}`."""
    for name, content in files.items():
        where, _, path = name.partition(":")
        target = (project if where == "project" else home) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = None
        if isinstance(content, dict) and "text" in content and set(content) <= {"text", "mode"}:
            content, mode = content["text"], content.get("mode")
        target.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=2))
        if mode:
            target.chmod(int(mode, 8))


def _codes(vector: dict[str, Any]) -> set[str]:
    if vector.get("kind") != "diagnostics":
        return set()
    return {it["code"] for it in vector["expect"]} | set(vector.get("absent", []))
