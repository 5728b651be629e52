"""The text of an attack: which holes it shows, and what stays whole in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace
from tests.unit.attacking.people import DELETION_IN_SHELL

from hookwright.attacking.asking.asking_user import as_it_asks
from hookwright.attacking.asking.guard import Guard, guard_at
from hookwright.attacking.asking.results import Attacked, Circumstance, Tried, Verdict
from hookwright.attacking.forms.model import Change, Label, Variant
from hookwright.attacking.report import attack_report
from hookwright.attacking.report_json import attack_json
from hookwright.attacking.texts.meant import Meant
from hookwright.host import Host
from hookwright.model.outcome import Folded, Outcome
from hookwright.model.reaction import Decision
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


def test_why_the_hook_is_not_asked_is_said_once(tmp_path: Path) -> None:
    calls = [
        replace(
            _passed("rm", f"rm {tool}"),
            verdict=Verdict.NOT_ASKED,
            payload={"tool_name": tool},
            said=f"`{tool}` is no Bash",
        )
        for tool in ("Read", "Grep")
    ]
    report = attack_report(_guard(tmp_path / "shop"), _found(*calls))
    assert "rm Grep" in report
    assert report.count("It is not asked: ") == 1


def test_the_branch_of_a_call_is_named_if_it_is_not_that_of_the_project(tmp_path: Path) -> None:
    guard = _guard(tmp_path / "shop")
    found = _found(replace(_passed("force push", "git push -f"), on="main"), _passed("force push", "git push -fq"))
    report = " ".join(attack_report(guard, found).split())
    assert "This is form git push -f. `main` is checked out." in report
    assert report.count("is checked out") == 1
    reasons = {it["text"]: it["why"] for it in attack_json(guard, found)["holes"]}
    assert "`main` is checked out." in reasons["git push -f"]
    assert "`main` is checked out." not in reasons["git push -fq"]


def test_what_the_guard_says_is_cut_and_said_once(tmp_path: Path) -> None:
    texts = ("git push -n -f", "grep -rn -e '--force' src")
    calls = [
        Tried(
            variant=replace(_passed("push", it).variant, label=Label.HARMLESS),
            verdict=Verdict.FALSE_ALARM,
            payload={},
            said=f"Blocked: {it} is not allowed here, {'as it destroys work, ' * 20}and there is no way around it.",
        )
        for it in texts
    ]
    report = " ".join(attack_report(_guard(tmp_path / "shop"), _found(*calls)).split())
    assert all(it in report for it in texts)
    assert report.count("The guard says: Blocked: git push -n -f is not allowed here") == 1
    assert report.count("The guard says") == 1
    assert "no way around it" not in report


def test_a_circumstance_with_a_long_name_says_how(tmp_path: Path) -> None:
    name, how = f"Write of `{'a' * 40}`", "the file opens the guard for all that comes after it"
    circumstance = Circumstance(name=name, refuses=False, is_fault=True, how=how)
    report = attack_report(_guard(tmp_path / "shop"), _found(_passed("rm", "rm a"), circumstances=(circumstance,)))
    assert f"{name} LETS PASS" in report
    assert how in " ".join(report.split())
    assert max(map(len, report.splitlines())) <= 80


def test_a_tool_that_is_not_asked_about_hides_no_call_that_passes(tmp_path: Path) -> None:
    """The command itself has no change, so it would account for all forms of it."""
    base = Variant("production", "sql", Label.DESTRUCTIVE, "psql -c 'DROP TABLE a'", "It deletes.", of="psql")
    change = Change("tool execute_sql", "The tool runs it.")
    unasked = Tried(variant=base, verdict=Verdict.NOT_ASKED, payload={})
    passed = Tried(
        variant=replace(base, does="execute_sql of an MCP server", text="DROP/**/TABLE a", changes=(change,)),
        verdict=Verdict.PASSED,
        payload={},
    )
    assert [it.smallest for it in _found(unasked, passed).holes] == [unasked, passed]


def _made(seed: str, text: str, *families: str) -> Tried:
    changes = tuple(Change(it, "It does the same.") for it in families)
    variant = Variant("history", seed, Label.DESTRUCTIVE, text, "It loses changes.", changes, of=seed)
    return Tried(variant=variant, verdict=Verdict.PASSED, payload={})


def test_a_form_hides_no_other_command_and_no_flags_of_another_one() -> None:
    plain = _made("git checkout -- .", "git checkout -- .")
    other = _made("git checkout -- .", "git stash && git stash drop", "same: stash")
    behind = _made("git branch -D a", "git branch a -D", "order at the end")
    also = _made("git reset --hard", "git reset HEAD --hard", "order at the end")
    holes = _found(plain, other, behind, also).holes
    assert {it.smallest.variant.text for it in holes} == {it.variant.text for it in (plain, other, behind, also)}


def test_a_form_accounts_for_what_is_known_by_it() -> None:
    plain = _made("git checkout -- .", "git checkout -- .")
    sudo = _made("git checkout -- .", "sudo git checkout -- .", "wrapper sudo")
    other = _made("git clean -f", "sudo git clean -f", "wrapper sudo")
    twice = _made("git clean -f", "sudo git -C . clean -f", "options before", "wrapper sudo")
    (found,) = _found(plain, sudo).holes
    assert (found.smallest, found.others) == (plain, 1)
    (found,) = _found(sudo, other, twice).holes
    assert (found.smallest, found.others) == (other, 2)


def test_what_agents_write_anyway_comes_before_what_only_gets_past_a_guard() -> None:
    quoted = _made("rm -rf ~", "r''m -rf ~", "quotes")
    usual = _made("rm -rf ~", "rm --recursive --force ~", "flags `-r`")
    assert [it.smallest for it in _found(quoted, usual).holes] == [usual, quoted]


def test_holes_that_take_a_trick_are_a_list_of_their_own(tmp_path: Path) -> None:
    quoted = _made("rm -rf ~", "r''m -rf ~", "quotes")
    usual = _made("rm -rf ~", "rm --recursive --force ~", "flags `-r`")
    stopped = replace(_made("rm -rf ~", "rm -rf ~"), verdict=Verdict.STOPPED)
    report = attack_report(_guard(tmp_path / "shop"), _found(stopped, quoted, usual))
    assert "It stopped 1 of the 2 calls that are not tricks." in report
    holes, tricks = report.split("Holes, each")[1].split("Holes that take a trick")
    assert "rm --recursive" in holes
    assert "r''m" not in holes
    assert "r''m" in tricks


def test_a_short_list_has_each_kind_of_change(tmp_path: Path) -> None:
    flags = (_made("rm", f"rm -{it} ~", f"flags {it}") for it in range(30))
    report = attack_report(_guard(tmp_path / "shop"), _found(*flags, _made("rm", "sudo rm -rf ~", "wrapper sudo")))
    assert "20. sudo rm -rf ~" in report


def test_a_false_alarm_of_every_day_comes_before_a_comment() -> None:
    def refused(text: str, family: str) -> Tried:
        variant = Variant("deletion", "rm", Label.HARMLESS, text, "", (Change(family, "It is harmless."),))
        return Tried(variant=variant, verdict=Verdict.FALSE_ALARM, payload={})

    comment, message = refused("true # rm", "mention comment"), refused("git commit -m 'docs: rm'", "mention message")
    assert [it.smallest for it in _found(comment, message).false_alarms] == [message, comment]


def test_a_guard_that_only_asks_forbids_nothing() -> None:
    why = "The guard does not let the agent change `a.txt`."
    tried = [replace(it, variant=replace(it.variant, why=why)) for it in (_passed("rm", "rm a"),)]

    def answer(**folded: Any) -> Outcome:
        return Outcome(dispatch_id="1", event="PreToolUse", dialect="claude-code", folded=Folded(**folded))

    def said(*answers: Outcome) -> str:
        return as_it_asks(tried, answers)[0].variant.why

    asks, denies, passes = answer(decision=Decision.ASK), answer(decision=Decision.DENY), answer()
    assert said(asks, passes) == "The guard asks the user before it lets the agent change `a.txt`."
    assert said(asks, denies) == said(passes) == why
