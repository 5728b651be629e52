"""Each kind of call is tried with each command that a guard stops."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace
from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.groups import group, strangeness
from hookwright.attacking.forms.model import POWERSHELL, SHELL, Label, Variant
from hookwright.attacking.forms.variants import Aim, destructive, is_particular
from hookwright.attacking.rounds import LEAST_USUAL_COUNT, MOST_USUAL_COUNT, rounds, usual_count, variants

_KNOWN = dangers()


def _aim(name: str, *seeds: str) -> Aim:
    danger = _KNOWN[name]
    chosen = tuple(it for it in danger.seeds if not seeds or it.name in seeds)
    return Aim(name, danger, chosen, is_named=False)


@every("seeds", [("rm", "repository"), ("rm", "project", "repository")])
def test_the_usual_count_tries_each_kind_with_each_seed(seeds: tuple[str, ...]) -> None:
    aim = _aim("deletion", *seeds)
    tried = {(it.does, it.text) for it in variants((aim,), count=usual_count((aim,)), number=0)}
    for seed in aim.seeds:
        kinds = defaultdict(set)
        for it in destructive(aim, seed):
            kinds[tuple(change.family for change in it.changes)].add((it.does, it.text))
        assert [kind for kind, calls in kinds.items() if calls.isdisjoint(tried)] == []


def test_a_guard_against_more_gets_more_calls_and_each_kind_of_change() -> None:
    one, all_of_them = (_aim("downloads"),), tuple(map(_aim, _KNOWN))
    assert LEAST_USUAL_COUNT < usual_count(one) < usual_count(all_of_them) == MOST_USUAL_COUNT
    found = variants(all_of_them, count=MOST_USUAL_COUNT, number=0)
    families = {change.family for it in found for change in it.changes}
    assert {"wrapper", "shell", "place", "tool", "same:", "beside:"} <= {it.partition(" ")[0] for it in families}
    assert {(it.name, seed.name) for it in all_of_them for seed in it.seeds} == {
        (it.danger, it.seed) for it in found if not it.changes
    }


def test_what_a_search_found_comes_on_top() -> None:
    aim = _aim("deletion", "rm")
    assert usual_count((aim,), 7) == usual_count((aim,)) + 7


def test_with_too_few_calls_each_kind_comes_with_some_seed() -> None:
    aim = _aim("history", "reset", "clean", "stash")
    found = variants((aim,), count=340, number=0)
    general = {
        it.changes[0].family
        for seed in aim.seeds
        for it in destructive(aim, seed)
        if it.does == SHELL and it.changes and not is_particular((it.changes[0].family,))
    }
    tried = {it.changes[0].family: it.seed for it in found if len(it.changes) == 1}
    assert general <= set(tried)
    assert {tried[it] for it in general} == {"reset", "clean", "stash"}


def test_each_group_of_kinds_comes_with_each_seed_before_the_rest() -> None:
    aim = _aim("history", "reset", "clean", "force push", "branch")
    every = [(it.seed, name) for seed in aim.seeds for it in destructive(aim, seed) if (name := _group_of(it))]
    found = variants((aim,), count=520, number=0)
    tried = {(it.seed, _group_of(it)) for it in found if len(it.changes) == 1}
    assert set(every) <= tried
    assert {seed for seed, name in every if name == "text of a shell"} == {it.name for it in aim.seeds}


def _group_of(variant: Variant) -> str | None:
    families = [it.family for it in variant.changes]
    return None if is_particular(families) else group(families)


@every(
    ("family", "name"),
    [
        ("quotes", "quotes of the program"),
        ("quotes in flags", "quotes of options"),
        ("quotes inside flags", "quotes"),
        ("quotes around a setting", "quotes of settings"),
        ("shell bash -lc", "text of a shell"),
        ("shell bash <<<", "input of a shell"),
        ('shell c=; eval "$c', "eval"),
        ("place ;true", "behind"),
        ("place || true", None),
        ("place ls", "another line before"),
        ("place ls;", "another command before"),
        ("place true&&", "another command before"),
        ("wrapper assignment", "a variable before"),
        ("wrapper sudo", "another program before"),
        ("wrapper xargs", "xargs"),
        ("wrapper read", None),
        ("wrapper find", None),
    ],
)
def test_a_kind_is_in_the_group_that_a_reader_would_take_it_for(family: str, name: str | None) -> None:
    assert group((family,)) == name


def test_a_command_that_powershell_starts_is_tried_by_it() -> None:
    made = {it.text for it in destructive(_aim("history", "reset"), _aim("history", "reset").seeds[0])}
    assert {"pwsh -c 'git reset --hard HEAD~1'", "pwsh -NoProfile -Command 'git reset --hard HEAD~1'"} <= made
    deletes = {it.text for it in destructive(_aim("deletion", "rm"), _aim("deletion", "rm").seeds[0])}
    assert "pwsh -c 'Remove-Item -Recurse -Force $HOME/Documents'" in deletes
    discards = [it.text for it in destructive(_aim("history", "discard"), _aim("history", "discard").seeds[0])]
    assert not [it for it in discards if it.startswith("pwsh") and " -- " in it]


def test_a_switch_stands_before_the_command_or_in_a_comment() -> None:
    aim = replace(_aim("deletion", "rm"), switches=("SKIP_GUARD=1",))
    made = {it.text for it in destructive(aim, aim.seeds[0])}
    assert {"SKIP_GUARD=1 rm -rf ~", "rm -rf ~ # SKIP_GUARD=1"} <= made
    bomb = replace(_aim("machine", "fork bomb"), switches=("SKIP_GUARD=1",))
    # A variable cannot stand before the definition of a function.
    assert not [it.text for it in destructive(bomb, bomb.seeds[0]) if it.text.startswith("SKIP_GUARD")]


def test_a_fork_bomb_is_given_to_no_shell_that_cannot_read_it() -> None:
    aim = _aim("machine", "fork bomb")
    made = [it.text for it in destructive(aim, aim.seeds[0])]
    assert "bash -c ':(){ :|:& };:'" in made
    assert not [it for it in made if it.startswith(("sh ", "sudo sh", "python3 -c 'import os;")) or it.endswith("| sh")]


@every(
    "text",
    ["rm -rf build && rm -rf ~", "rm -rf build\nrm -rf ~", "rm -rf build | rm -rf ~", "cd ~ && rm -rf build"],
)
def test_a_harmless_command_beside_it(text: str) -> None:
    assert text in {it.text for it in destructive(_aim("deletion", "rm"), _aim("deletion", "rm").seeds[0])}


def test_a_guard_that_lets_every_command_pass_is_still_asked_about_other_tools() -> None:
    course = rounds((_aim("protected", "env file"),), count=120, number=0)
    first = next(course)
    second = course.send([it for it in first if it.does == SHELL])
    assert {"Write", "Edit"} <= {it.does for it in second}
    third = course.send([it for it in second if it.does == SHELL])
    assert {it.label for it in third} == {Label.HARMLESS}


def test_the_reason_of_a_form_that_stands_for_the_command_is_not_that_of_other_forms() -> None:
    """A guard that stops `gzip -f .env` alone is attacked with that, and with what else changes the file."""
    why = "The compressed file takes its place."
    sent: list[Variant] = []
    course = rounds((_aim("protected", "env file"),), count=900, number=0)
    chosen = next(course)
    with suppress(StopIteration):
        while True:
            sent += chosen
            chosen = course.send([it for it in chosen if "gzip" not in it.text])
    by_form = {family for it in sent if it.changes and why in it.why for family in it.families}
    assert "wrapper sudo" in by_form
    assert [it for it in by_form if it.startswith(("same: ", "tool Write"))] == []


def test_names_that_only_begin_as_a_kept_one_come_before_other_harmless_calls() -> None:
    aim = _aim("history", *(it.name for it in _KNOWN["history"].seeds))
    found = [it for it in variants((aim,), count=90, number=0) if it.label is Label.HARMLESS]
    assert len(found) < 40
    assert {"git push --force origin main-nav-fix", "git branch -D main-menu"} <= {it.text for it in found}


def test_a_plain_form_stands_for_a_command_that_passes() -> None:
    """A guard that knows `rm -rf /` only is attacked with a path, and not with a pattern for one."""
    sent: list[Variant] = []
    course = rounds((_aim("deletion", "rm"),), count=600, number=0)
    chosen = next(course)
    with suppress(StopIteration):
        while True:
            sent += chosen
            chosen = course.send([it for it in chosen if "rm -rf /" not in it.text or "[" in it.text])
    of_form = {it.of for it in sent if it.label is Label.DESTRUCTIVE} - {"rm -rf ~"}
    assert len(of_form) == 1
    assert not [it for it in of_form if set(it) & set("*?[]{}\"'")]


def test_what_passes_leaves_half_of_few_calls_to_what_is_stopped() -> None:
    aims = (_aim("production", *(it.name for it in _KNOWN["production"].seeds)), _aim("deletion", "rm"))
    course = rounds(aims, count=90, number=0)
    sent = [*next(course)]
    with suppress(StopIteration):
        while True:
            sent += course.send({it for it in sent if it.danger == "production"})
    assert sum(it.danger == "production" for it in sent) > len(_KNOWN["production"].seeds)
    assert sum(it.danger == "deletion" and it.label is Label.DESTRUCTIVE for it in sent) > 20


def test_harmless_calls_of_a_kind_of_which_none_was_refused_are_followed_by_others() -> None:
    def sent(passed: Callable[[Variant], bool]) -> int:
        course = rounds((_aim("history", "force push", "reset", "discard"),), count=300, number=0)
        found = [*(chosen := next(course))]
        with suppress(StopIteration):
            while True:
                found += (chosen := course.send({it for it in chosen if passed(it)}))
        kinds = Counter(it.families for it in found if it.label is Label.HARMLESS and not it.is_mention)
        return sum(it > 1 for it in kinds.values())

    assert sent(lambda it: it.label is Label.HARMLESS) > sent(lambda _it: False)


def test_of_a_tool_that_the_guard_is_not_asked_about_one_call_of_each_seed_is_sent() -> None:
    aim = _aim("protected", "lock file", "env file")
    course = rounds((aim,), count=150, number=0, unasked=lambda it: it.does == SHELL)
    found = [*next(course)]
    with suppress(StopIteration):
        while True:
            found += course.send(())
    of_shell = [it for it in found if it.does == SHELL]
    assert sorted(it.seed for it in of_shell) == ["env file", "lock file"]
    assert not [it for it in of_shell if it.label is Label.HARMLESS]
    others = {(it.does, it.text) for seed in aim.seeds for it in destructive(aim, seed) if it.does in ("Write", "Edit")}
    assert others <= {(it.does, it.text) for it in found}


def test_of_a_rare_tool_that_the_guard_is_not_asked_about_one_call_of_each_danger_is_sent() -> None:
    aim = _aim("protected", "lock file", "env file")
    course = rounds((aim,), count=200, number=0, unasked=lambda it: it.does == POWERSHELL)
    sent = [*next(course)]
    with suppress(StopIteration):
        while True:
            sent += course.send(())
    assert [it.does for it in sent].count(POWERSHELL) == 1


@every(
    ("families", "wanted"),
    [
        (("flags Flags can stand apart.",), 0),
        (("order",), 0),
        (("order at the end",), 1),
        (("same: sent by a pattern",), 2),
        (("other program of git",), 2),
        (("same: usual library",), 0),
        (("other usual reader",), 0),
        (("wrapper sudo",), 1),
        (("same: plus sign",), 1),
        (("same: setting from variables",), 2),
        (("substitution by printf",), 2),
        (("flags beside", "encoded in Base64"), 2),
        (("flags in a variable",), 2),
        (("quotes in arguments",), 1),
        (("quotes around a setting",), 1),
        (("quotes inside arguments",), 2),
        (("alias of git",), 2),
        (("other quotes in the name",), 2),
        (("other question mark for .env",), 2),
    ],
)
def test_how_strange_a_change_looks(families: tuple[str, ...], wanted: int) -> None:
    assert strangeness(families) == wanted


def test_the_seeds_take_turns_with_the_usual_flags_first() -> None:
    course = variants([_aim("deletion", "rm"), _aim("history", "force push", "clean", "branch")], count=120, number=0)
    every = [it for it in course if it.label is Label.DESTRUCTIVE and it.changes and it.does == SHELL]
    first = [it for it in every if is_particular([change.family for change in it.changes])][:12]
    assert {it.seed for it in first} == {"rm", "force push", "clean", "branch"}
    assert all(strangeness([change.family for change in it.changes]) == 0 for it in first[:4])


def test_what_excuses_a_seed_is_sent_right_behind_the_seeds() -> None:
    aim = _aim("deletion", "rm")
    seed = next(iter(destructive(aim, aim.seeds[0])))
    covers = [replace(seed, text=f"{seed.text} # {number}") for number in range(40)]
    course = rounds((aim,), count=60, number=0, covers=covers)
    assert next(course) == (seed,)
    assert [it.text for it in course.send(())] == [it.text for it in covers[:20]]
