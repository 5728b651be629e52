"""`make dialect NAME=…`: writes the files of a new dialect, as an example that works and is yours to change."""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from string import ascii_uppercase

from tools.dialect_index import tables

ROOT = Path(__file__).parents[1]
_TEMPLATES = Path(__file__).parent / "dialect_templates"
_REQUIREMENTS = ROOT / "docs" / "requirements.md"


def main(name: str) -> int:
    """Writes the files, makes what is generated from them, and prints what is left to do."""
    problem = _problem(name)
    if problem is not None:
        print(f"new dialect: {problem}", file=sys.stderr)
        return 2
    module, letter = name.replace("-", "_"), free_letter(_REQUIREMENTS.read_text("utf-8"))
    given = {
        "ID": name,
        "TITLE": name.replace("-", " ").capitalize(),
        "LETTER": letter,
        "LOWER": letter.lower(),
        "RANK": str(max(it.rank for it in tables()) + 10),
        "DATE": datetime.now(UTC).date().isoformat(),
    }
    files = {
        "table": ROOT / "server" / "hookwright" / "dialects" / f"{module}.py",
        "examples": ROOT / "tests" / "spec" / "dialects" / f"{name}.md",
        "planted": ROOT / "tests" / "planted" / f"{name}.md",
        "tests": ROOT / "tests" / "unit" / "dialects" / f"test_{module}.py",
    }
    for template, path in files.items():
        text = (_TEMPLATES / f"{template}.txt").read_text("utf-8")
        path.write_text(re.sub("@([A-Z]+)@", lambda it: given[it[1]], text), encoding="utf-8")
    print("written:", *(str(it.relative_to(ROOT)) for it in files.values()), sep="\n  ")
    print("Change them to what the agent does; then go on at step 2 of docs/dialects.md.")
    return 0


def free_letter(page: str) -> str:
    """The next letter that no section of the requirements has."""
    taken = set(re.findall(r"^## ([A-Z])\.", page, re.MULTILINE))
    return ascii_uppercase[max(map(ascii_uppercase.index, taken)) + 1]


def _problem(name: str) -> str | None:
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        return f"NAME={name or '…'} is not words with hyphens, such as example-agent"
    if any(it.id == name for it in tables()):
        return f"there is a dialect `{name}` already"
    return None


if __name__ == "__main__":
    sys.exit(main(*[*sys.argv[1:], ""][:1]))
