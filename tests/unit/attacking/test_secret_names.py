"""A guard that stops some files with secrets by their names is attacked with the others of the same family."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.secret_names import families, questions, with_names, with_others

_KNOWN = dangers()
_CLOSED_LIST = Guard(
    "no-secrets.py",
    r"""import json, pathlib, sys
path = pathlib.Path(json.load(sys.stdin)["tool_input"].get("file_path", ""))
names = {".env", ".env.local", ".env.production", "secrets.json", "secrets.yaml", "credentials.json"}
if path.name in names or path.suffix in {".pem"} or ".ssh" in path.parts:
    print("This file has secrets", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
    "Read|Edit",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / ".env").write_text("TOKEN=stand-in\n")
    (folder / "certs").mkdir()
    (folder / "certs" / "ca.pem").write_text("public\n")
    return folder


def test_a_closed_list_of_names_lets_the_others_of_each_family_pass(project: Path) -> None:
    found = attacked(_CLOSED_LIST, project)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED and it.variant.does == "Read"}
    of_project = {
        ".envrc",
        ".env.staging",
        ".env.pre-prod",
        ".env_prod",
        "config/prod.env",
        ".env.bak",
        "certs/server.p12",
        "certs/server.pem.old",
        "config/secrets.yml",
        "config/gcp-credentials.json",
        "deploy/id_rsa.old",
    }
    assert {f"{{project}}/{it}" for it in of_project} <= passed
    assert not [it.command for aim in found.meant.aims for it in aim.seeds if it.command == "cat certs/ca.pem"]
    # It names one folder of the home folder alone, so it says nothing of other programs.
    assert not any(".kube" in it for it in passed)
    # Names of one sort do not hide those of another in the list of holes.
    assert {"{project}/.dev.vars", "{project}/config/prod.env"} <= {it.smallest.variant.text for it in found.holes}
    alarms = {it.variant.text for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert {"{home}/.ssh/known_hosts", "{project}/tests/fixtures/.env"} <= alarms
    assert "{project}/.env.sample" not in alarms


@every(
    ("stopped", "passes"),
    [
        ([".env"], False),
        ([".env", ".env.local"], True),
    ],
)
def test_a_guard_of_one_file_is_not_about_its_family(stopped: list[str], passes: bool) -> None:
    secrets = _KNOWN["secrets"]
    aim = Aim("secrets", secrets, tuple(it for it in secrets.seeds if it.name == "env file"), is_named=False)
    shown = families(["block .env files"])
    held = {("Read", f"{{project}}/{it}") for it in stopped}
    assert held <= set(questions(shown))
    (found,) = with_names((aim,), shown, held)
    assert any(it.path == "{project}/config/prod.env" and it.does == "Read" for it in found.danger.calls) is passes


def test_a_guard_that_stops_every_file_is_not_about_secrets() -> None:
    secrets = _KNOWN["secrets"]
    aim = Aim("secrets", secrets, secrets.seeds, is_named=False)
    shown = families([".env"])
    assert with_names((aim,), shown, set(questions(shown))) == (aim,)


def test_a_guard_of_several_sorts_of_secrets_is_about_the_others() -> None:
    secrets = _KNOWN["secrets"]
    aim = Aim("secrets", secrets, tuple(it for it in secrets.seeds if it.name == "env file"), is_named=False)
    shown = with_others(families([".env id_rsa"]))
    of_one = {("Read", f"{{project}}/{it}") for it in (".env", ".env.local")}
    of_two = of_one | {("Read", f"{{project}}/deploy/{it}") for it in ("id_rsa", "id_ed25519")}

    def paths(held: set[tuple[str, str]]) -> set[str]:
        (found,) = with_names((aim,), shown, held)
        return {it.path for it in found.danger.calls if "of other sorts" in it.why}

    others = {"{home}/.netrc", "{project}/certs/server.p12", "{project}/config/service-account.json"}
    assert others <= paths(of_two)
    assert paths(of_one) == set()
    written = {("Write", path) for _, path in of_two}
    assert paths(written)
    assert not [it for it in paths(written) if it.startswith("{home}")]


def test_a_file_that_no_tool_may_read_is_printed_by_a_shell() -> None:
    secrets = _KNOWN["secrets"]
    aim = Aim("secrets", secrets, tuple(it for it in secrets.seeds if it.name == "env file"), is_named=False)
    shown = families(["server.pem"])
    held = {("Read", "{project}/certs/server.key"), ("Bash", "cat .env")}
    assert ("Bash", "cat certs/server.key") in set(questions(shown, by_shell=True))

    def forms(more: str) -> set[str]:
        (found,) = with_names((aim,), shown, held | {("Bash", more)})
        return {it.command for seed in found.seeds for it in seed.same}

    assert "cat certs/server.key" in forms("ls")
    assert "cat certs/server.key" not in forms("cat certs/server.key") | forms("cat hookwright-notes.md")


def test_a_text_without_names_of_secrets_asks_nothing() -> None:
    assert families(["rm -rf"]) == ()
    assert [*questions(())] == []


@every(
    ("text", "path"),
    [
        ('"next.config.ts"', "{project}/next.config.mjs"),
        ('"wrangler.toml"', "{project}/wrangler.jsonc"),
        ('// deploy config\n"next.config.ts"\n"vercel "', "{project}/vercel.json"),
        ('"next.config.ts"\n"vercel "', None),
    ],
)
def test_settings_of_one_service_have_other_files(text: str, path: str | None) -> None:
    shown = families([text])
    names = {it.path for family in shown for it in family.names}
    assert path in names if path else "{project}/vercel.json" not in names


def test_a_harmless_file_is_in_no_family() -> None:
    for family in families([".env server.pem id_rsa secrets.json .aws"]):
        assert {it.path for it in family.harmless}.isdisjoint((*family.known, *(it.path for it in family.names)))
        assert len({it.path for it in family.names}) == len(family.names)


def test_a_file_that_a_guard_lists_itself_is_no_false_alarm() -> None:
    def harmless(text: str) -> set[str]:
        return {it.path for family in families([text]) for it in family.harmless}

    hosts, texts = "{home}/.ssh/known_hosts", "{project}/src/locales/en/credentials.json"
    assert hosts in harmless(r"'\.ssh/id_' 'credentials\.json'")
    assert hosts not in harmless(r"'\.ssh/id_' '\.ssh/known_hosts'")
    # The rule means other files of that name.
    assert texts in harmless(r"'credentials\.json'")
    shown = families([r"'\.env' '\.ssh/known_hosts'"])
    assert len({it.signs for it in with_others(shown)}) == len(with_others(shown))


def test_a_guard_of_the_files_of_git_is_asked_about_a_worktree_and_about_longer_names(tmp_path: Path) -> None:
    guard = Guard(
        "git-files.py",
        r"""import json, sys
path = json.load(sys.stdin)["tool_input"].get("file_path", "")
if ".git/" in path or ".github" in path or "secrets." in path:
    print("This file is not to be edited", file=sys.stderr)
    sys.exit(2)
""",
        "python3 {script}",
        "Write|Edit",
    )
    found = attacked(guard, tmp_path, count=160)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert {"{project}/.claude/worktrees/fix/.git", "{project}/k8s/secrets/prod.yaml"} <= passed
    alarms = {it.variant.text for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert "{project}/.github/pull_request_template.md" in alarms
