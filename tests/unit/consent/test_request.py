"""What ends an agreement, beside the files that a command reaches."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.unit.consent.asked import Asked

from hookwright.consent import request
from hookwright.consent.request import Confinement
from hookwright.reach import found


def test_a_variable_that_a_test_adds_is_part_of_the_agreement(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    hook = {"type": "command", "command": "env"}

    assert place.agreed(place.planned(hook))
    assert "the test sets LEVEL=1\n" in place.agreed(place.planned(hook, {"LEVEL": "1"}))
    assert place.agreed(place.planned(hook, {"LEVEL": "1"})) == ""
    assert "the test sets LEVEL=2\n" in place.agreed(place.planned(hook, {"LEVEL": "2"}))
    assert "the test sets" not in place.agreed(place.planned(hook))


def test_an_agreement_for_a_copy_is_none_for_the_workspace(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    wanted = place.planned({"type": "command", "command": "env"})
    for agreed, it in enumerate(reversed(Confinement)):
        # What has more in reach is asked about again, and covers what has less.
        assert place.agreed(replace(wanted, confinement=it))
        for narrower in list(Confinement)[len(Confinement) - 1 - agreed :]:
            assert not place.agreed(replace(wanted, confinement=narrower))


def test_a_key_of_the_hook_is_part_of_the_agreement(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    hook = {"type": "command", "command": "env"}
    assert place.agreed(place.planned({**hook, "timeout": 5}))
    assert place.agreed(place.planned({**hook, "timeout": 6}))
    assert place.agreed(place.planned({**hook, "if": "Bash(ls)"}))


def test_a_variable_of_the_settings_is_part_of_the_agreement(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    hook = {"type": "command", "command": "env"}
    assert place.agreed(place.planned(hook, env={"LEVEL": "1"}))
    assert not place.agreed(place.planned(hook, env={"LEVEL": "1"}))
    assert place.agreed(place.planned(hook, env={"LEVEL": "2"}))


def test_where_it_runs_is_part_of_the_agreement(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    wanted = place.planned({"type": "command", "command": "env"})
    assert place.agreed(wanted)
    plan = wanted.plan
    elsewhere = replace(plan.facts, payload={**plan.facts.payload, "cwd": "/"})
    assert place.agreed(replace(wanted, plan=replace(plan, facts=elsewhere)))
    other = replace(plan.request, project_dir=str(tmp_path))
    assert place.agreed(replace(wanted, plan=replace(plan, request=other)))


def test_which_program_a_name_stands_for_is_part_of_the_agreement(tmp_path: Path) -> None:
    path = os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]])
    place = Asked(tmp_path, {"PATH": path})
    assert place.asked("env")
    assert not place.asked("env")
    program = tmp_path / "bin" / "env"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert place.asked("env")


def test_files_that_are_too_large_together_are_not_read_and_count_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request, "_LARGEST_FILE", 30)
    place = Asked(tmp_path)
    for name in ("a", "b"):
        place.write(f"{name}.sh", "#!/bin/sh\n# 20 bytes\n")
    assert "counts once" not in place.asked("sh a.sh")
    both = place.asked("sh a.sh; sh b.sh")
    assert "b.sh`: that is not read" in both
    assert place.asked("sh a.sh; sh b.sh") == both


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"command": "env", "args": ["a"]}, {"command": "env", "args": ["b"]}),
        ({"command": "env"}, {"command": "env", "env": {"LD_PRELOAD": "x"}}),
        ({"url": "https://a/"}, {"url": "https://b/"}),
        ({"url": "https://a/"}, {"url": "https://a/", "headers": {"X": "${TOKEN}"}}),
    ],
)
def test_the_server_of_a_tool_is_part_of_the_agreement(
    tmp_path: Path, before: dict[str, Any], after: dict[str, Any]
) -> None:
    place = Asked(tmp_path, {"TOKEN": "t"})
    hook = {"type": "mcp_tool", "server": "db", "tool": "query"}
    place.write(".mcp.json", json.dumps({"mcpServers": {"db": before}}))
    assert place.agreed(place.planned(hook))
    assert not place.agreed(place.planned(hook))
    place.write(".mcp.json", json.dumps({"mcpServers": {"db": after}}))
    assert place.agreed(place.planned(hook))


def test_a_variable_that_the_settings_let_through_later_is_asked_about(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    hook = {
        "type": "http",
        "url": "https://a/",
        "headers": {"X": "$TOKEN"},
        "allowedEnvVars": ["TOKEN"],
    }
    assert "$TOKEN" not in place.agreed(place.planned(hook, httpHookAllowedEnvVars=[]))
    assert "sends `$TOKEN`" in place.agreed(place.planned(hook, httpHookAllowedEnvVars=["TOKEN"]))


@pytest.mark.parametrize("name", ["BASH_ENV", "ENV"])
def test_what_a_variable_of_the_settings_has_a_shell_load_is_part_of_the_agreement(tmp_path: Path, name: str) -> None:
    place = Asked(tmp_path)
    place.write("start.sh", "true\n")
    hook = {"type": "command", "command": "true"}
    settings = {name: str(place.project / "start.sh")}
    assert "start.sh" in place.agreed(place.planned(hook, env=settings))
    assert not place.agreed(place.planned(hook, env=settings))
    place.write("start.sh", "echo other\n")
    assert place.agreed(place.planned(hook, env=settings))


def test_a_variable_of_the_settings_that_loads_more_has_the_answer_count_once(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    wanted = place.planned({"type": "command", "command": "true"}, env={"LD_PRELOAD": "x.so"})
    assert "by way of `LD_PRELOAD`: that is not read" in place.agreed(wanted)
    assert place.agreed(wanted)


def test_what_a_script_is_given_counts_unless_all_is_known(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    for name in ("given.sh", "known.sh"):
        place.write(name, "true\n", runs=True)
    place.write("runs.py", "import subprocess, sys\nsubprocess.run([sys.argv[1]])\n")
    place.write("plain.sh", 'echo "$1"\n')
    assert str(place.project / "given.sh") in place.request("python3 runs.py ./given.sh").scripts
    assert str(place.project / "known.sh") not in place.request("sh plain.sh ./known.sh").scripts


def test_more_files_than_are_read_have_the_answer_count_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "_MOST_FILES", 2)
    place = Asked(tmp_path)
    for name in "abc":
        place.write(f"{name}.sh", "true\n")
    assert place.request("sh a.sh; sh b.sh").unread == ()
    assert place.request("sh a.sh; sh b.sh; sh c.sh").unread == ("more than 2 files",)


def test_a_program_or_an_interpreter_of_the_project_is_one_of_the_files(tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "project" / "bin"
    place = Asked(tmp_path, {"PATH": os.pathsep.join([str(folder), os.environ["PATH"]])})
    for name in ("guard", "python3"):
        place.write(f"bin/{name}", "#!/bin/sh\n", runs=True)
    assert str(folder / "guard") in place.request("guard").scripts
    assert str(folder / "python3") in place.request("bin/python3 -c 1").scripts


def test_modules_of_a_package_find_those_beside_it(tmp_path: Path) -> None:
    place = Asked(tmp_path)
    place.write("hooks/guard.py", "from rules import one\n")
    place.write("hooks/rules/__init__.py", "")
    place.write("hooks/rules/one.py", "import reader\nimport elsewhere\n")
    reader = place.write("hooks/reader/__init__.py", "")
    asked = place.request("python3 hooks/guard.py")
    assert str(reader) in asked.scripts
    assert asked.deeper == ("the module `elsewhere`",)
