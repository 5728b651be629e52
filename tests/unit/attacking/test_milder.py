"""Dry runs and lists stand beside a command, and a guard of the whole program refuses them with reason."""

from __future__ import annotations

from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.milder import begun, known, milder, with_all_words
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.of_stopped import harmless_beside, joined_to_others
from hookwright.attacking.forms.variants import Aim, destructive, harmless


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


@every("words", known())
def test_each_table_says_something(words: str) -> None:
    it = known()[words]
    assert it.calls or it.dry or it.help or it.plain or it.unless


@every(
    ("command", "expected"),
    [
        ("git push -f origin feature", "git push -f origin feature --dry-run"),
        ("git push -f origin feature", "git push --dry-run -f origin feature"),
        ("git push -f origin feature", "git push origin feature && rm -f build/a"),
        ("git push -f origin feature", "git push origin feature # not git push -f origin feature"),
        ("git reset --hard HEAD~1", "git reset -q HEAD README.md\ngrep -e --hard README.md"),
        ("git push -f origin feature", "git push origin feature & rm -f build/a"),
        ("git push --force origin main", "git push origin feature || npm ci --force"),
        ("npx wrangler deploy", "npx wrangler deploy --dry-run"),
        ("docker volume rm shop_data", "docker volume rm shop_data --help"),
        ("terraform destroy -auto-approve", "terraform destroy -auto-approve -help"),
    ],
)
def test_a_command_keeps_all_its_words_in_calls_without_effect(command: str, expected: str) -> None:
    found = {it.command: it for it in milder(command)}
    assert expected in found
    assert found[expected].why
    assert found[expected].unless


@every(
    "command",
    [
        "git checkout -- .",
        "echo git push -f",
        "cd docs && git push -f",
        "git push --dry-run origin feature",
    ],
)
def test_no_words_are_added_where_they_would_mean_something_else_or_are_there(command: str) -> None:
    assert [it.command for it in with_all_words(command) if it.kind.startswith("dry run")] == []


@every(
    ("command", "expected", "control"),
    [
        ("git push -q --force", "git fetch origin fix/push-notes --force", "git fetch origin fix/notes --force"),
        ("git reset --hard HEAD~1", "git grep -n -e reset-notes -e --hard -- docs", "-e notes -e --hard -- docs"),
        ("docker volume rm -f x", "docker ps --filter name=volume-rm-notes -f status=running", "name=notes -f"),
        ("npm install -g x", "npm ls install-notes -g", "npm ls notes -g"),
    ],
)
def test_the_word_and_the_flag_of_a_command_stand_in_another_subcommand(
    command: str, expected: str, control: str
) -> None:
    (found,) = (it for it in with_all_words(command) if it.kind == "word and flag of another subcommand")
    assert found.command == expected
    assert control in found.unless
    assert "notes-" not in found.unless


def test_a_command_without_a_subcommand_or_a_flag_has_none_in_another_one() -> None:
    for command in ("git -C docs push", "git push origin main", "rm -rf src"):
        assert "word and flag of another subcommand" not in {it.kind for it in with_all_words(command)}


@every("words", [words for words, it in known().items() if it.named])
def test_each_other_subcommand_has_a_name_and_a_flag(words: str) -> None:
    for it in known()[words].named:
        assert "{name}" in it.command
        assert it.flag in it.command
        assert it.flag or "{flag}" in it.command
        assert it.why.endswith(".")


def test_what_begins_a_command_is_found_behind_a_wrapper() -> None:
    assert begun("npx wrangler deploy -e x") == "npx wrangler deploy"
    assert begun("echo wrangler") == ""


def test_other_commands_that_a_guard_stops_come_with_harmless_calls_once() -> None:
    danger = dangers()["production"]
    aim = Aim("production", danger, tuple(it for it in danger.seeds if it.name == "docker"), is_named=False)
    stopped = [it for it in destructive(aim, aim.seeds[0]) if it.text.startswith("docker compose down")]
    made = [it.text for it in harmless_beside((aim,), stopped)]
    assert "docker compose down -v --dry-run" in made
    assert len(made) == len(set(made))
    assert list(harmless_beside((aim,), [next(iter(destructive(aim, aim.seeds[0])))])) == []


def test_other_commands_that_a_guard_stops_come_with_a_harmless_one_on_the_line() -> None:
    danger = dangers()["branches"]
    aim = Aim("branches", danger, tuple(it for it in danger.seeds if it.name == "new branch"), is_named=False)
    stopped = [it for it in destructive(aim, aim.seeds[0]) if it.text.startswith("git branch ")]
    made = [it.text for it in joined_to_others((aim,), stopped)]
    assert {"git branch --list; git branch fix/menu", "git branch fix/menu # git branch --list"} <= set(made)
    # Each of the rules is tried with one command of its own words, and none with those of the seed.
    assert len({it.partition("; ")[2] for it in made if it.startswith("git branch --list; ")}) == 1
    assert list(joined_to_others((aim,), [next(iter(destructive(aim, aim.seeds[0])))])) == []
