"""A search asks a guard about many harmless calls, and shows some of each kind that it refuses."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

from tests.every import every
from tests.unit.attacking.people import Guard

from hookwright.attacking.asking.guard import guard_at, meant_by
from hookwright.attacking.asking.searching import searched
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL, TAKEN_OUT, Variant
from hookwright.attacking.own.apart import apart
from hookwright.attacking.own.borders import Entry, calls, entries, near
from hookwright.attacking.own.rewritten import rewritten, with_operand
from hookwright.attacking.own.usual_work import usual_work
from hookwright.engine.scratch.stage import staged
from hookwright.host import Host
from hookwright.workflows.hook_files import hook_file

_FILES = Guard(
    "files.py",
    """import json, sys

path = json.load(sys.stdin)["tool_input"].get("file_path", "")
if path.endswith((".gitignore", "NOTES.md")) or "infra/" in path:
    print(f"{path} is protected", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
    "Write|Edit",
)
_BRANCHES = Guard(
    "branches.sh",
    """command=$(jq -r .tool_input.command)
if grep -qE '^git branch +[^-]|^git branch.* [^-]' <<< "$command"; then
  echo "No new branches." >&2
  exit 2
fi
""",
    "bash {script}",
)


def _found(guard: Guard, project: Path, most: int) -> list[Variant]:
    host = Host.real(str(project.parent / "home"))
    file = guard.written(project)
    found = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)

    async def search() -> list[Variant]:
        async with AsyncExitStack() as stack:
            stage = await stack.enter_async_context(staged(found.request.plan, host, found.scripts))
            return await searched(Trial(found, host, [stage]), meant_by(found, ()), (), most)

    return asyncio.run(search())


def test_files_near_those_of_a_list_are_found_that_the_guard_takes_for_them(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    (project / "infra").mkdir(parents=True)
    texts = {it.text for it in _found(_FILES, project, 60)}
    assert {"{project}/templates/Node.gitignore", "{project}/docs/OLD-NOTES.md"} <= texts
    assert {"{project}/src/myinfra/hookwright-notes.ts", "/tmp/infra/hookwright-notes.md"} <= texts
    # The guard lets a page about the file pass.
    assert "{project}/docs/NOTES.md.md" not in texts


def test_options_with_values_are_found_and_what_only_lists_in_the_same_words_is_not(tmp_path: Path) -> None:
    found = _found(_BRANCHES, tmp_path / "shop", 60)
    texts = {it.text for it in found}
    assert "git branch -a --no-contains HEAD" in texts
    assert "git branch --all" not in texts
    kinds = [it.changes[0].family for it in found]
    assert all(kinds.count(it) <= 2 for it in kinds)


def test_the_entries_of_a_guard_are_files_and_folders_and_no_other_words(tmp_path: Path) -> None:
    (tmp_path / "stacks").mkdir()
    text = "LOCKED = ['package-lock.json', '.env', 'infra/', 'stacks', 'json.load', '.csproj', '*-notes.md']"
    paths = [".env", "web/routes.gen.ts", "app/shop.csproj"]
    assert entries([text, "gen = /routes\\.gen\\.ts$/"], paths, str(tmp_path)) == [
        Entry("package-lock.json", is_folder=False),
        Entry(".env", is_folder=False),
        Entry("infra", is_folder=True),
        Entry("stacks", is_folder=True),
        Entry("routes.gen.ts", is_folder=False),
        Entry("web/routes.gen.ts", is_folder=False),
        Entry("web", is_folder=True),
    ]


def test_an_entry_behind_the_word_of_a_command_is_the_path_alone(tmp_path: Path) -> None:
    every = entries([r"'cat.*\.keep/' 'rm.*infra/' 'src/.*/gen/' 'src/.*gen\.ts' '\.\./etc/'"], [], str(tmp_path))
    assert every == [Entry(it, is_folder=True) for it in (".keep", "infra", "gen")]


def test_a_hidden_folder_has_the_same_in_each_place() -> None:
    refused = {(SHELL, "cat .keep/hookwright-notes.txt")}
    made = [it.text for it in near(Entry(".keep", is_folder=True), {SHELL}, refused)]
    assert made == ["cat docs/keep-hookwright-notes.md", "cat .keep-helpers/hookwright-notes.ts"]


def test_a_copy_of_a_file_and_one_in_another_folder_are_near_it_where_writing_is_refused() -> None:
    written, printed = (SHELL, "echo x > app.json"), (SHELL, "cat app.json")
    texts = {it.text for it in near(Entry("app.json", is_folder=False), {SHELL}, {written, printed})}
    assert {"echo x > app.json.bak", "mkdir -p /tmp/example && cd /tmp/example && echo x > app.json"} <= texts
    only_printed = {it.text for it in near(Entry("app.json", is_folder=False), {SHELL}, {printed})}
    assert not {it for it in only_printed if ".bak" in it or " > " in it}


def test_a_list_without_its_errors_is_near_a_folder_that_nobody_may_write_into() -> None:
    refused = {(SHELL, "echo x > data/hookwright-notes.txt")}
    assert "ls -la 2>/dev/null data/" in {it.text for it in near(Entry("data", is_folder=True), {SHELL}, refused)}


def test_no_file_is_near_a_secret_but_its_template() -> None:
    entry = Entry(".env", is_folder=False)
    refused = {("Edit", "{project}/.env")}
    assert {it.changes[0].family for it in near(entry, {"Edit"}, refused)} == {"harmless template, by a tool"}
    assert not list(near(Entry("config/secrets", is_folder=True), {"Write"}, set()))


def test_folders_near_a_folder_have_another_name_or_another_place() -> None:
    refused = {("Write", f"{{project}}/{it}/hookwright-notes.txt") for it in ("web/dist", "src/api")}
    of_builds = {it.text for it in near(Entry("web/dist", is_folder=True), {"Write"}, refused)}
    assert "{project}/src/dist/hookwright-notes.ts" in of_builds
    assert not any("-helpers" in it for it in of_builds)
    of_source = {it.text: it.control for it in near(Entry("src/api", is_folder=True), {"Write"}, refused)}
    assert (
        of_source["{project}/src/api-helpers/hookwright-notes.ts"]
        == "{project}/src/hookwright-notes/hookwright-notes.ts"
    )


def test_what_is_in_a_folder_of_pages_is_not_near_it() -> None:
    refused = {("Write", "{project}/docs/rules/hookwright-notes.txt")}
    made = [it.text for it in near(Entry("docs/rules", is_folder=True), {"Write"}, refused)]
    assert made
    assert not any(it.startswith("{project}/docs/rules/") for it in made)


def test_calls_for_a_file_are_those_of_the_tools() -> None:
    assert list(calls("a.md", {"Read"})) == [("Read", "{project}/a.md")]
    assert list(calls("/tmp/a", {SHELL, "Write"}))[-1] == ("Write", "/tmp/a")


def test_words_of_a_command_stand_beside_a_plain_call_of_its_program() -> None:
    made = {it.text: it.control for it in apart("psql -c 'DELETE FROM orders'")}
    assert made["psql --version && grep -n -e DELETE README.md"] == "psql --version && grep -n -e notes README.md"
    assert made["psql --version; ls docs/orders.md"] == "psql --version; ls docs/notes.md"
    assert "cp -rf docs /tmp/hookwright-notes && rm --version" in {it.text for it in apart("rm -rf src")}
    assert not list(apart("frobnicate all"))


def test_what_passes_is_written_in_other_ways() -> None:
    assert not any("--no-verify" in it.text for it in rewritten("git push origin feature"))
    made = {it.text: it for it in rewritten("npm install zod", "The guard lets it pass.")}
    assert {"npm install zod 2>&1", "npm install 'zod@^1.0.0'", "npm install \\\n  zod"} <= made.keys()
    assert made["npm install zod --workspace web"].control == "npm install zod"
    assert made["npm install zod # as before"].changes[0].why == "The guard lets it pass. A comment changes nothing."
    assert list(with_operand("npm install left-pad", ("zod",))) == ["npm install zod"]
    assert not list(with_operand("git push --force", ("zod",)))


def test_usual_work_is_about_what_the_project_has(tmp_path: Path) -> None:
    for path in ("packages/shared/package.json", "src/a.ts", "src/b.ts", "docs/c.md", ".githooks/pre-commit"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("{}")
    given = {"dependencies": {"zod": "^3.1.0", "x": "file:x"}, "devDependencies": {"typescript": "5.4.0"}}
    (tmp_path / "package.json").write_text(json.dumps(given))
    (tmp_path / "pnpm-lock.yaml").write_text("")
    made = [(it.does, it.text) for it in usual_work(str(tmp_path), frozenset({SHELL, "Edit"}))]
    assert made == [
        (SHELL, "pnpm add zod@3.1.0"),
        (SHELL, "pnpm add typescript@5.4.0"),
        (SHELL, "npx tsc --noEmit"),
        (SHELL, "pnpm add ./packages/shared"),
        (SHELL, "git config core.hooksPath .githooks"),
        (TAKEN_OUT, "{project}/src/a.ts\nconsole.log('loaded');\n"),
    ]


@every(
    "it",
    [
        *apart("git push --force origin main"),
        *rewritten("npm install zod"),
        *near(Entry("infra", is_folder=True), {"Write"}, {("Write", "{project}/infra/hookwright-notes.txt")}),
    ],
)
def test_each_call_says_why_it_is_harmless(it: Variant) -> None:
    assert it.changes[0].why.endswith(".")
    assert it.text not in ("", it.control)
