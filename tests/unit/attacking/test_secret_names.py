"""A guard that stops some files with secrets by their names is attacked with the others of the same family."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.secret_names import families, questions, with_names

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
    return folder


def test_a_closed_list_of_names_lets_the_others_of_each_family_pass(project: Path) -> None:
    found = attacked(_CLOSED_LIST, project)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED and it.variant.does == "Read"}
    of_project = {
        ".envrc",
        ".env.staging",
        "config/prod.env",
        ".env.bak",
        "certs/server.p12",
        "certs/server.pem.old",
        "config/secrets.yml",
        "config/gcp-credentials.json",
        "deploy/id_rsa.old",
    }
    assert {f"{{project}}/{it}" for it in of_project} <= passed
    # It names one folder of the home folder alone, so it says nothing of other programs.
    assert not any(".kube" in it for it in passed)
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


def test_a_text_without_names_of_secrets_asks_nothing() -> None:
    assert families(["rm -rf"]) == ()
    assert [*questions(())] == []


def test_a_harmless_file_is_in_no_family() -> None:
    for family in families([".env server.pem id_rsa secrets.json .aws"]):
        assert {it.path for it in family.harmless}.isdisjoint((*family.known, *(it.path for it in family.names)))
        assert len({it.path for it in family.names}) == len(family.names)
