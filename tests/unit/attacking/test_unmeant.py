"""What the text of a guard names and no rule of it stops is not attacked, and a note says so."""

from __future__ import annotations

from msgspec.structs import replace
from tests.every import every

from hookwright.attacking.asking.results import Tried, Verdict
from hookwright.attacking.asking.unmeant import without_the_unmeant
from hookwright.attacking.forms.dangers import Danger, Seed, dangers
from hookwright.attacking.forms.model import Label, Variant
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.aims import OWN_PATTERNS
from hookwright.attacking.own.statements import in_known_forms
from hookwright.attacking.texts.meant import Meant
from hookwright.attacking.texts.shown import tells

_KNOWN = dangers()


def test_what_only_shows_an_unmeant_seed_is_left_out() -> None:
    production = _KNOWN["production"]
    seeds = tuple(it for it in production.seeds if it.name in ("sql", "rows"))
    own, _, _ = in_known_forms(Seed("escrow", 'psql "$DATABASE_URL" -c "DELETE FROM escrow"', "It is its own."), _KNOWN)
    aims = (
        Aim("production", production, seeds, is_named=False),
        Aim(OWN_PATTERNS, Danger(does="its own patterns name", seeds=(own,)), (own,), is_named=False),
    )

    def tried(danger: str, seed: str, text: str, verdict: Verdict) -> Tried:
        return Tried(variant=Variant(danger, seed, Label.DESTRUCTIVE, text, "It deletes."), verdict=verdict, payload={})

    meant, kept = without_the_unmeant(
        Meant(aims, "its text"),
        [
            tried("production", "sql", "psql -c 'DROP TABLE orders'", Verdict.STOPPED),
            tried("production", "sql", "psql -c 'DROP/**/TABLE orders'", Verdict.PASSED),
            tried("production", "sql", "psql -c 'DELETE FROM orders'", Verdict.PASSED),
            tried("production", "rows", "psql -c 'DELETE FROM orders'", Verdict.PASSED),
            tried(OWN_PATTERNS, "escrow", "psql -c 'DELETE FROM escrow'", Verdict.STOPPED),
        ],
    )
    assert [[seed.name for seed in it.seeds] for it in meant.aims] == [["sql"], ["escrow"]]
    assert [it.variant.text for it in kept] == [
        "psql -c 'DROP TABLE orders'",
        "psql -c 'DROP/**/TABLE orders'",
        "psql -c 'DELETE FROM escrow'",
    ]


def _history(verdict: Verdict, *, seeds: tuple[str, ...]) -> tuple[Aim, list[Tried]]:
    """An aim with two seeds, and calls of both: the first is stopped, and the other has this verdict."""
    history = _KNOWN["history"]
    found = tuple(it for it in history.seeds if it.name in seeds)
    calls = [
        Tried(
            variant=Variant("history", it.name, Label.DESTRUCTIVE, it.command, it.why),
            verdict=Verdict.STOPPED if it.name == seeds[0] else verdict,
            payload={},
        )
        for it in found
    ]
    return Aim("history", history, found, is_named=False), calls


@every(
    ("verdict", "by_text", "is_named", "kept"),
    [
        (Verdict.PASSED, True, False, ["reset"]),
        (Verdict.STOPPED, True, False, ["reset", "force push"]),
        (Verdict.NOT_ASKED, True, False, ["reset", "force push"]),
        (Verdict.PASSED, False, False, ["reset", "force push"]),
        (Verdict.PASSED, False, True, ["reset", "force push"]),
    ],
)
def test_a_seed_that_only_the_text_names_and_no_rule_stops_is_left_out_with_a_note(
    verdict: Verdict, by_text: bool, is_named: bool, kept: list[str]
) -> None:
    aim, calls = _history(verdict, seeds=("reset", "force push"))
    meant, found = without_the_unmeant(Meant((replace(aim, is_named=is_named),), "its text", by_text=by_text), calls)
    assert sorted(seed.name for it in meant.aims for seed in it.seeds) == sorted(kept)
    assert sorted({it.variant.seed for it in found}) == sorted(kept)
    assert len(meant.notes) == 2 - len(kept)
    assert all("`history: force push` (such as `git push --force origin main`)" in it for it in meant.notes)


@every(("rules", "kept"), [((), ["reset"]), (("blocks a force push",), ["force push", "reset"])])
def test_a_seed_that_no_rule_stops_is_kept_if_a_rule_that_never_matches_is_about_it(
    rules: tuple[str, ...], kept: list[str]
) -> None:
    aim, calls = _history(Verdict.PASSED, seeds=("reset", "force push"))
    meant, found = without_the_unmeant(Meant((aim,), "its text", by_text=True), calls, rules=rules)
    assert sorted(seed.name for it in meant.aims for seed in it.seeds) == kept
    assert sorted({it.variant.seed for it in found}) == kept


def test_all_seeds_are_kept_if_the_guard_stops_nothing() -> None:
    aim, calls = _history(Verdict.PASSED, seeds=("reset", "force push"))
    passed = [replace(it, verdict=Verdict.PASSED) for it in calls]
    assert without_the_unmeant(Meant((aim,), "its text", by_text=True), passed)[1] == passed


@every(
    ("verdict", "is_named", "kept"),
    [
        (Verdict.PASSED, False, ["reset"]),
        (Verdict.STOPPED, False, ["reset", "rebase"]),
        (Verdict.PASSED, True, ["reset", "rebase"]),
    ],
)
def test_a_seed_that_only_signs_show_is_meant_if_the_guard_stops_one_of_its_forms(
    verdict: Verdict, is_named: bool, kept: list[str]
) -> None:
    history = _KNOWN["history"]
    seeds = tuple(it for it in history.seeds if it.name in ("reset", "rebase"))
    aim = Aim("history", history, seeds, is_named=is_named)
    calls = [
        Tried(variant=Variant("history", seed, Label.DESTRUCTIVE, text, "It drops commits."), verdict=did, payload={})
        for seed, text, did in (
            ("reset", "git reset --hard HEAD~1", Verdict.STOPPED),
            ("rebase", "git rebase origin/main", verdict),
        )
    ]
    meant, found = without_the_unmeant(Meant((aim,), "its text"), calls)
    assert [seed.name for it in meant.aims for seed in it.seeds] == kept
    assert [it.variant.seed for it in found] == kept


def test_a_seed_whose_signs_do_not_tell_is_left_out_also_where_the_guard_stops_no_other() -> None:
    network = _KNOWN["network"]
    aims = (
        Aim("network", network, tuple(it for it in network.seeds if it.name == "request"), is_named=False),
        Aim("deletion", _KNOWN["deletion"], _KNOWN["deletion"].seeds[:1], is_named=False),
    )
    calls = [
        Tried(
            variant=Variant(it.name, it.seeds[0].name, Label.DESTRUCTIVE, it.seeds[0].command, "It does harm."),
            verdict=Verdict.PASSED,
            payload={},
        )
        for it in aims
    ]
    meant, kept = without_the_unmeant(Meant(aims, "its text", by_text=True), calls)
    assert [it.name for it in meant.aims] == ["deletion"]
    assert kept == calls[1:]


def test_a_form_that_shows_another_seed_may_be_stopped_for_that() -> None:
    clean = next(it for it in _KNOWN["history"].seeds if it.name == "clean")
    env = next(it for it in _KNOWN["protected"].seeds if it.name == "env file")
    assert not tells(env, "git clean -fdxq", [clean, env])
    assert tells(env, "git clean -fdxq && rm .env", [clean, env])
    assert tells(clean, "git clean -fdxq", [clean, env])
