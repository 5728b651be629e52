"""Dry runs and lists stand beside a command, and a guard of the whole program refuses them with reason."""

from __future__ import annotations

from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.milder import known, milder
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.variants import Aim, harmless


def test_calls_are_found_by_the_words_that_a_command_begins_with() -> None:
    texts = [it.command for it in milder("terraform destroy -auto-approve")]
    assert "terraform plan -destroy" in texts
    assert list(milder("echo terraform destroy")) == []


@every("words", known())
def test_each_call_is_a_command_with_a_reason_and_a_control(words: str) -> None:
    for it in known()[words].calls:
        assert it.does == SHELL
        assert it.command not in ("", it.unless)
        assert it.unless
        assert it.why.endswith(".")


def test_a_seed_comes_with_its_milder_calls() -> None:
    danger = dangers()["production"]
    seeds = tuple(it for it in danger.seeds if it.name == "terraform")
    made = list(harmless((Aim("production", danger, seeds, is_named=False),)))
    found = [it for it in made if it.text == "terraform plan -destroy"]
    assert [it.control for it in found] == ["terraform plan -refresh=false"]
