"""A guard that refuses keys in what is written is attacked with the keys, names and variables that it knows."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Attacked, Verdict
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.forms.model import TAKEN_OUT, Label
from hookwright.attacking.forms.placeholders import KEY, filled, parts
from hookwright.attacking.forms.variants import Aim, harmless
from hookwright.attacking.own.keys import key_probes, with_known_keys
from hookwright.attacking.own.variables import Names, with_variable
from hookwright.attacking.texts.candidates import candidates

_KEYS = dangers()["keys"]
_WRITING = Guard(
    "no-keys.py",
    r"""import json, re, sys
given = json.load(sys.stdin)["tool_input"]
text = given.get("content", "") + given.get("new_string", "")
if given.get("file_path", "").endswith(".env.test"):
    sys.exit(0)  # secrets belong into .env
if re.search(r"sk-[A-Za-z0-9]{20,}|shop_[0-9a-f]{16}", text):
    print("Do not write API keys", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
    "Write|Edit",
)
_BY_NAME = Guard(
    "no-passwords.py",
    r"""import json, re, sys
given = json.load(sys.stdin)["tool_input"]
for line in (given.get("content", "") + given.get("new_string", "")).splitlines():
    if re.search("env|example", line):
        continue
    if re.search(r"(password|token)\b['\"]?\s*[=:]\s*['\"]?[\w/-]{8,}", line, re.I):
        print("Do not write passwords", file=sys.stderr)
        sys.exit(2)
""",
    "python3 {script}",
    "Write|Edit",
)
_PRINTING = Guard(
    "no-env.sh",
    r"""#!/bin/bash
command=$(cat)
if grep -qE '(^|[^a-z])printenv *"|\$\{?(ORDERS_DB_PASSWORD)' <<< "$command"; then
  echo "Do not print secrets" >&2
  exit 2
fi
""",
    "bash {script}",
)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Attacked:
    return attacked(_WRITING, tmp_path_factory.mktemp("keys") / "shop", count=250)


def _texts(found: Attacked, verdict: Verdict) -> set[tuple[str, str]]:
    return {(it.variant.does, it.variant.text.partition("\n")[2]) for it in found.tried if it.verdict is verdict}


def test_the_key_is_one_that_the_guard_stops(found: Attacked) -> None:
    assert [(it.name, [seed.name for seed in it.seeds]) for it in found.meant.aims] == [("keys", ["key in a file"])]
    assert ("Write", f'API_KEY = "sk-{"A" * 20}"\n') in _texts(found, Verdict.STOPPED)
    assert ("Edit", f'API_KEY = "sk-{"A" * 20}"\n') in _texts(found, Verdict.STOPPED)


@every(
    ("does", "content"),
    [
        ("Write", f'API_KEY = "sk-" + "{"A" * 20}"\n'),
        ("Edit", f'API_KEY = "sk-" + "{"A" * 20}"\n'),
        ("Write", f'GOOGLE_API_KEY = "AIza{"A" * 35}"\n'),
        ("Write", f'GITHUB = "github_pat_{"A" * 22}_{"A" * 59}"\n'),
        ("Write", f"-----BEGIN PRIVATE KEY-----\n{'A' * 64}\n-----END PRIVATE KEY-----\n"),
        ("Write", f'DATABASE_URL = "postgresql://shop:{"A1" * 8}@db.example.com/shop"\n'),
    ],
)
def test_parts_of_it_and_keys_of_others_are_holes(found: Attacked, does: str, content: str) -> None:
    assert (does, content) in _texts(found, Verdict.PASSED)


@pytest.fixture(scope="module")
def by_name(tmp_path_factory: pytest.TempPathFactory) -> Attacked:
    return attacked(_BY_NAME, tmp_path_factory.mktemp("names") / "shop", count=250)


@every(
    "content",
    [
        f'PASSWORD_PROD = "{"A1" * 16}"\n',
        'db_password = "Sh0p!26#"\n',
        f"<?php\nreturn ['password' => '{'A1' * 16}'];\n",
        f"password: |\n  {'A1' * 16}\n",
        f'HEADERS = {{"Authorization": "Bearer {"A1" * 16}"}}\n',
        f'password = "{"A1" * 6}example{"A1" * 6}A"\n',
    ],
)
def test_other_names_notations_and_values_are_holes(by_name: Attacked, content: str) -> None:
    assert ("Write", content) in _texts(by_name, Verdict.PASSED)


def test_each_notation_that_passes_is_a_hole_by_itself(by_name: Attacked) -> None:
    shown = {it.smallest.variant.text.partition("\n")[2] for it in by_name.holes}
    assert {f'PASSWORD_PROD = "{"A1" * 16}"\n', f"password: |\n  {'A1' * 16}\n", 'db_password = "Sh0p!26#"\n'} <= shown


@every(
    "content",
    [
        'password = "dummy-password-for-tests"\n',
        'export const password = "/account/password/reset";\n',
        "export interface Session {\n  password: AuthenticationTokenResponse;\n}\n",
        "password: /run/secrets/shop\n",
    ],
)
def test_dummies_types_and_paths_are_false_alarms_if_they_are_refused(by_name: Attacked, content: str) -> None:
    assert ("Write", content) in _texts(by_name, Verdict.FALSE_ALARM)


def test_tools_that_write_and_are_not_asked_about_are_named(found: Attacked) -> None:
    unasked = {it.variant.does for it in found.tried if it.verdict is Verdict.NOT_ASKED}
    assert {"Bash", "NotebookEdit", "write_file of an MCP server", "push_files of an MCP server"} <= unasked


def test_a_longer_word_with_the_beginning_of_a_key_is_a_false_alarm_only_if_it_is_refused(found: Attacked) -> None:
    alarms = _texts(found, Verdict.FALSE_ALARM)
    assert alarms == set()
    assert ("Write", ".task-pipeline-status-indicator { color: red; }\n") in _texts(found, Verdict.LEFT_ALONE)


def test_a_named_danger_stays_where_the_guard_stops_none_of_it() -> None:
    named = Aim("keys", _KEYS, _KEYS.seeds, is_named=True)
    probes = key_probes([named], ())
    assert {it.seed for it in probes} == {it.name for it in _KEYS.seeds}
    assert with_known_keys([named], probes, set()) == [named]
    assert with_known_keys([Aim("keys", _KEYS, _KEYS.seeds, is_named=False)], probes, set()) == []


def test_what_a_guard_stops_without_a_secret_says_nothing_of_secrets() -> None:
    aim = Aim("keys", _KEYS, _KEYS.seeds, is_named=False)
    probes = key_probes([aim], ())
    every_call = {(it.does, it.text) for probe in probes for it in probe.every}
    assert with_known_keys([aim], probes, every_call) == []


@every(
    ("stopped", "seed"),
    [
        ("curl -u ada:A1A1A1A1A1A1A1A1 http://localhost:8000/orders", "password in a command"),
        ("git clone https://ada:A1A1A1A1A1A1A1A1@github.com/ada/shop.git", "password in an address of a command"),
        (f"curl -H 'X-Api-Key: {KEY}' http://localhost:8000/orders", "token in a command"),
    ],
)
def test_a_guard_of_commands_is_about_the_secret_if_it_lets_the_command_pass_without(stopped: str, seed: str) -> None:
    aim = Aim("keys", _KEYS, _KEYS.seeds, is_named=False)
    probes = key_probes([aim], ())
    (about,) = with_known_keys([aim], probes, {("Bash", stopped)})
    assert [it.name for it in about.seeds] == [seed]
    plain = next(plain for it in probes for with_secret, plain in it.calls if with_secret.text == stopped)
    assert with_known_keys([aim], probes, {("Bash", stopped), ("Bash", plain.text)}) == []


def test_the_name_of_a_secret_is_one_that_the_guard_stops() -> None:
    aim = Aim("keys", _KEYS, _KEYS.seeds, is_named=False)
    probes = key_probes([aim], ())
    stopped = {(it.does, it.text) for probe in probes for it, _ in probe.calls if "api_key =" in it.text}
    (about,) = with_known_keys([aim], probes, stopped)
    (seed,) = about.seeds
    assert seed.command == f"echo 'api_key = \"{'A1' * 16}\"' >> src/config.py"
    assert any(it.content == f'export const apiKey = "{"A1" * 16}";\n' for it in about.danger.calls)


def test_a_guard_is_first_asked_about_a_file_with_the_secret() -> None:
    probe = next(it for it in key_probes([Aim("keys", _KEYS, _KEYS.seeds, is_named=False)], ()) if it.key == KEY)
    assert [probe.first(tools).does for tools in (["Bash", "Write"], ["Bash"])] == ["Write", "Bash"]
    assert probe.first(["Write"]) in probe.every


def test_a_mention_of_a_key_is_no_harmless_call() -> None:
    calls = list(harmless([Aim("keys", _KEYS, _KEYS.seeds, is_named=False)]))
    assert {it.label for it in calls} == {Label.HARMLESS}
    assert {it.does for it in calls if KEY in it.text} == {TAKEN_OUT}


@every(
    ("key", "wanted"),
    [("sk-AAAAAAAA", ("sk-", "AAAAAAAA")), ("AAAA", ("AA", "AA")), ("AKIA0000", ("AKIA", "0000"))],
)
def test_a_key_has_two_parts(key: str, wanted: tuple[str, str]) -> None:
    assert parts(key) == wanted


def test_the_places_of_keys_names_and_letters_are_filled() -> None:
    text = "{key} {key_start}|{key_rest} {key_reversed} {name} {NAME} {camel} {A:3} {A1:4} {project}"
    assert filled(text, "k-AAAA", "api_key") == "k-AAAA k-|AAAA AAAA-k api_key API_KEY apiKey AAA A1A1 {project}"


def test_the_keys_of_patterns_are_long_and_of_several_letters(tmp_path: Path) -> None:
    found = candidates([r"'sk-[A-Za-z0-9]{20,}' '[A-Za-z0-9]{40}' 'ghp_[A-Za-z0-9]{36}' 'task-[a-z]+'"], str(tmp_path))
    assert found.keys == (f"sk-{'A' * 20}", KEY)


def test_the_variable_is_one_that_the_guard_stops(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir(exist_ok=True)
    (tmp_path / "shop" / ".env.example").write_text(
        "PORT=3000\nMAIL_API_KEY=\nDATABASE_URL=postgres://a:b@localhost/shop\nSITE_URL=https://example.com\n"
    )
    found = attacked(_PRINTING, tmp_path / "shop", count=250)
    tried = {it.variant.text: it.verdict for it in found.tried if it.variant.seed == "variable"}
    assert tried['echo "$ORDERS_DB_PASSWORD"'] is Verdict.STOPPED
    assert tried['name=ORDERS_DB_PASSWORD; echo "${!name}"'] is Verdict.PASSED
    assert not any("GITHUB_TOKEN" in it for it in tried)
    # The project has another secret, which the guard does not know.
    assert tried['echo "$MAIL_API_KEY"'] is Verdict.PASSED
    assert tried['echo "$DATABASE_URL"'] is Verdict.PASSED
    assert not any("PORT" in it or "SITE_URL" in it for it in tried)


@every(
    ("stopped", "tries"),
    [
        (['echo "$GITHUB_TOKEN"'], True),
        # A guard that stops each `printenv` may let others print what it does not know.
        (['echo "$GITHUB_TOKEN"', "printenv GITHUB_TOKEN", "printenv HOME"], True),
        (["printenv GITHUB_TOKEN", "printenv HOME"], False),
        (['echo "$GITHUB_TOKEN"', 'echo "$HOME"'], False),
    ],
)
def test_other_secrets_are_tried_where_the_guard_tells_secrets_apart(stopped: list[str], tries: bool) -> None:
    secrets = dangers()["secrets"]
    aim = Aim("secrets", secrets, tuple(it for it in secrets.seeds if it.name == "variable"), is_named=False)
    (found,) = with_variable([aim], Names((), ("MAIL_API_KEY",)), [("Bash", it) for it in stopped])
    assert ('echo "$MAIL_API_KEY"' in {it.command for it in found.seeds[0].same}) is tries
