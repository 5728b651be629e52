"""What a guard only stops by a rule about something else is not what it is meant to stop."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

TABLES = Guard(
    "tables.sh",
    r"""#!/bin/bash
# The address of the database is in .env, which nobody else needs.
command=$(jq -r '.tool_input.command // empty')
if grep -qiE 'TRUNCATE[[:space:]]|DROP[[:space:]]+TABLE' <<< "$command"; then
  echo "No tables are lost here; .env says which database it is." >&2
  exit 2
fi
exit 0
""",
    "bash {script}",
)


def test_a_rule_for_tables_is_not_about_files(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    found = attacked(TABLES, tmp_path / "shop")
    assert "production" in {it.name for it in found.meant.aims}
    assert "protected" not in {it.name for it in found.meant.aims}
    (note,) = (it for it in found.notes if "by a rule about something else" in it)
    assert note.startswith(
        "the guard stops `truncate -s 0 .env` by a rule about something else, as it stops that for any"
    )
