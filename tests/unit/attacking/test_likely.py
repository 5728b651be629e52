"""Of the harmless calls of every day, a guard is asked about those that its patterns find; an attack shows refusals."""

from __future__ import annotations

import re
from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.everyday import everyday
from hookwright.attacking.forms.milder import known
from hookwright.attacking.forms.model import EVERYDAY, SHELL, Variant, everyday_call
from hookwright.attacking.own.likely import Known, in_order
from hookwright.attacking.texts.finders import found_by, unfound

_SCRIPT = r"""
if echo "$cmd" | grep -qE 'git[[:space:]]+push.*(--force|-f)'; then
  echo "No force." >&2
  exit 2
fi
case "$cmd" in *"rm -rf /"*) exit 2 ;; esac
"""


def _call(text: str, control: str, kind: str = "option") -> Variant:
    return everyday_call(kind, "It does no harm.", text, control)


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


def test_calls_come_first_that_have_all_that_a_rule_finds_and_those_that_no_pattern_finds_do_not_come() -> None:
    stopped, passed = (SHELL, "git push --force"), (SHELL, "git push")
    found = {
        "git push --force": frozenset({1, 2}),
        "git push": frozenset({1}),
        "git push --tags": frozenset({1}),
        "git pull": frozenset({3}),
        "ruff --force-exclude": frozenset({2}),
        "ruff": frozenset[int](),
        "ls": frozenset[int](),
    }
    made = [_call(it, "ruff") for it in ("ls", "git pull", "git push --tags", "ruff --force-exclude")]
    ordered = in_order(made, Known([stopped, passed], [stopped], found))
    assert [(it.text, it.seed) for it in ordered] == [
        ("ruff --force-exclude", "git push --force"),
        ("git push --tags", ""),
        ("git pull", ""),
    ]


def test_what_is_stopped_or_has_a_control_that_is_shows_nothing() -> None:
    stopped = [(SHELL, "git push -f"), (SHELL, "git stash")]
    found = dict.fromkeys(("git push -f", "git stash", "git stash -h"), frozenset({1}))
    made = [_call("git push -f", "ls"), _call("git stash -h", "git stash")]
    assert not in_order(made, Known(stopped, stopped, found))


def test_each_kind_has_a_turn_and_a_later_command_is_not_asked_about_twice() -> None:
    stopped = [(SHELL, "git push -f")]
    texts = ("tail -f a", "tail -f b", "ls && tail -f a", "rm -f a")
    found = {"git push -f": frozenset({1}), "ls": frozenset[int](), **dict.fromkeys(texts, frozenset({1}))}
    made = [_call(it, "ls", it.split()[0]) for it in texts]
    ordered = [it.text for it in in_order(made, Known(stopped, stopped, found))]
    assert ordered == ["tail -f a", "rm -f a", "tail -f b"]


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


@every(
    ("pattern", "text"),
    [
        (r"git\s+config\s+--global", "git config --global --get user.name"),
        (r"rm\b.*\s~/?", "rm -f ~/.cache/hookwright-notes/a.json"),
        (r"set\b.*\|", "set -euo pipefail; npm test 2>&1 | tail -n 20"),
        (r"env\b", "ls .venv/lib"),
        (r"(?i)env=", "NODE_ENV=test npm test"),
        (r"\bexport\b", "export LC_ALL=C && sort docs/notes.md"),
        (r"(?i)echo.*\$.*token", 'npx tsc --noEmit; echo "exit code: $?"; ls src/tokenizer.ts'),
        (r"echo.*\$", 'npm test; echo "$?"'),
        (r"curl\s.*\.(env|pem|key|secret)", "curl -s http://localhost:3000/api/item/1 | jq .key"),
        (r"curl\s.*\.pem", "curl -s --cacert certs/ca.pem https://localhost:8443/health"),
        (r"curl.*-X", "curl -s -X GET https://example.com"),
        (r"\b[A-Fa-f0-9]{40}\b", "git show 9fceb02d0ae598e95dc970b74767f19372d61af8"),
        (r"[A-Za-z0-9]{40,}", "go test -run TestOrdersOfOneCustomerComeBackInTheSameOrder ./..."),
        (r"curl .*(-d|--data) @", "curl -s -X POST -d @tests/order.json http://localhost:3000/api/items"),
        (r"^(scp|rsync)\s.*docs", "rsync -a docs/ /tmp/docs/"),
        (r"rm\s+(-\w*)?r\w*f", "terraform refresh"),
        (r"rm\s+(-\w*)?f\w*r", "rm filter.log"),
        (r"rm.*-f", "rm my-file.log"),
        (r"git\s+push\s+.*\+", "git push -u origin feature/c++-bindings"),
        (r"git\s+push\s+.*:", "git push -u origin HEAD:feature/notes"),
        (r"git\s+restore\s+--staged\s+\.", "git restore --staged .gitignore"),
        (r"\bgit\b[^;&|\n]*--no-verify", "git grep -n -e --no-verify -- docs"),
        (
            r"(?i)\bgh\s+pr\b.*co-authored-by: claude",
            "gh pr view 7 --json body -q .body | grep -ci 'co-authored-by: claude'",
        ),
        (r"(?i)drop\s+table", "grep -rn 'backdrop table' src"),
        (r"del\s+/s", "ls src/model /srv"),
        (r"rm\s.*/dev/", "rm -rf ./dev/cache"),
        (r">.*/dev/", "echo x > build/dev/notes.txt"),
        (r"(cat|less)\s.*/etc/", "cat src/etc/config.ts"),
        (r"git\s.*force", "git log -S force --oneline"),
        (r"docker.compose\s.*w", "docker compose exec web ls"),
        (r"--token", "consul members --token-file=.consul"),
        (r"token=", "pytest 'tests/test_api.py::test_page[token=1]'"),
        (r"\.aws", "terraform plan -target=module.aws"),
        (r"id_rsa", "cat docs/id_rsa_notes.md"),
        (r"\.pem", "cat docs/key.pem.md"),
        (r"\.env", "cat docs/.env-docs.md"),
        (r"/etc/", "{project}/src/etc/config.ts"),
    ],
)
def test_a_pattern_that_finds_too_much_finds_a_call_and_not_its_control(pattern: str, text: str) -> None:
    control = next(it.control for it in everyday([], []) if it.text == text)
    assert re.search(pattern, text)
    assert not re.search(pattern, control)


def test_a_guard_gets_no_call_that_its_own_text_names() -> None:
    def made(text: str) -> set[str]:
        return {it.text for it in everyday([], [], (text,))}

    assert {"git restore --staged .", "terraform refresh"} <= made("'git[[:space:]]+restore[[:space:]]+\\.'")
    for text in (r"git\s+restore\s+--staged\s+\.", "'git[[:space:]]+restore[[:space:]]+--staged[[:space:]]+\\.'"):
        assert "git restore --staged ." not in made(text)
    assert "terraform refresh" not in made("terraform (apply|refresh)")


def test_no_call_is_one_that_a_danger_lists() -> None:
    seeds = [seed for danger in dangers().values() for seed in danger.seeds]
    destructive = {it for seed in seeds for it in (seed.command, *(one.command for one in seed.same))}
    assert not [it.text for it in everyday([], []) if it.text in destructive]
    assert not [one.command for it in known().values() for one in it.calls if one.command in destructive]


def test_calls_are_made_behind_plain_commands_and_with_files() -> None:
    made = {it.text: it.control for it in everyday(["git push origin feature"], ["a.json"])}
    assert made["git push origin feature && tail -f app.log"] == "git push origin feature"
    assert made["sed -n 1,3p a.json"] == "cat a.json"
    assert "" not in made.values()
