"""An entry of a guard's list of files that never matches is a hole."""

from __future__ import annotations

from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.own.dead_entries import dead, questions
from hookwright.attacking.texts.path_lists import path_lists

_BY_NAME = Guard(
    "no-files.py",
    r"""import json, sys
from pathlib import Path
PROTECTED = [
    ".env", ".env.local",  # don't show these
    "credentials.json",
    "package-lock.json",
    ".git/config",
    "secrets/",
    "*.pem",
]
path = Path(json.load(sys.stdin)["tool_input"].get("file_path", ""))
if path.name in PROTECTED:
    print("Blocked: this is a file with secrets, or one that only programs write", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
    "Read|Edit|Write",
)


def test_entries_with_a_folder_or_a_star_are_dead_in_a_list_of_names(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    found = attacked(_BY_NAME, tmp_path / "shop")
    passed = {(it.variant.does, it.variant.text) for it in found.tried if it.verdict is Verdict.PASSED}
    paths = ("{project}/.git/config", "{project}/secrets/notes.txt", "{project}/server.pem")
    assert {(does, it) for does in ("Read", "Edit") for it in paths} <= passed
    reasons = {it.variant.text: it.variant.reasons for it in found.tried if it.variant.does == "Read"}
    assert reasons[paths[0]] == ("The guard has `.git/config` in a list, and stops most others of that list.",)


@every(
    ("text", "entries"),
    [
        ("const kept = new Set(['.env', 'dist/', '*.lock']);", [".env", "dist/", "*.lock"]),
        ('KEPT=(".env" "package-lock.json" ".git/")', [".env", "package-lock.json", ".git/"]),
        ('if name in (".env", ".env.example", "a.pem", "b.pem"):', [".env", "a.pem", "b.pem"]),
        ('TOOLS = ["Read", "Edit", "Write"]', None),
        ('words = ["rm -rf", "mkfs.ext4", "dd of=/dev/sda", "a.b"]', None),
        ("patterns = [r'\\.env$', r'\\.pem$', r'\\.key$']", None),
        ('name = ["a.py", "b.py"]', None),
    ],
)
def test_the_lists_of_paths_in_a_script(text: str, entries: list[str] | None) -> None:
    assert [[it.text for it in found] for found in path_lists([text])] == ([entries] if entries else [])


def test_an_entry_stands_for_the_files_that_a_person_thinks_of() -> None:
    text = "LIST = ['.pem', '~/.ssh/', '/etc/', '**/keys/**', '.env.*', '.git', '*credentials*', 'src/*.gen.ts']"
    (entries,) = path_lists([text])
    assert {it.text: it.paths for it in entries} == {
        ".pem": ("{project}/server.pem", "{project}/.pem"),
        "~/.ssh/": ("{home}/.ssh/id_rsa", "{project}/.ssh/id_rsa", "{home}/.ssh/notes.txt"),
        "/etc/": ("/etc/notes.txt", "{project}/etc/notes.txt"),
        "**/keys/**": ("{project}/keys/notes.txt",),
        ".env.*": ("{project}/.env.local",),
        ".git": ("{project}/.git/config", "{home}/.git/config", "{project}/.git"),
        "*credentials*": ("{project}/prod-credentials.json",),
        "src/*.gen.ts": ("{project}/src/server.gen.ts",),
    }


def test_only_a_list_that_the_guard_keeps_has_dead_entries() -> None:
    lists = [*path_lists(['LIST = [".env", "b.lock", "a/b.json"]'])]
    asked = [*questions(lists, {"Write", "Bash"})]
    assert ("Write", "{project}/a/b.json") in asked
    stopped = {it for it in asked if "a/b" not in it[1]}
    (call,) = dead(lists, {"Write"}, stopped)
    assert (call.does, call.path) == ("Write", "{project}/a/b.json")
    # It stops most of what is in no list of what it keeps, or nothing of what it allows.
    assert dead(lists, {"Write"}, {("Write", "{project}/.env")}) == []
    assert dead(lists, {"Write"}, asked) == []
