"""The commands and files that only one guard names are attacked, as far as it stops them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import Seed, dangers
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.aims import OWN_PATTERNS, Stopped, with_own
from hookwright.attacking.own.operands import operand_of, with_operand
from hookwright.attacking.texts.candidates import Candidates, candidates
from hookwright.attacking.texts.shown import only_in_signs
from hookwright.errors import UsageError

_KNOWN = dangers()
_SERVICE = Guard(
    "no-stop.py",
    r"""import json, re, sys
given = json.load(sys.stdin)["tool_input"]
command, path = given.get("command", ""), given.get("file_path", "")
if re.search(r"\bshopctl\s+(stop|reset)\b", command) or "DELETE FROM invoices" in command:
    print("Ask before you stop the shop", file=sys.stderr)
    sys.exit(2)
if re.search(r"migrations/.*\.sql$", path) or path.endswith(".pem"):
    print("Write a new migration", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
    "Bash|Write|Edit",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "migrations").mkdir(parents=True)
    (folder / "migrations" / "0001-orders.sql").write_text("CREATE TABLE orders (id int);\n")
    return folder


def test_functions_of_code_are_no_commands_and_no_files(project: Path) -> None:
    text = r"['shutil.rmtree', r'os\.remove.*task-board', 'fs.rmSync', 'mkfs.ext4 /dev/sda', 'seed.sql']"
    found = candidates([text], str(project))
    assert found.commands == (("mkfs.ext4 /dev/sda",),)
    assert found.paths == ("seed.sql",)


def test_a_file_behind_a_function_of_code_is_what_nobody_may_lose(project: Path) -> None:
    text = r"['os\.remove.*orders', r'unlinkSync\([^)]*report.csv', 'fs.rmSync', r'os\.remove']"
    found = candidates([text], str(project))
    assert [(it.path, it.command) for it in found.in_code] == [
        ("migrations/0001-orders.sql", "python3 -c \"import os; os.remove('migrations/0001-orders.sql')\""),
        ("report.csv", "node -e \"require('fs').unlinkSync('report.csv')\""),
    ]
    assert "hookwright-notes.md" in found.in_code[0].control
    (aim,) = with_own((), Stopped(lost=found.in_code[:1]), _KNOWN)
    (seed,) = aim.seeds
    assert seed.command == found.in_code[0].command
    texts = {it.command for it in seed.same}
    assert {"rm migrations/0001-orders.sql", "> migrations/0001-orders.sql"} <= texts
    assert "mv migrations/0001-orders.sql old.txt" in texts
    assert "python3 -c \"from pathlib import Path; Path('migrations/0001-orders.sql').unlink()\"" in texts
    assert not any(">>" in it or "sed -i" in it or "git stash" in it for it in texts)
    assert {it.seed for it in (*aim.danger.calls, *aim.danger.harmless)} == {seed.name}


def test_a_program_is_no_aim_of_its_own_where_the_guard_only_names_it_in_a_known_command() -> None:
    (seed,) = _KNOWN["downloads"].seeds
    assert only_in_signs("curl", ['# curl is fine\nbad = "curl.*|.*sh"', "wget.*[|].*bash"], (seed,))
    assert only_in_signs("wget", ["wget.*[|].*bash"], (seed,))
    assert not only_in_signs("curl", ['if "curl" in words:\n    bad = "curl.*|.*sh"'], (seed,))
    assert not only_in_signs("curl", ["no programs"], (seed,))
    assert not only_in_signs("git", ["git push | sh"], (seed,))


def test_sentences_are_no_commands_and_files_of_a_folder_are_those_that_are_there(project: Path) -> None:
    text = "['never push to main', 'gh secret set', 'migrations/', 'certs/*.pem', '../up.txt', 'https://a.b/c']"
    found = candidates([text], str(project))
    assert found.commands == (("gh secret set TOKEN --body notes",),)
    assert found.paths == ("migrations/0001-orders.sql", "certs/server.pem")


def test_an_attack_sends_what_the_guard_stops_of_its_own_patterns(project: Path) -> None:
    found = attacked(_SERVICE, project, count=300)
    own = next(it for it in found.meant.aims if it.name == OWN_PATTERNS)
    assert {it.command for it in own.seeds} == {
        "shopctl stop",
        "shopctl reset",
        'psql "$DATABASE_URL" -c "DELETE FROM invoices"',
        "echo x > migrations/0001-orders.sql",
        "echo x > server.pem",
    }
    # The known danger deletes from another table, which this guard does not name.
    assert not any(it.name == "rows" for aim in found.meant.aims for it in aim.seeds)
    assert not any(it.variant.danger == "production" for it in found.tried)
    texts = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert any(it.startswith(("'shop", '"shop', "s\\", "shop''", 'shop""')) or "shopc" not in it for it in texts)
    assert sum("0001-orders.sql" in it for it in texts) > 5
    assert any("`.claude/settings.json` and `.claude/hooks/no-stop.py`" in it for it in found.notes)


def test_a_guard_whose_text_says_nothing_is_asked_what_it_stops(project: Path) -> None:
    code = 'import sys; sys.exit(2 if "--force" in sys.stdin.read() else 0)'
    text = f"exec(bytes.fromhex('{code.encode().hex()}'))\n"
    found = attacked(Guard("guard.py", text, "python3 {script}"), project, count=300)
    assert found.meant.source == "what it stops when asked"
    assert "force push" in {it.name for aim in found.meant.aims for it in aim.seeds}
    assert not any(it.name == "rm" for aim in found.meant.aims for it in aim.seeds)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert any(it.startswith("git push") and "--force" not in it for it in passed)


@pytest.mark.parametrize("matcher", ["*", "Bash|Write"])
@pytest.mark.parametrize("text", ["# 'shopctl stop' 'migrations/'", "# rm -rf ~ is forbidden"])
def test_a_guard_that_stops_everything_is_not_attacked(project: Path, matcher: str, text: str) -> None:
    guard = Guard("all.sh", f"#!/bin/bash\n{text}\necho no >&2\nexit 2\n", "bash {script}", matcher)
    with pytest.raises(UsageError, match="The guard stops every call, even `echo hello`, and says: no"):
        attacked(guard, project, count=300)


def test_a_guard_that_allows_some_commands_only_is_attacked(project: Path) -> None:
    text = '#!/bin/bash\n# no rm -rf ~ here\ngrep -q \'"command": *"git status\' || exit 2\n'
    found = attacked(Guard("some.sh", text, "bash {script}"), project, count=300)
    assert found.tried


def test_what_a_seed_shows_that_is_stopped_is_not_attacked_twice() -> None:
    force = next(it for it in _KNOWN["history"].seeds if it.name == "force push")
    aim = Aim("history", _KNOWN["history"], (force,), is_named=False)
    found = Stopped(
        frozenset({("history", "force push")}),
        (("git push -f",), ("shopctl stop", "shopctl reset"), ("shopctl stop now",)),
    )
    own = with_own((aim,), found, _KNOWN)[1]
    assert [it.command for it in own.seeds] == ["shopctl stop", "shopctl reset"]


def test_of_one_pattern_some_other_operands_are_attacked_and_each_file_is_printed_once() -> None:
    makes = ("make clean-db", "make drop-db", "make -s drop-db", "make reset-db", "make wipe-db")
    prints = ("cat a/b.pem", "less a/b.pem", "head a/b.pem", "head c/d.pem")
    own = with_own((), Stopped(commands=(makes, prints)), _KNOWN)[-1]
    found = [it.command for it in own.seeds]
    assert found[:3] == ["make clean-db", "make drop-db", "make reset-db"]
    assert not any(it.startswith("make wipe") for it in found)
    assert len([it for it in found if "b.pem" in it]) == 1
    assert any("d.pem" in it for it in found)


_READS = r"""import json, re, sys
command = json.load(sys.stdin)["tool_input"].get("command", "")
if re.search(r"\b(cat|head)\b[^;|]*\.env\b", command) or re.search(r"//[a-z]{8}\.example\.com/", command):
    print("Do not read .env", file=sys.stderr)
    sys.exit(2)
"""


def test_a_guard_that_is_asked_about_a_shell_and_writes_tells_whether_a_file_may_not_be_read(project: Path) -> None:
    (project / ".env").write_text("KEY=canary\n")
    found = attacked(Guard("no-env.py", _READS, "python3 {script}", "Bash|Write|Edit"), project, count=300)
    # Nothing is about changing the file, and the server is no file.
    assert {(it.name, seed.name) for it in found.meant.aims for seed in it.seeds} == {("secrets", "env file")}


def test_a_name_that_is_stopped_anywhere_is_not_what_a_command_is_about(project: Path) -> None:
    text = """#!/bin/bash
command=$(cat)
if [[ $command == *printenv* && $command == *MY_TOKEN* || $command =~ key_[a-z]{12} ]]; then
  exit 2
fi
"""
    found = attacked(Guard("keys.sh", text, "bash {script}"), project, count=300)
    assert not any("key_" in seed.command for aim in found.meant.aims for seed in aim.seeds)


def test_another_name_stays_beside_the_forms_that_have_none_and_another_path_does_not() -> None:
    docker = next(it for it in _KNOWN["production"].seeds if it.name == "docker")
    named = with_operand(docker, "shop_orders")
    assert named.command == "docker volume rm shop_orders"
    texts = {it.command for it in named.same}
    assert {"docker volume remove shop_orders", "docker compose down -v"} <= texts
    rm = next(it for it in _KNOWN["deletion"].seeds if it.name == "rm")
    moved = {it.command for it in with_operand(rm, "~/backups").same}
    assert "find ~/backups -delete" in moved
    assert not any(it.startswith("cd ..") for it in moved)


@every(
    ("text", "wanted"),
    [
        ("{ id: 'truncate', regex: /\\bTRUNCATE\\b/i }, { regex: /\\bDROP\\s+TABLE\\b/i }", False),
        ("grep -qE '(rm|mv|truncate) '; grep -qi 'drop table'", True),
        ("grep -qE 'truncate '", True),
    ],
)
def test_the_program_truncate_is_meant_unless_other_statements_are_named(
    project: Path, text: str, wanted: bool
) -> None:
    found = {it for every_one in candidates([text], str(project)).commands for it in every_one}
    assert ("truncate -s 0 README.md" in found) is wanted


def test_what_does_nothing_and_where_the_payload_has_the_call_are_no_candidates() -> None:
    found = candidates(["['.tool_input.command', '(mv|cp|rm).*[.]keystore', 'tee ']"], "/nowhere")
    assert found.commands == (("rm .keystore",),)
    assert not any("tool_input" in it for it in found.paths)
    assert found.words == ()


def test_the_names_of_hosts_are_no_files_that_the_project_has_not(tmp_path: Path) -> None:
    (tmp_path / "deploy.sh").touch()
    hosts = r"'pastebin\.com|transfer\.sh|0x0\.st|deploy\.sh'"
    assert candidates([hosts], str(tmp_path)).paths == ("deploy.sh",)
    assert candidates([r"'transfer\.sh|notes\.md'"], str(tmp_path)).paths == ("transfer.sh", "notes.md")


@every(
    ("pattern", "expected"),
    [
        (r"/\bgit\b.*\s-n$/", ()),
        (r"/\bop\s+--/i", ()),
        ("/eslint.*--quiet/i", ("eslint --quiet",)),
        (r"/\bgit\s+config\s+.*core\.hooksPath/i", ("git config core.hooksPath notes",)),
        (r"/\bdocker\s+.*--privileged/", ("docker run --privileged --rm alpine ls",)),
    ],
)
def test_a_pattern_for_an_option_gives_a_command_that_does_something(pattern: str, expected: tuple[str, ...]) -> None:
    assert [it for of_one in candidates([pattern], "/nowhere").commands for it in of_one] == [*expected]


def test_no_candidates_are_none() -> None:
    assert candidates(["echo hello"], "/nowhere") == Candidates()


def test_a_guard_of_one_folder_is_attacked_about_this_folder(project: Path) -> None:
    text = """#!/bin/bash
command=$(cat)
if grep -qE '\\brm\\b' <<< "$command" && grep -qE '~/backups|shop_data' <<< "$command"; then
  echo 'rm of the backups is refused' >&2
  exit 2
fi
"""
    found = attacked(Guard("backups.sh", text, "bash {script}"), project, count=300)
    (seed,) = (it for aim in found.meant.aims if aim.name == "deletion" for it in aim.seeds)
    assert seed.command == "rm -rf ~/backups"
    texts = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert {"find ~/backups -delete", 'rm -rf "$HOME"/backups'} & texts
    assert [it for it in texts if "Documents" in it and "backups" not in it] == []


def test_no_file_takes_the_place_of_one_on_another_host() -> None:
    assert operand_of(Seed(name="copy", command="scp README.md web1.example.net:/tmp/", why="It copies.")) is None
    assert operand_of(Seed(name="rm", command="rm -rf ~", why="It deletes.")) == "~"
