"""What makes and joins branches is attacked where a guard forbids it, and not where it only stops a form by chance."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.forms.dangers import Seed, dangers
from hookwright.attacking.forms.mentions import mentions
from hookwright.attacking.forms.model import SHELL, Label, Variant
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.rounds import rounds
from hookwright.attacking.texts.meant import by_text

_BRANCHES = dangers()["branches"]


def _seeds(text: str) -> set[str]:
    found = by_text((text,), {"branches": _BRANCHES}, frozenset({SHELL}))
    return {seed.name for it in found.aims for seed in it.seeds} if found is not None else set()


@every(
    ("text", "seeds"),
    [
        ('  *"git checkout -b"*|*"git switch -c"*) exit 2 ;;', {"new branch"}),
        ('  *"git branch "*) exit 2 ;;', {"new branch"}),
        ('  *"git merge"*|*"git cherry-pick"*) exit 2 ;;', {"merge", "cherry-pick"}),
        ('  *"git tag "*) exit 2 ;;', {"tag"}),
        ('  *"git worktree add"*) exit 2 ;;', {"worktree"}),
        ('  *"git stash pop"*) exit 2 ;;', {"taken back"}),
        (r"grep -qE '\bgit\s+(checkout|switch|branch|worktree)\b'", {"new branch", "other branch", "worktree"}),
        ('test("git (merge|stash|tag|branch -[dD])")', {"merge", "put aside", "tag"}),
        (r"/\bgh\s+pr\s+create\b/", {"pull request"}),
        ("git merge-base main HEAD", set()),
        ("git stash list", set()),
        ("git tag --list", set()),
        ("git worktree list", set()),
    ],
)
def test_words_of_a_guard_name_what_it_forbids(text: str, seeds: set[str]) -> None:
    assert _seeds(text) == seeds


def test_every_seed_is_only_meant_if_the_guard_stops_it() -> None:
    assert all(it.asked for it in _BRANCHES.seeds)


def test_a_guard_that_names_a_branch_is_attacked_with_other_ways_to_make_it(tmp_path: Path) -> None:
    text = """#!/bin/bash
command=$(jq -r .tool_input.command)
case "$command" in
  *"git checkout -b"*|*"git branch "*) echo "no branches" >&2; exit 2 ;;
esac
"""
    found = attacked(Guard("guard.sh", text, "bash {script}"), tmp_path / "shop", count=240)
    assert {(it.name, seed.name) for it in found.meant.aims for seed in it.seeds} == {("branches", "new branch")}
    texts = {it.smallest.variant.text for it in found.holes}
    assert any(it.startswith("git switch ") for it in texts)
    assert any(it.startswith(("git update-ref ", "git push -q .", "git fetch -q .")) for it in texts)
    alarms = {it.smallest.variant.text for it in found.false_alarms}
    assert alarms & {"git branch --list", "git branch --show-current", "git branch -vv", "git branch -a"}


def test_a_form_that_another_rule_stops_does_not_show_that_the_seed_is_meant() -> None:
    seed = next(it for it in _BRANCHES.seeds if it.name == "new branch")
    course = rounds((Aim("branches", _BRANCHES, (seed,), is_named=False),), count=200, number=0)

    def passed(chosen: tuple[Variant, ...]) -> set[Variant]:
        return {it for it in chosen if "git commit" not in it.text}

    course.send(passed(next(course)))
    later = course.send(())
    assert not [it for it in later if it.label is Label.DESTRUCTIVE]


@every(
    "command", ["git checkout -b fix/menu", "git switch -c fix/menu", "git checkout feature", "git worktree add ../a"]
)
def test_no_harmless_call_makes_a_branch(command: str) -> None:
    seed = Seed(name="branch", command=command, why="It makes a branch.")
    assert not any(text.startswith("git checkout -b ") for text, _ in mentions(seed))


@every("command", ["git checkout -- .", "git branch -D feature", "git push --force origin main"])
def test_a_branch_can_have_a_name_that_mentions_a_command(command: str) -> None:
    seed = Seed(name="loss", command=command, why="It loses changes.")
    assert any(text.startswith("git checkout -b docs/no-git-") for text, _ in mentions(seed))


def test_a_guard_of_names_is_attacked_with_a_name_that_it_does_not_accept(tmp_path: Path) -> None:
    text = r"""#!/bin/bash
# Branch creation: names begin with fix/ or feature/.
command=$(jq -r .tool_input.command)
pattern='git (checkout -b|switch -c|branch) ([^ -][^ ]*)'
if [[ "$command" =~ $pattern && ! "${BASH_REMATCH[2]}" =~ ^(fix|feature)/[a-z-]+$ ]]; then
  echo "rename the branch" >&2
  exit 2
fi
"""
    found = attacked(Guard("names.sh", text, "bash {script}"), tmp_path / "shop", count=240)
    assert ("branches", "new branch") in {(it.name, seed.name) for it in found.meant.aims for seed in it.seeds}
    holes = {it.smallest.variant.text for it in found.holes if it.smallest.variant.danger == "branches"}
    assert "git -C . checkout -b menu_1" in holes
    assert not any("fix/menu" in it for it in holes)
