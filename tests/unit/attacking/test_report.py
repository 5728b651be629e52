"""The text of an attack: which holes it shows, and what stays whole in it."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import DELETION_IN_SHELL

from hookwright.attacking.asking.guard import Guard, guard_at
from hookwright.attacking.asking.results import Attacked, Circumstance, Tried, Verdict
from hookwright.attacking.forms.model import Change, Label, Variant
from hookwright.attacking.report import attack_report
from hookwright.attacking.texts.meant import Meant
from hookwright.host import Host
from hookwright.workflows.hook_files import hook_file

_LONG = "rm db/migrations/20260429_231129_5a5215da__unified_paste_images_of_all_customers_of_the_shop.sql"


def _guard(project: Path) -> Guard:
    host = Host.real(str(project.parent / "home"))
    file = DELETION_IN_SHELL.written(project)
    return guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)


def _passed(seed: str, text: str) -> Tried:
    change = Change(f"form {text}", f"This is form {text}.")
    variant = Variant("deletion", seed, Label.DESTRUCTIVE, text, "It deletes.", (change,), of=seed)
    return Tried(variant=variant, verdict=Verdict.PASSED, payload={})


def _found(*tried: Tried, circumstances: tuple[Circumstance, ...] = ()) -> Attacked:
    return Attacked(meant=Meant((), "its text"), tried=tried, circumstances=circumstances, notes=(), number=0)


def test_each_seed_has_a_hole_in_the_list(tmp_path: Path) -> None:
    found = _found(*(_passed("rm", f"rm {number:02}") for number in range(30)), _passed("find", _LONG))
    report = attack_report(_guard(tmp_path / "shop"), found)
    assert _LONG.removeprefix("rm ") in report
    assert "rm 18" in report
    assert "rm 19" not in report
    assert "... and 11 more; `--all` shows them." in report
    whole = attack_report(_guard(tmp_path / "other"), found, every=True)
    assert "rm 29" in whole
    assert "more;" not in whole


def test_a_circumstance_with_a_long_name_says_how(tmp_path: Path) -> None:
    name, how = f"Write of `{'a' * 40}`", "the file opens the guard for all that comes after it"
    circumstance = Circumstance(name=name, refuses=False, is_fault=True, how=how)
    report = attack_report(_guard(tmp_path / "shop"), _found(_passed("rm", "rm a"), circumstances=(circumstance,)))
    assert f"{name} LETS PASS" in report
    assert how in " ".join(report.split())
    assert max(map(len, report.splitlines())) <= 80
