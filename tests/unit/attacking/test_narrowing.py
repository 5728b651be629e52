"""What is tried with a file that only one guard names is what the rule of the guard forbids."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.own import beside_list, by_shell, committed, scripts
from hookwright.attacking.own.aims import OWN_PATTERNS, Stopped, with_own
from hookwright.attacking.texts.places import rather_there

_GUARD = Guard(
    "rules.py",
    r"""import json, os, re, sys
given = json.load(sys.stdin)["tool_input"]
path, command = given.get("file_path", ""), given.get("command", "")
if re.search(r"restart_services\.sh|>\s*\S*src/app/", command):
    print("Only people restart; use the Edit tool for sources", file=sys.stderr)
    sys.exit(2)
# As `git ls-files` says which migrations are final.
if "migrations" in path.split("/") and os.path.exists(path):
    print("Write a new migration", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
    "Bash|Write|Edit",
)


def test_each_rule_is_attacked_as_what_it_is(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    for it in ("ops/restart_services.sh", "src/app/main.ts", "db/migrations/1.sql"):
        (project / it).parent.mkdir(parents=True)
        (project / it).write_text("x\n")
    found = attacked(_GUARD, project, count=40)
    (aim,) = [it for it in found.meant.aims if it.name == OWN_PATTERNS]
    names = {it.name for it in aim.seeds}
    assert names == {"run ops/restart_services.sh", "src/app/main.ts", "db/migrations/1.sql"}
    does = {(it.seed, it.does) for it in aim.danger.calls}
    # The guard wants `Edit` for sources, and lets scripts be changed.
    assert not {("src/app/main.ts", "Edit"), ("run ops/restart_services.sh", "Write")} & does
    assert ("db/migrations/1.sql", "Write") in does
    new = [it for it in aim.danger.harmless if it.kind.startswith("new file")]
    assert {it.seed for it in new} == {"db/migrations/1.sql"}
    # The guard names the folder, and so what is in a folder of it.
    assert "{project}/db/migrations/sub/1.sql" in {it.path for it in aim.danger.calls}
    assert any(it.verdict is Verdict.STOPPED and it.variant.seed == "src/app/main.ts" for it in found.tried)


def test_a_script_is_run_in_other_ways(tmp_path: Path) -> None:
    script = tmp_path / "ops" / "restart.sh"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\n")
    before = scripts.seed_of("ops/restart.sh", str(tmp_path))
    script.chmod(0o755)
    seed = scripts.seed_of("ops/restart.sh", str(tmp_path))
    texts = {it.command for it in seed.same}
    assert seed.command == "bash ops/restart.sh"
    assert {". ./ops/restart.sh", "cd ops && bash restart.sh", "bash ops/resta*.sh", "./ops/restart.sh"} <= texts
    # Without the right to run it, the name alone starts nothing.
    assert "./ops/restart.sh" not in {it.command for it in before.same}
    harmless = {it.command: it.unless for it in scripts.harmless("ops/restart.sh")}
    assert harmless["bash -n ops/restart.sh"] == "bash -n hookwright-notes.md"
    assert "bash -n a.py" not in {it.command for it in scripts.harmless("a.py")}
    assert scripts.runs("README.md", str(tmp_path)) is None


@every(
    ("text", "is_advised"),
    [
        ("Blocked: use the Edit tool instead", True),
        ("change it via Write or Edit", True),
        ("Never write to src", False),
        ("do not use rm", False),
    ],
)
def test_a_guard_may_recommend_tools_for_files(text: str, is_advised: bool) -> None:
    assert by_shell.is_advised([text]) == is_advised


def test_what_a_shell_may_not_write_is_only_attacked_with_commands_that_write_it() -> None:
    (aim,) = with_own((), Stopped(written=("src/app/main.ts",)), dangers())
    (seed,) = aim.seeds
    kept = {it.command for it in by_shell.by_shell(seed, seed.name).same}
    assert {"echo x | tee src/app/main.ts", "cd src/app && echo x > main.ts", "cp README.md src/app/main.ts"} <= kept
    assert not {"git stash", "rm src/app/main.ts", "rm -rf src/app", "git rm -qf src/app/main.ts"} & kept
    assert {it.does for it in by_shell.calls_by_shell(aim.danger.calls)} <= {"Bash", "PowerShell"}


def test_a_file_that_is_not_there_can_only_be_created() -> None:
    (aim,) = with_own((), Stopped(written=("certs/server.pem",)), dangers())
    (seed,) = aim.seeds
    created = by_shell.creating(seed)
    texts = {it.command for it in created.same} | {it.instead for it in created.swaps}
    assert {"echo x | tee certs/server.pem", "cp README.md certs/server.pem"} <= texts
    assert not [it for it in texts if it.startswith(("rm ", "git ", "sed ", "find ")) or "*" in it or "?" in it]


def test_a_folder_that_the_project_has_not_can_be_deleted_later() -> None:
    (aim,) = with_own((), Stopped(written=("legacy/notes.txt",)), dangers())
    (seed,) = aim.seeds
    kept = {it.command for it in by_shell.in_new_folder(seed).same}
    assert {"rm -rf legacy", "mv legacy legacy.old", "cp README.md legacy/notes.txt"} <= kept
    assert not {"git rm -rqf legacy", "git stash", "git checkout HEAD~1 -- legacy"} & kept
    assert "cp -r legacy/. /tmp/copy" in {it.command for it in aim.danger.harmless}


_OF_FOLDER = Guard(
    "legacy.sh",
    r"""#!/bin/bash
# legacy/ is frozen
command=$(jq -r '.tool_input.command // empty')
if grep -qE 'tee[[:space:]]+legacy/|cp[[:space:]].*[[:space:]]legacy/' <<< "$command"; then
  echo "legacy/ is frozen" >&2
  exit 2
fi
""",
    "bash {script}",
)


def test_a_guard_that_only_knows_some_commands_is_about_the_folder(tmp_path: Path) -> None:
    found = attacked(_OF_FOLDER, tmp_path / "shop", count=250)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert {"echo x > legacy/notes.txt", "rm -rf legacy"} <= passed
    refused = {it.variant.text for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert "cp -r legacy/. /tmp/copy" in refused


def test_forms_that_a_guard_recommends_are_left_out() -> None:
    def commands(*texts: str) -> set[str]:
        (aim,) = with_own((), Stopped(written=("src/app/main.ts",)), dangers(), texts)
        return {it.command for it in aim.seeds[0].same}

    assert "git revert --no-edit HEAD" in commands("Do not edit it")
    assert "git revert --no-edit HEAD" not in commands("Make another commit, or a revert")


def test_files_that_are_there_show_what_a_guard_is_about(tmp_path: Path) -> None:
    for it in ("a.pem", "b.key"):
        (tmp_path / it).write_text("x\n")
    assert rather_there(["a.pem", "id_rsa", "b.key"], str(tmp_path)) == ("a.pem", "b.key")
    assert rather_there(["a.pem", "id_rsa"], str(tmp_path)) == ("a.pem", "id_rsa")


def test_new_files_beside_committed_ones_are_harmless() -> None:
    assert committed.asks_git(['execFileSync("git", ["ls-files", file])', "git -C $root log -1"]) is True
    assert committed.asks_git(["never push with git"]) is False
    assert committed.new_file("db/migrations/1.sql") == "db/migrations/hookwright-notes.sql"
    assert committed.new_file("Makefile") == "hookwright-notes"
    (aim,) = with_own((), Stopped(written=("a.sh", "b/c.ts", "b/d.ts", "e", "server.x", "f")), dangers())
    assert [it.name for it in aim.seeds][5:] == ["f"], "a file beside the first five has only few forms"
    assert len(aim.seeds[5].same) < 10 < len(aim.seeds[4].same)


def test_a_file_in_a_folder_that_no_text_names_may_be_meant_in_any_folder() -> None:
    def elsewhere(text: str) -> list[str]:
        (aim,) = with_own((), Stopped(written=("api/migrations/1.sql",)), dangers(), [text])
        return [it.text for it in aim.danger.harmless if "/tmp/example/" in it.text]

    assert elsewhere("re.search(r'api\\/migrations\\/', path)")
    assert not elsewhere('"migrations" in path.parts')


def test_a_file_is_written_by_a_name_in_other_letters(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    (project / "src").mkdir(parents=True)
    (project / "src" / "schema.ts").write_text("export {};\n")
    text = """import json, sys
if json.load(sys.stdin)["tool_input"].get("file_path", "").endswith("src/schema.ts"):
    sys.exit(2)
"""
    found = attacked(Guard("schema.py", text, "python3 {script}", "Edit|Write"), project, count=60)
    assert "{project}/src/SCHEMA.TS" in {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}


def test_notebooks_and_new_files_of_a_folder_are_tried(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    (project / "migrations").mkdir(parents=True)
    (project / "migrations" / "1.sql").write_text("select 1;\n")
    text = """import json, os, sys
call = json.load(sys.stdin)
path = call["tool_input"].get("file_path", "")
is_new = call["tool_name"] == "Write" and not os.path.exists(path)
if "/migrations/" in path and not (is_new and path.endswith(".sql")):
    sys.exit(2)
"""
    found = attacked(Guard("final.py", text, "python3 {script}", "Edit|Write|NotebookEdit"), project, count=120)
    passed = {(it.variant.does, it.variant.text) for it in found.tried if it.verdict is Verdict.PASSED}
    assert ("NotebookEdit", "{project}/migrations/hookwright-notes.ipynb") in passed
    assert ("Edit", "{project}/MIGRATIONS/1.sql") in passed
    alarms = {(it.variant.does, it.variant.text) for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert ("Edit", "{project}/migrations/hookwright-notes.sql") in alarms


def test_a_guard_finds_out_whether_a_file_is_there() -> None:
    assert committed.asks_disk(['if [[ -f "$FILE_PATH" ]]; then', "fs.existsSync(file)"]) is True
    assert committed.asks_disk(["grep -f patterns", 'jq -r ".tool_input.file_path"']) is False


def test_files_about_the_words_of_a_list_are_tried_where_the_list_has_them_not(tmp_path: Path) -> None:
    for it in ("src/auth/login.ts", "src/pages/auth-callback.tsx", "src/pages/cart.tsx", "tests/auth/login.ts"):
        (tmp_path / it).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / it).write_text("x\n")
    listed = ("src/auth/login.ts", "src/session.ts")
    words = beside_list.kept_words(["# protects paths (auth, session, deploy settings)"], listed)
    assert words == ["auth", "session"]
    assert beside_list.kept_words(["# reads (auth, session, cart)"], listed) == []
    about = beside_list.files_about(words, str(tmp_path))
    assert about == {"src/auth/login.ts": "auth", "src/pages/auth-callback.tsx": "auth"}


_OF_LIST = Guard(
    "list.py",
    r"""import json, sys
# Blocks edits of protected paths (auth, session, deploys).
path = json.load(sys.stdin)["tool_input"].get("file_path", "")
if any(it in path for it in ("src/auth/", "src/session.ts")):
    print("Only people change it", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
    "Write|Edit",
)


def test_a_file_beside_the_list_of_a_guard_is_a_hole(tmp_path: Path) -> None:
    for it in ("src/auth/login.ts", "src/session.ts", "src/pages/auth-callback.tsx"):
        (tmp_path / "shop" / it).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shop" / it).write_text("x\n")
    found = attacked(_OF_LIST, tmp_path / "shop", count=150)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    assert "{project}/src/pages/auth-callback.tsx" in passed


def test_another_folder_of_migrations_is_as_final_as_that_of_the_list(tmp_path: Path) -> None:
    others = (
        "backend/migrations/versions/20250102_add_index.py",
        "backend/migrations/env.py",
        "src/versions/latest.py",
    )
    for it in ("alembic/versions/0001_start.py", *others):
        (tmp_path / it).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / it).write_text("x = 1\n")
    found = beside_list.files_of_sort(["alembic/versions/0001_start.py"], str(tmp_path))
    assert found == {others[0]: "migrations"}
    (call,) = beside_list.calls_of_sort(found.items(), "alembic/versions/0001_start.py")
    assert (call.does, call.path) == ("Edit", f"{{project}}/{others[0]}")
    assert beside_list.files_of_sort(["src/app.py"], str(tmp_path)) == {}
