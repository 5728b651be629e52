"""What is tried with a file that only one guard names: the forms of a known file, and harmless calls near it."""

from __future__ import annotations

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.own.aims import Stopped, with_own
from hookwright.attacking.own.files import WRITTEN, in_brief

_KNOWN = dangers()


def test_files_have_the_forms_of_a_known_file_and_none_of_it() -> None:
    found = with_own((), Stopped(written=("db/schema.rb",), read=("keys/a.txt",)), _KNOWN)[0]
    written, read = found.seeds
    texts = [it.command for it in (*written.same, *read.same)] + [it.text for it in found.danger.calls]
    assert {"cd db && echo x > schema.rb", "ln -s db d && echo x > d/schema.rb", "rm db/schema.rb"} <= set(texts)
    assert {"{project}/db/schema.rb", "{project}/keys/a.txt"} <= set(texts)
    assert (written.name, read.name, read.command) == ("db/schema.rb", "read keys/a.txt", "cat keys/a.txt")
    assert [it for it in texts if "package-lock" in it or ".env" in it] == []


def test_a_pattern_for_a_file_with_another_name_is_no_form() -> None:
    (aim,) = with_own((), Stopped(read=("secrets/notes.txt",)), dangers())
    (seed,) = aim.seeds
    assert not [it.command for it in seed.same if "*secrets/" in it.command]


def test_a_file_in_a_folder_is_reached_without_its_path() -> None:
    own = with_own((), Stopped(written=("app/core/config.ts",)), _KNOWN)[0]
    forms = {it.command for it in own.seeds[0].same}
    assert {
        "rm */*/config.ts",
        "sed -i 1d app/cor*/config.ts",
        "rm app/{core,x}/config.ts",
        "find . -name config.ts -delete",
        "find app -name 'config.ts' -exec sed -i 1d {} +",
        "grep -rl . app | xargs sed -i 1d",
        "cp README.md app/core/../core/config.ts",
        "cd app/core && rm -rf *",
        "echo x > /tmp/config.ts && cp /tmp/config.ts app/core",
    } <= forms
    hidden = with_own((), Stopped(written=("app/core/.env",)), _KNOWN)[0]
    assert "cd app/core && rm -rf *" not in {it.command for it in hidden.seeds[0].same}
    # `find` compares a name with the last part of a path alone.
    assert not [it for it in forms if "-name app/" in it]
    paths = {it.path for it in own.danger.calls if it.does in ("Write", "Edit")}
    assert {"app/core/config.ts", "{project}/app/core//config.ts", "{project}/app/core/../core/config.ts"} <= paths


def test_files_have_the_commands_that_do_not_name_them() -> None:
    def forms(path: str) -> set[str]:
        seed = with_own((), Stopped(written=(path,)), _KNOWN)[0].seeds[0]
        return {it.command for it in seed.same}

    assert {"git stash", "npm pkg set scripts.test=true", "npm install left-pad"} <= forms("package.json")
    assert "npm install left-pad" not in forms("yarn.lock")
    assert {"git stash", "yarn add left-pad"} <= forms("yarn.lock")
    assert "git config core.hooksPath hooks" in forms(".git/config")
    assert {"git stash", "git checkout .", "npx prettier --write ."}.isdisjoint(forms("node_modules/zod/index.js"))
    assert "git stash" not in forms(".git/config")
    # A setting of another project is not that of this one.
    assert "npm install left-pad" not in forms("web/package.json")


def test_a_file_is_written_by_the_formatters_of_its_language() -> None:
    def forms(path: str) -> set[str]:
        seed = with_own((), Stopped(written=(path,)), _KNOWN)[0].seeds[0]
        return {it.command for it in seed.same}

    assert {"ruff format db/orders.py", "ruff check --fix db", "ruff format ."} <= forms("db/orders.py")
    assert {"gofmt -w pkg/shop.go", "gofmt -w pkg"} <= forms("pkg/shop.go")
    assert {"npx prettier --write docs/notes.md", "npx prettier --write ."} <= forms("docs/notes.md")
    # No formatter knows such files.
    assert not [it for it in forms("data/orders.csv") if "prettier" in it or "format" in it]
    assert "ruff format .venv/lib/a.py" not in forms(".venv/lib/a.py")


def test_what_only_shows_a_file_is_harmless_unless_the_guard_hides_it() -> None:
    written = with_own((), Stopped(written=("db/schema.rb",)), _KNOWN)[0].danger.harmless
    assert {"git diff db/schema.rb", "cp db/schema.rb /tmp/copy.txt"} <= {it.command for it in written}
    assert "cat db/schema.rb" in {it.unless for it in written}
    assert {it.unless for it in written if "; rm -f" in it.command} == {"rm -f /tmp/list.txt"}
    both = with_own((), Stopped(written=("db/schema.rb",), read=("db/schema.rb",)), _KNOWN)[0]
    hidden = [it.command for it in both.danger.harmless]
    # Names and dates are not what the file has.
    assert {"ls -la db/schema.rb", "git check-ignore db/schema.rb"} <= {*hidden}
    assert [it for it in hidden if it.startswith(("git diff", "cp db", "sed", "jq"))] == []


def test_a_file_with_the_same_path_in_another_folder_is_harmless() -> None:
    in_a_folder = with_own((), Stopped(written=("app/db/schema.rb",)), _KNOWN)[0].danger.harmless
    texts = {it.text for it in in_a_folder}
    assert {"echo x > /tmp/example/app/db/schema.rb", "/tmp/example/app/db/schema.rb"} <= texts
    assert {it.seed for it in in_a_folder} == {"app/db/schema.rb"}
    # A file of that sort may be a key in any folder.
    assert not any(
        "/tmp/example" in it.text for it in with_own((), Stopped(written=("server.pem",)), _KNOWN)[0].danger.harmless
    )


def test_nothing_prints_a_file_that_may_have_secrets() -> None:
    for path, is_printed in ((".env", False), ("config/tls.pem", False), ("db/schema.rb", True)):
        harmless = with_own((), Stopped(written=(path,)), _KNOWN)[0].danger.harmless
        assert any(it.text.endswith(f"done < {path}") for it in harmless) is is_printed


def test_a_path_is_written_in_other_ways_before_its_last_folder() -> None:
    own = with_own((), Stopped(written=("app/core/config.ts",)), _KNOWN)[0]
    assert {"{project}/app//core/config.ts", "{project}/app/./core/config.ts"} <= {it.path for it in own.danger.calls}


def test_each_of_many_files_has_strong_forms_and_the_tools_for_files() -> None:
    paths = tuple(f"api/{it}.py" for it in "abcdefgh")
    own = with_own((), Stopped(written=paths), _KNOWN)[0]
    assert [it.name for it in own.seeds] == list(paths)
    last = own.seeds[-1]
    texts = {it.command for it in last.same}
    assert {"rm api/h.py", "sed -i s/1/2/ api/h.py", "git checkout HEAD~1 -- api/h.py"} <= texts
    calls = {(it.does, it.path) for it in own.danger.calls if it.seed == last.name}
    assert {
        ("Write", "{project}/api/h.py"),
        ("Edit", "{project}/api/h.py"),
        ("MultiEdit", "{project}/api/h.py"),
    } <= calls
    assert not [it for it in calls if "package-lock" in it[1]]


def test_git_changes_no_file_that_it_does_not_know() -> None:
    seeds = in_brief("node_modules/zod/index.js", WRITTEN, _KNOWN)[0]
    forms = {it.command for seed in seeds for it in seed.same}
    assert "rm node_modules/zod/index.js" in forms
    assert not any(it.startswith("git ") for it in forms)


def test_a_command_that_is_a_form_of_a_file_needs_no_seed_of_its_own() -> None:
    found = Stopped(commands=(("rm report.md", "chmod report.md"), ("tee report.md",)), written=("report.md",))
    assert [it.name for it in with_own((), found, _KNOWN)[0].seeds] == ["chmod report.md", "report.md"]


def test_a_command_that_changes_a_folder_of_a_file_needs_no_seed_of_its_own() -> None:
    found = Stopped(commands=(("git rm docs/rules/",), ("kubectl apply -f docs/rules",)), written=("docs/rules/a.md",))
    assert [it.name for it in with_own((), found, _KNOWN)[0].seeds] == [
        "kubectl apply -f docs/rules",
        "docs/rules/a.md",
    ]


def test_only_a_file_with_variables_is_loaded() -> None:
    found = with_own((), Stopped(read=("server.pem", ".envrc")), _KNOWN)[0]
    texts = {it.command for seed in found.seeds for it in seed.same}
    assert ". ./.envrc; set" in texts
    assert ". ./server.pem; set" not in texts
