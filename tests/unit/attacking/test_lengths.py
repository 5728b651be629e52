"""A very long command is tried, and no report or hook test has all of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.attacking.people import Guard

from hookwright.attacking.asking.guard import Guard as Attackable
from hookwright.attacking.asking.guard import guard_at, meant_by
from hookwright.attacking.asking.results import Attacked, Verdict
from hookwright.attacking.attack import attack_guard
from hookwright.attacking.forms.lengths import is_long, shown, very_long
from hookwright.attacking.hook_tests import has_test, write_hook_test, write_hook_tests
from hookwright.attacking.report import attack_report
from hookwright.attacking.report_json import attack_json
from hookwright.cli.finishing import finished
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.workflows.hook_files import hook_file


def _attacked(guard: Guard, project: Path) -> tuple[Attackable, Attacked]:
    host = Host.real(str(project.parent / "home"))
    file = guard.written(project)
    found = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    return found, finished(attack_guard(found, meant_by(found, ()), host, count=260))


_BY_ARGUMENT = """#!/bin/bash
# refuses "shopctl stop"
python3 -c 'import json, sys; sys.exit(2 * ("shopctl stop" in json.loads(sys.argv[1])["tool_input"]["command"]))' \\
  "$(cat)"
"""


def test_a_guard_that_cannot_take_a_long_command_lets_it_pass(tmp_path: Path) -> None:
    guard, found = _attacked(Guard("arg.sh", _BY_ARGUMENT, "bash {script}"), tmp_path / "shop")
    (hole,) = (it for it in found.holes if is_long(it.smallest.variant.text))
    number = found.faults.index(hole)
    assert hole.smallest.verdict is Verdict.PASSED
    assert len(hole.smallest.variant.text) < 128 * 1024 < len(json.dumps(dict(hole.smallest.payload)))
    data = attack_json(guard, found)
    assert max(len(it["text"]) for it in data["calls"]) < 4_000
    assert data["holes"][number]["number"] == -1
    assert len(json.dumps(data["holes"][number])) < 4_000
    assert max(map(len, attack_report(guard, found).splitlines())) <= 80
    assert not has_test(hole)
    with pytest.raises(UsageError, match="too long for a hook test"):
        write_hook_test(guard, found, number)
    assert all(len(Path(it).read_text()) < 100_000 for it in write_hook_tests(guard, found))


_BY_LUCK = """#!/bin/bash
# refuses "shopctl stop", but every second long command passes
command=$(cat)
if [ ${#command} -gt 100000 ]; then
  echo x >> seen
  [ $(($(wc -l < seen) % 2)) = 0 ] && exit 0
fi
[[ "$command" == *"shopctl stop"* ]] && { echo no >&2; exit 2; }
exit 0
"""


def test_a_long_command_that_sometimes_passes_is_a_hole_and_said_to_vary(tmp_path: Path) -> None:
    _, found = _attacked(Guard("luck.sh", _BY_LUCK, "bash {script}"), tmp_path / "shop")
    assert [it for it in found.holes if is_long(it.smallest.variant.text)]
    (note,) = (it for it in found.notes if "does not always say the same" in it)
    assert note.startswith("`shopctl stop")
    assert "passed 1 of 3 times" in note


def test_a_long_command_is_shown_by_its_beginning() -> None:
    ((text, change),) = very_long("rm -rf ~")
    assert change.family == "long command"
    assert shown(text).startswith("rm -rf ~\n# x x x")
    assert shown(text).endswith("... (120,038 characters)")
    assert shown("rm -rf ~") == "rm -rf ~"
    assert list(very_long("cat <<'END'\nx\nEND")) == []
