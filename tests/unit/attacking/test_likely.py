"""Of the harmless calls of every day, those are sent that a guard's patterns find, a few for each rule."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.everyday import EVERYDAY, everyday
from hookwright.attacking.forms.model import SHELL, Change, Label, Variant
from hookwright.attacking.own.likely import chosen, doubtful
from hookwright.attacking.texts.finders import found_by, unfound

_SCRIPT = r"""
if echo "$cmd" | grep -qE 'git[[:space:]]+push.*(--force|-f)'; then
  echo "No force." >&2
  exit 2
fi
case "$cmd" in *"rm -rf /"*) exit 2 ;; esac
"""


def _call(text: str, control: str, kind: str = "harmless option") -> Variant:
    change = Change(kind, "It does no harm.", partial=True)
    return Variant("everyday calls", "", Label.HARMLESS, text, "", (change,), control=control)


def test_the_patterns_of_a_script_find_what_the_guard_finds() -> None:
    texts = ["git push origin a; tail -f x", "git pull --force", "rm -rf /tmp/a"]
    found = found_by([_SCRIPT], [*texts, "rm -rf build"])
    first, second, third, fourth = (found[it] for it in (*texts, "rm -rf build"))
    assert first
    assert third
    assert not first & third
    assert not second
    assert not fourth


def test_case_counts_only_where_the_script_says_so() -> None:
    script = """if grep -q{} 'drop table' <<< "$cmd"; then exit 2; fi"""
    assert not found_by([script.format("E")], ["DROP TABLE a"])["DROP TABLE a"]
    assert found_by([script.format("iE")], ["DROP TABLE a"])["DROP TABLE a"]


def test_a_pattern_that_takes_long_is_given_up() -> None:
    call = "a" * 200
    assert found_by([r"re.search(r'(\w+\w*)+\d$', it)"], [call]) == {call: frozenset()}


def test_a_pattern_that_finds_nothing_so_far_gets_a_text() -> None:
    found = found_by([_SCRIPT], ["rm -rf /"])
    assert list(unfound([_SCRIPT], found)) == ["git push x --force"]


def test_calls_are_chosen_that_have_all_that_a_rule_finds_and_their_controls_not() -> None:
    stopped, passed = (SHELL, "git push --force"), (SHELL, "git push")
    found = {
        "git push --force": frozenset({1, 2}),
        "git push": frozenset({1}),
        "ruff --force-exclude": frozenset({2}),
        "ruff": frozenset[int](),
        "ls": frozenset[int](),
    }
    made = [_call("ruff --force-exclude", "ruff"), _call("ls", "ruff"), _call("git push --force", "git push")]
    best = chosen(made, [stopped, passed], [stopped], found)
    assert [(it.text, it.seed) for it in best] == [("ruff --force-exclude", "git push --force")]


def test_if_an_exception_may_be_the_reason_the_guard_is_asked_about_the_control() -> None:
    stopped = (SHELL, "systemctl stop nginx")
    found = {
        "systemctl stop nginx": frozenset({1}),
        "systemctl is-failed nginx": frozenset({1}),
        "systemctl status nginx": frozenset({1, 2}),
    }
    made = [_call("systemctl is-failed nginx", "systemctl status nginx")]
    assert not chosen(made, [stopped], [stopped], found)
    controls = doubtful(made, [stopped], [stopped], found)
    assert controls == [(SHELL, "systemctl status nginx")]
    assert chosen(made, [stopped, *controls], [stopped], found)
    assert not chosen(made, [stopped, *controls], [stopped, *controls], found)


def test_each_rule_has_a_turn_and_a_later_command_is_not_shown_twice() -> None:
    stopped = [(SHELL, "git push -f"), (SHELL, "rm -rf /")]
    found = {
        "git push -f": frozenset({1}),
        "rm -rf /": frozenset({2}),
        "ls": frozenset[int](),
        "ls && tail -f a": frozenset({1}),
        **{f"tail -f {it}": frozenset({1}) for it in "abcde"},
        "rm -rf /tmp/a": frozenset({2}),
    }
    made = [_call(it, "ls") for it in found if it not in ("git push -f", "rm -rf /", "ls")]
    best = [it.text for it in chosen(made, stopped, stopped, found)]
    assert best == ["tail -f a", "rm -rf /tmp/a", "tail -f b", "tail -f c"]


def test_an_attack_sends_what_the_patterns_of_the_guard_find(tmp_path: Path) -> None:
    text = "jq -r .tool_input.command | grep -qE -e '--no-verify|-f[[:space:]]' && { echo No. >&2; exit 2; }\nexit 0\n"
    found = attacked(Guard("no-skip.sh", text, "sh {script}"), tmp_path / "shop", ["checks: commit"], count=60)
    sent = {it.variant.text: it.verdict for it in found.tried if it.variant.danger == EVERYDAY}
    assert sent
    assert {*sent.values()} == {Verdict.FALSE_ALARM}, sent
    assert not [it for it in sent if it.startswith("git stash")]


@every("it", everyday(["git push origin feature"], ["a.json"]))
def test_each_call_says_what_it_is(it: Variant) -> None:
    (change,) = it.changes
    assert change.why.endswith(".")
    assert change.family != "harmless "
    assert it.text not in ("", it.control)


def test_calls_are_made_behind_plain_commands_and_with_files() -> None:
    made = {it.text: it.control for it in everyday(["git push origin feature"], ["a.json"])}
    assert made["git push origin feature && tail -f app.log"] == "git push origin feature"
    assert made["sed -n 1,3p a.json"] == "cat a.json"
    assert "" not in made.values()
