"""`hookwright schema` as somebody runs it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests import warm

from hookwright.analysis.settings.schema import FILE, settings_schema_text
from hookwright.cli.output_schema import FILE as OUTPUT
from hookwright.cli.output_schema import output_schema_text
from hookwright.dialects import by_id, written
from hookwright.schemas.json_schema import file_name, schema_of, schema_text
from hookwright.testing.schema import FILE_NAME, hooktest_schema_text


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    command = warm.hookwright("schema", *words)
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_one_is_printed_as_its_file_has_it() -> None:
    done = _run("ai-agents")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == schema_text(by_id("ai-agents"))


def test_without_an_id_all_are_printed_by_their_ids() -> None:
    printed = json.loads(_run().stdout)

    assert printed == {it.id: schema_of(it) for it in written()}


def test_they_are_written_into_a_folder_that_need_not_be_there(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "schemas"

    done = _run("--out", str(folder))

    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        str(folder / it) for it in (*map(file_name, written()), FILE, FILE_NAME, OUTPUT)
    ]
    assert {it.name: it.read_text(encoding="utf-8") for it in folder.iterdir()} == {
        FILE: settings_schema_text(),
        FILE_NAME: hooktest_schema_text(),
        OUTPUT: output_schema_text(),
        **{file_name(it): schema_text(it) for it in written()},
    }


def test_one_alone_is_written(tmp_path: Path) -> None:
    assert _run("open-plugin", "--out", str(tmp_path)).returncode == 0
    assert [it.name for it in tmp_path.iterdir()] == ["open-plugin.schema.json"]


def test_the_one_of_the_settings_is_printed() -> None:
    assert _run("settings").stdout == settings_schema_text()


def test_the_one_of_what_commands_print_is_printed() -> None:
    assert _run("output").stdout == output_schema_text()


def test_a_name_that_is_like_no_other_is_refused_with_every_name() -> None:
    done = _run("xyzzy")

    assert done.returncode == 2
    names = [*(it.id for it in written()), "settings", "hooktest", "output", "payload:ID/EVENT"]
    assert done.stderr.endswith(f": use one of {', '.join(f'`{it}`' for it in names)}\n")


def test_an_unknown_dialect_is_told_with_the_nearest_one() -> None:
    done = _run("ai-agent")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "hookwright: `ai-agent` is not a dialect or another schema: did you mean `ai-agents`?\n"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    done = _run("--out", str(tmp_path / "file" / "schemas"))

    assert done.returncode == 2
    assert done.stderr.startswith(f"hookwright: Cannot write to `{tmp_path}/file/schemas` (not a directory)")
