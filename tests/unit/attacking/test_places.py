"""Which files of a project the patterns of a guard stand for, wherever the files are."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.every import every

from hookwright.attacking.texts.candidates import candidates
from hookwright.attacking.texts.examples import GAP, examples
from hookwright.attacking.texts.places import Places

_FILES = (
    "Makefile",
    "api/shop/migrations/0001_initial.py",
    "api/uv.lock",
    "config/service-account-prod.json",
    "ops/restart.sh",
    "src/app/main.ts",
    "web/src/generated/api.gen.ts",
    "web/dist/index.js",
)


@pytest.fixture
def project(tmp_path: Path) -> str:
    for it in _FILES:
        path = tmp_path / it
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
    return str(tmp_path)


@every(
    ("example", "path"),
    [
        ("migrations", "api/shop/migrations/0001_initial.py"),
        ("generated", "web/src/generated/api.gen.ts"),
        ("/dist/", "web/dist/index.js"),
        (f"{GAP}/migrations/{GAP}.py", "api/shop/migrations/0001_initial.py"),
        ("/1111_x.py", "api/shop/migrations/0001_initial.py"),
        (".lock", "api/uv.lock"),
        ("x.gen.ts", "web/src/generated/api.gen.ts"),
        (f"service{GAP}account{GAP}.json", "config/service-account-prod.json"),
        ("Makefile", "Makefile"),
        ("src/app/.ts", "src/app/main.ts"),
        ("generate", None),
        ("_initial.py", "api/shop/migrations/0001_initial.py"),
        ("dist.js", None),
        ("../Makefile", None),
        ("git push", None),
    ],
)
def test_a_text_stands_for_a_file_wherever_it_is(example: str, path: str | None, project: str) -> None:
    assert Places(project).of(example) == path


def test_a_command_that_writes_stands_for_the_file_that_it_writes(project: str) -> None:
    places = Places(project)
    for it in (f"sed -i{GAP}src/app/", f"tee src/app/{GAP}.ts", ">> src/app/", f"mv {GAP} {GAP}src/app/"):
        assert places.of_command(it) == "src/app/main.ts"
    assert places.of_command(f"rm{GAP}src/app/") == "src/app/main.ts"
    assert [places.of_command(it) for it in ("bash src/app/", "tee ", "sed -i", "cp x /etc/hosts")] == [None] * 4
    assert places.of_command(f"cat{GAP}> src/app/") == "src/app/main.ts"
    assert places.of_command("cat src/app/") is None, "it only reads"
    found = candidates([r"'sed\s+-i.*src/app/' 'tee\s+(-a\s+)?\S*src/app/.*\.ts'"], project)
    assert found.paths == ("src/app/main.ts",)
    assert not [it for every in found.commands for it in every if "src/app" in it]


@every(
    ("example", "folder"),
    [
        (f"tee{GAP} legacy/", "legacy"),
        (f"echo {GAP}>legacy/", "legacy"),
        (f"sed -i{GAP}legacy/sql/", "legacy/sql"),
        (f"cp {GAP} ./legacy/", "legacy"),
        (f"mv {GAP} .legacy/", ".legacy"),
        ("tee /etc/", None),
        ("tee tmp/", None),
        ("rm -rf legacy/", None),
        ("legacy/", None),
    ],
)
def test_a_command_that_writes_names_the_folder_that_it_writes_into(
    example: str, folder: str | None, project: str
) -> None:
    assert Places(project).folder_of_command(example) == folder


def test_a_folder_that_commands_may_not_write_into_stands_for_a_file_in_it(project: str) -> None:
    found = candidates([r"""if re.search(r"tee\s+legacy/|cp\s+.*\s+web/dist/", command): deny()"""], project)
    assert found.new == ("legacy/notes.txt",)
    assert {"legacy/notes.txt", "web/dist/index.js"} <= {*found.paths}


def test_a_folder_that_is_deleted_is_the_one_of_the_project(project: str) -> None:
    places = Places(project)
    assert places.deletion("rm migrations") == "rm -r api/shop/migrations"
    assert places.deletion("rm -rf migrations/") == "rm -rf api/shop/migrations"
    for it in ("rm -rf Makefile", "rm -rf nothing-there", "rm -rf web", "mv migrations /tmp"):
        assert places.deletion(it) == it


def test_a_rule_in_code_names_the_files_that_are_there_and_no_others(project: str) -> None:
    in_python = """if "migrations" in path.parts or path.suffix == ".lock" or path.name in {"Makefile", "id_rsa"}:"""
    found = candidates([in_python], project).paths
    assert found == ("api/shop/migrations/0001_initial.py", "api/uv.lock", "Makefile", "id_rsa")
    in_javascript = """if (rel.split("/").includes("generated") || rel.startsWith("web/dist/")) deny("x")"""
    assert candidates([in_javascript], project).paths == ("web/src/generated/api.gen.ts", "web/dist/index.js")
    in_shell = 'case "$rel" in\n  */migrations/*.py | lib/*.so)\n    exit 2 ;;\nesac'
    assert candidates([in_shell], project).paths == ("api/shop/migrations/0001_initial.py", "lib/server.so")
    # The pattern has a program before the folder, which is no part of the path.
    assert candidates(["[[ $c =~ (sed|mv).*\\.claude/hooks/ ]]"], project).paths == ()
    found_names = candidates([r"r'service.*account.*\.json$'"], project)
    assert (found_names.commands, found_names.paths) == ((), ("config/service-account-prod.json",))


def test_lists_of_the_shell_name_files_without_quotes(project: str) -> None:
    text = "for n in uv.lock Makefile; do\n  x\ndone\nDIRS=(\n  generated\n  ops/restart.sh\n)\n"
    assert candidates([text], project).paths == (
        *("api/uv.lock", "Makefile", "web/src/generated/api.gen.ts", "ops/restart.sh"),
    )


def test_short_texts_in_quotes_do_not_hide_the_next_one() -> None:
    assert ("generated",) in examples("""x.split("/").includes("generated")""")


@every(
    ("text", "paths"),
    [
        ('"docs/strategy-memo-*.md"', ["docs/strategy-memo-1.md"]),
        (r"grep -qE '^\.env\..+$'", [".env.local"]),
        (r"grep -qE '^\.env.*'", [".env"]),
        ('case "$f" in\n  .dev.vars.*|*.pem) exit 2;;\nesac', [".dev.vars.1", "server.pem"]),
        (r'"${PROTECTED:-(^|/)(pnpm-lock\.yaml|.*\.pem)$}"', ["pnpm-lock.yaml", "server.pem"]),
        ("'dist/*'", ["dist/notes.txt"]),
    ],
)
def test_of_an_open_name_the_part_that_is_there_stays(text: str, paths: list[str], tmp_path: Path) -> None:
    found = candidates([text], str(tmp_path)).paths
    assert set(paths) <= set(found) <= {*paths, ".env", ".dev.vars"}


def test_of_several_folders_of_a_name_the_upper_one_is_meant(tmp_path: Path) -> None:
    for it in ("docs/upstream/notes.md", "upstream/main.py"):
        (tmp_path / it).parent.mkdir(parents=True)
        (tmp_path / it).write_text("x\n")
    assert Places(str(tmp_path)).of(f"{GAP}upstream/") == "upstream/main.py"


def test_each_line_of_a_list_names_files(tmp_path: Path) -> None:
    for it in ("api/models/user.py", "api/alembic/versions/1.py", "compose.yml", "Dockerfile"):
        (tmp_path / it).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / it).write_text("x\n")
    text = "# kept\napi/models/user.py\napi/alembic/versions/**\n\ncompose.yml  # of all\nDockerfile\n!docs/a.md\n"
    assert set(candidates([text], str(tmp_path)).paths) == {
        *("api/models/user.py", "api/alembic/versions/1.py", "compose.yml", "Dockerfile")
    }
    assert candidates(["paths:\n  - api/models/user.py\n  - compose.yml\n"], str(tmp_path)).paths == (
        "api/models/user.py",
        "compose.yml",
    )
    assert candidates([f"{text}\nAsk before you change these.\n"], str(tmp_path)).paths == ()


def test_a_folder_stands_for_a_file_that_is_no_page(tmp_path: Path) -> None:
    for it in ("gen/README.md", "gen/user/user.go", "verifiers/NOTES.md", "verifiers/one.sh"):
        (tmp_path / it).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / it).write_text("x\n")
    assert candidates(["'gen/'", "'verifiers/'"], str(tmp_path)).paths == ("gen/user/user.go", "verifiers/one.sh")


def test_of_a_folder_that_programs_fill_a_file_stands_for_it_that_a_guard_can_be_about(tmp_path: Path) -> None:
    for it in (".git/COMMIT_EDITMSG", ".git/HEAD", ".git/config", "node_modules/.x/a.json", "node_modules/zod/a.js"):
        (tmp_path / it).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / it).write_text("x\n")
    assert candidates(["'.git'", "'node_modules'"], str(tmp_path)).paths == (".git/config", "node_modules/zod/a.js")
