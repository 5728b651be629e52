"""A seed that another rule of the guard stops as well is attacked with a word that only its own rule is about."""

from __future__ import annotations

from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.variants import Aim, destructive
from hookwright.attacking.own.masked import in_neutral_form, probes, unmasked

_KNOWN = dangers()
_FORCED = "git push --force origin"


def _aim(name: str, *seeds: str) -> Aim:
    danger = _KNOWN[name]
    return Aim(name, danger, tuple(it for it in danger.seeds if it.name in seeds), is_named=False)


def test_each_seed_names_a_neutral_word_that_it_has() -> None:
    for danger in _KNOWN.values():
        for seed in danger.seeds:
            if seed.neutral is not None:
                assert in_neutral_form(seed).command != seed.command
                assert seed.neutral.word in seed.neutral.plain


def test_what_is_asked() -> None:
    assert [*probes((_aim("history", "force push", "reset"),))] == [
        "git push origin main",
        "git push origin feature",
        f"{_FORCED} feature",
    ]


@every(
    ("stopped", "command"),
    [
        ((), f"{_FORCED} main"),
        ((f"{_FORCED} feature",), f"{_FORCED} main"),
        (("git push origin main",), f"{_FORCED} main"),
        (("git push origin main", f"{_FORCED} feature"), f"{_FORCED} feature"),
        (("git push origin main", "git push origin feature", f"{_FORCED} feature"), f"{_FORCED} main"),
    ],
)
def test_a_seed_is_masked_if_its_rule_stops_the_neutral_word_and_another_one_does_not(
    stopped: tuple[str, ...], command: str
) -> None:
    (aim,), notes = unmasked((_aim("history", "force push"),), stopped)
    assert aim.seeds[0].command == command
    assert len(notes) == (command.endswith("feature"))
    assert all("git push origin main" in it and command in it for it in notes)


def test_all_forms_have_the_neutral_word() -> None:
    (aim,), _ = unmasked((_aim("history", "force push"),), ("git push origin main", f"{_FORCED} feature"))
    texts = {it.text for it in destructive(aim, aim.seeds[0])}
    assert {"git push -uf origin feature", "git push origin +refs/heads/feature:refs/heads/feature"} <= texts
    assert {"f=--force; git push $f origin feature", "git push origin --delete feature", "git push --force"} <= texts
    assert not [it for it in texts if "main" in it]
