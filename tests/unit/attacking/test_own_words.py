"""Words that a guard finds anywhere also stand in harmless calls: in names, keys, searches and messages."""

from __future__ import annotations

from pathlib import Path

from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.own.words import asking, calls, found, neutral, phrases
from hookwright.attacking.texts.project_scripts import Names, names_in

_DEPLOY = Guard(
    "no-deploy.py",
    r"""import json, re, sys
command = json.load(sys.stdin)["tool_input"]["command"]
RULES = [(r"\bdeploy\b", "People deploy."), (r"drop\s+table", "This deletes data."), (r"git\s+commit.*-n", "No -n.")]
for pattern, why in RULES:
    if re.search(pattern, command, re.IGNORECASE):
        print(why, file=sys.stderr)
        sys.exit(2)
""",
    "python3 {script}",
)


def test_the_phrases_are_what_patterns_match_and_not_sentences() -> None:
    every = phrases([r"""if re.search(r"kubectl\s+.*\b(delete|scale)\b", it): deny("This is not for the agent")"""])
    assert {"kubectl delete", "kubectl scale", "delete", "scale"} <= set(every)
    assert not [it for it in every if "agent" in it]


def test_alternatives_of_grep_without_extended_patterns_are_each_a_phrase() -> None:
    every = phrases([r"""grep -q "psql\|migrate reset\|truncate" <<< "$command" """])
    assert {"psql", "migrate reset", "truncate"} <= set(every)


def test_secrets_and_words_of_payloads_are_no_phrases() -> None:
    assert (
        phrases(["'password' 'api_key' 'AKIAAAAAAAAAAAAAAAAA' 'tool_input' 'permissionDecision' 'Co-Authored-By'"])
        == ()
    )


def test_of_phrases_with_the_same_words_the_shortest_is_kept_if_not_all_is_refused() -> None:
    every = ("deploy", "npm run deploy", "kill -9", "other")
    refused = {asking(it) for it in every[:3]}
    assert found(every, refused) == ("deploy", "kill -9")
    assert found(every, {*refused, neutral()}) == ()


def test_the_names_are_those_of_the_project() -> None:
    names = Names(("src/deploy.ts", "package.json"), ("deploy-site",), has_package=True)
    texts = {it.text for it in calls(("deploy",), names, [])}
    assert {
        "cat src/deploy.ts",
        "npm pkg get scripts.deploy",
        "jq .deploy package.json",
        "make -n deploy-site",
        "git switch -c fix/deploy-page",
        "grep -rn -e deploy src",
    } <= texts
    without = {it.text for it in calls(("deploy",), Names(), [])}
    assert not [it for it in without if it.startswith(("npm", "jq", "make", "cat src"))]


def test_each_call_has_a_control_without_the_words() -> None:
    made = calls(("deploy", "drop table", "--no-verify"), Names(("src/deploy.ts",), ("deploy",), has_package=True), [])
    assert made
    for it in made:
        assert it.control
        assert not any(word in it.control for word in ("deploy", "drop", "no-verify"))


def test_a_guard_about_messages_is_sent_no_messages() -> None:
    texts = {it.text for it in calls(("wip",), Names(), ["# Checks the commit message."])}
    assert texts
    assert not [it for it in texts if it.startswith(("git commit", "gh "))]


def test_the_files_of_a_project_are_those_that_people_see(tmp_path: Path) -> None:
    for path in ("src/deploy.ts", "node_modules/x/deploy.js", ".git/deploy", "package.json"):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}")
    (tmp_path / "Makefile").write_text("deploy:\n\ttrue\n")
    assert names_in(str(tmp_path)) == Names(
        ("Makefile", "package.json", "src/deploy.ts"), ("deploy",), has_package=True
    )


def test_an_attack_shows_each_role_of_an_own_word_once(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    (project / "src").mkdir(parents=True)
    (project / "src" / "deploy.ts").write_text("export {};\n")
    result = attacked(_DEPLOY, project, ["history: force push"], count=150)
    alarms = [it.smallest.variant for it in result.false_alarms]
    texts = {it.text for it in alarms}
    assert {"cat src/deploy.ts", "git config --get alias.deploy"} <= texts
    families = [it.families for it in alarms if it.is_mention]
    assert len(families) == len(set(families))
    # With `\b`, the guard does not find the word in a longer one.
    assert not [it for it in texts if "deploy_button" in it]
