"""Guards that forbid a program or a subcommand for other reasons than harm are attacked, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.forms.dangers import Seed, dangers
from hookwright.attacking.forms.effects import with_effects
from hookwright.attacking.forms.mentions import mentions
from hookwright.attacking.forms.policies import policies, whole_program, without_program
from hookwright.attacking.forms.runners import Group, groups, other_managers, other_runners
from hookwright.attacking.forms.variants import destructive, swapped
from hookwright.attacking.own.aims import OWN_PATTERNS, Stopped, with_own
from hookwright.attacking.texts.candidates import candidates

_IN_SHELL = "#!/bin/bash\ncommand=$(jq -r .tool_input.command)\nBODY\nexit 0\n"
_IN_PYTHON = (
    'import json, re, shlex, sys\ncommand = json.load(sys.stdin)["tool_input"].get("command", "")\n'
    "if BODY:\n    sys.exit(2)\n"
)
_IN_NODE = (
    'const event = JSON.parse(require("fs").readFileSync(0, "utf8"));\n'
    'const command = event.tool_input?.command || "";\nif (BODY) process.exit(2);\n'
)
_RUN = {_IN_SHELL: ("guard.sh", "bash {script}"), _IN_PYTHON: ("guard.py", "python3 {script}")}


def _guard(form: str, body: str) -> Guard:
    name, command = _RUN.get(form, ("guard.js", "node {script}"))
    return Guard(name, form.replace("BODY", body), command)


@pytest.mark.parametrize(
    ("form", "body", "wanted"),
    [
        (_IN_SHELL, r"grep -qE '(^|[;&|]\s*)cd\s' <<< $command && exit 2", {"cd src && ls"}),
        (
            _IN_SHELL,
            r"grep -qE '^\s*(python3?|pytest|pip)\b' <<< $command && exit 2",
            {"python main.py", "pytest -v", "pip install requests"},
        ),
        (_IN_SHELL, 'case "$command" in\n  npm\\ *|shopctl\\ *) exit 2 ;;\nesac', {"npm install", "shopctl --all"}),
        (_IN_SHELL, "[[ $command == yarn* ]] && exit 2", {"yarn add left-pad"}),
        (
            _IN_SHELL,
            "[[ $command =~ (^|[[:space:]])systemctl[[:space:]]+(stop|mask) ]] && exit 2",
            {"systemctl stop shop", "systemctl mask shop"},
        ),
        (
            _IN_PYTHON,
            'shlex.split(command)[:1] in ([it] for it in ("npx", "bun"))',
            {"npx eslint src", "bun add left-pad"},
        ),
        (_IN_PYTHON, 'any(it in command for it in ["make deploy"])', {"make deploy"}),
        (_IN_PYTHON, 're.search(r"xargs.*\\brm\\b", command)', {"find docs -name '*.md' | xargs rm"}),
        (_IN_PYTHON, 'command.startswith(("python ", "grep "))', {"python main.py", "grep -rn TODO src"}),
        # It has another reason to stop `cd / && ls`.
        (_IN_SHELL, r"grep -qE '(;|&&) *cd | / ' <<< $command && exit 2", {"ls; cd src && ls"}),
        (_IN_SHELL, r"grep -qE '^cd .*&& *git ' <<< $command && exit 2", {"cd src && git status"}),
        (_IN_NODE, r"/^\s*(cat|head)\s+/.test(command)", {"cat README.md", "head -20 README.md"}),
        (_IN_NODE, r"/(^|[;&|]\s*)su\s+/.test(command)", {"su -c id"}),
        (_IN_NODE, 'command.includes("prisma migrate reset")', {"prisma migrate reset --force"}),
        (_IN_NODE, '["docker"].includes(command.split(" ")[0])', {"docker run --rm alpine ls"}),
    ],
)
@pytest.mark.sweep
def test_what_a_guard_forbids_is_attacked_with_a_whole_call(
    form: str, body: str, wanted: set[str], tmp_path: Path
) -> None:
    project = tmp_path / str(abs(hash(body)))
    project.mkdir()
    found = attacked(_guard(form, body), project, count=4)
    assert {it.name for it in found.meant.aims} == {OWN_PATTERNS}
    assert {seed.command for aim in found.meant.aims for seed in aim.seeds} == wanted


def test_a_word_that_is_no_program_for_the_guard_is_no_aim(tmp_path: Path) -> None:
    # It stops these words anywhere, and so the file of the `cat` that is tried.
    body = "[[ $command == *'secret '* || $command == *README.md* || $command == *https://a.example.com/* ]] && exit 2"
    found = attacked(_guard(_IN_SHELL, f"# cat and curl are fine\n{body}"), tmp_path / "shop", count=4)
    assert not any(it.name == OWN_PATTERNS for it in found.meant.aims)


def test_a_flag_is_no_word_of_a_sentence() -> None:
    assert candidates(['"git add -A" "never use cd"'], "/nowhere").commands[0] == ("git add -A",)


def test_another_name_of_a_program_is_no_aim_of_its_own() -> None:
    found = Stopped(
        commands=(("pip install flask",), ("python -m pip install", "pip3 install flask"), ("npm install",))
    )
    (aim,) = with_own((), found, dangers())
    assert [it.command for it in aim.seeds] == ["pip install flask", "npm install"]
    pip = aim.seeds[0]
    assert {"pip3 install flask", "python -m pip install flask"} <= {swapped(pip.command, it) for it in pip.swaps}
    harmless = {it.command: it.unless for it in aim.danger.harmless if it.seed == pip.name}
    assert harmless["pip install --help"] == "pip --version"
    assert harmless["which pip"] == "which true"
    # Who forbids npm does not want to see its help either.
    npm = [it.command for it in aim.danger.harmless if it.seed == "npm install"]
    assert not any("--help" in it for it in (*npm, *(text for text, _ in mentions(aim.seeds[1]))))


@every(
    ("command", "same"),
    [
        ("supabase db reset", "supabase db reset --local"),
        ("npm run dev", "npx concurrently npm:dev"),
        ("supervisorctl stop shop", "echo 'stop shop' | supervisorctl"),
        ("npm install", 'node "$(command -v npm)" install'),
        ("drizzle-kit push", "drizzle-kit push --force"),
    ],
)
def test_a_command_with_several_words_has_others_with_its_effect(command: str, same: str) -> None:
    (aim,) = with_own((), Stopped(commands=((command,),)), dangers())
    assert same in {it.command for it in aim.seeds[0].same}


def test_a_folder_is_changed_by_other_commands_of_the_shell() -> None:
    (aim,) = with_own((), Stopped(commands=(("cd src && ls",),)), dangers())
    assert {"pushd src && ls", "(cd src && ls)", "builtin cd src && ls"} <= {it.command for it in aim.seeds[0].same}
    assert not any(it.command.startswith(("man ", "which ")) for it in aim.danger.harmless)


@every(
    ("command", "same", "harmless"),
    [
        (
            "ls; cd src && ls",
            {"ls\ncd src\nls", "ls & cd src && ls", "ls; (cd src && ls)", "ls; pushd src && ls"},
            {"ls; git -C src status", "git log --oneline --grep 'fix; cd into src'"},
        ),
        ("cd / && ls", {"cd .. && ls", "pushd / && ls", "cd -- / && ls"}, {"cd ./src && ls"}),
        (
            "cd src && git status",
            {"cd src; git status", "(cd src && git status)", "pushd src && git status"},
            {"git -C src status", "abcd src && git status"},
        ),
    ],
)
def test_a_guard_may_forbid_a_part_of_what_changes_the_folder(command: str, same: set[str], harmless: set[str]) -> None:
    assert (command,) in candidates(["cd is forbidden there"], "/nowhere").commands
    (aim,) = with_own((), Stopped(commands=((command,),)), dangers())
    assert same <= {it.command for it in aim.seeds[0].same}
    assert harmless <= {it.command for it in aim.danger.harmless}
    (aim,) = with_own((), Stopped(commands=((command,),)), dangers(), ["use a subshell"])
    assert not any(
        it.text.startswith("(") or "; (" in it.text or "bash -c" in it.text for it in destructive(aim, aim.seeds[0])
    )


@every("words", policies())
def test_what_is_known_of_a_program_can_be_used(words: str) -> None:
    it = policies()[words]
    # A program that is known by its name alone is a whole call, and no other one is. An option is no program.
    assert not it.call or whole_program(it.call) in (None, words)
    assert " " in words or words.startswith("-") or not it.call or whole_program(it.call) == words
    command = it.call or words
    assert all(
        swapped(command, swap) != command
        for aim in with_own((), Stopped(commands=((command,),)), dangers())
        for swap in aim.seeds[0].swaps
    )
    assert all(form.command != it.call for form in it.same)
    assert without_program("cd src && ls") == "echo src"
    assert all(policies()[part].call and policies()[part].control for part in it.parts)


@every(
    ("option", "command"),
    [
        ("--legacy-peer-deps", "npm install --legacy-peer-deps"),
        ("--no-gpg-sign", "git commit --no-gpg-sign --allow-empty -m notes"),
    ],
)
def test_an_option_stands_for_a_call_with_it(option: str, command: str, tmp_path: Path) -> None:
    found = candidates([f'if "{option}" in command: deny("No {option} here")'], str(tmp_path))
    assert (command,) in found.commands
    assert with_effects(Seed(name="x", command=command, why="x"), ()).same


def test_a_package_is_started_in_another_version() -> None:
    made = {it.instead: it.kind for it in other_runners("wrangler deploy", ())}
    assert "with a version" in made["npx wrangler@latest"]
    assert made["npx wrangler@latest"] != made["npx wrangler"]


def test_what_a_guard_forbids_is_attacked_by_other_runners_unless_it_names_one() -> None:
    def made(command: str, *texts: str, stopped: tuple[str, ...] = ()) -> set[str]:
        return {swapped(command, it) for it in other_runners(command, texts, stopped)}

    assert {"npm t", "npm run-script test", "pnpm test", "bun run test"} <= made("npm test", "no npm test")
    assert not any("pnpm" in it or "yarn" in it for it in made("npm test", "use pnpm test"))
    assert "npm t" in made("npm test", "use pnpm test")
    assert {"py -3 -m unittest -v", "python3 -munittest -v", "coverage run -m unittest -v"} <= made(
        "python -m unittest -v"
    )
    assert "npx -y prisma migrate reset" in made("prisma migrate reset")
    assert {"pytest -q", "poetry run pytest -q"} <= made("python -m pytest -q", "no python -m pytest")
    assert "pytest -q" in made("python -m pytest -q", "use uv run pytest")
    assert not any("poetry" in it or "uv" in it for it in made("python -m pytest -q", "use uv run pytest"))
    # A guard that wants pnpm may stop other commands of it.
    of_pnpm = made("npm install zod", "Use `pnpm add` instead", stopped=("pnpm add -g zod",))
    assert "yarn add zod" in of_pnpm
    assert not any("pnpm" in it for it in of_pnpm)
    assert "poetry add flask" in made("pip install flask")
    assert not made("pip install -r requirements.txt")
    # Who forbids a program as a whole does not mean what another one does.
    assert not made("yarn add left-pad")
    assert made("jest src")


@every("group", groups())
def test_the_words_of_a_group_are_different(group: Group) -> None:
    assert len({*group.words}) == len(group.words)
    assert all(it and it == it.strip() and "{" not in it for it in group.words)


def test_one_test_is_harmless_only_where_the_guard_leaves_it_alone() -> None:
    one = "python3 -m unittest tests.test_app.TestApp.test_one"
    found = Stopped(commands=(("python -m unittest",),))
    for text, is_there in (("only with -k", True), ("no unittest", False), ("never the whole suite", True)):
        (aim,) = with_own((), found, dangers(), (text,))
        assert (one in [it.command for it in aim.danger.harmless]) is is_there


def test_words_of_a_command_in_two_harmless_ones() -> None:
    (aim,) = with_own((), Stopped(commands=(("systemctl stop",),)), dangers())
    assert "command -v systemctl && echo stop" in {text for text, _ in mentions(aim.seeds[0])}


@every(
    ("text", "commands", "wanted", "unwanted"),
    [
        ("use pnpm instead of npm", ["npm install"], {"yarn add left-pad", "bunx cowsay hello"}, "pnpm"),
        ("Blocked: use 'bunx', not npx", ["npx eslint src"], {"pnpm dlx cowsay hello"}, "bun"),
        ("Use `uv add` instead", ["pip install flask"], {"poetry add flask", "conda install -y flask"}, "uv"),
        ("enforces uv", ["poetry add requests", "python main.py"], {"pipenv run python main.py"}, "uv"),
        ("only uv: no other package manager", ["pip install flask"], {"pipx install black"}, "uv"),
    ],
)
def test_a_guard_that_wants_a_manager_is_attacked_with_the_others(
    text: str, commands: list[str], wanted: set[str], unwanted: str
) -> None:
    found = {it.command: it for _, it in other_managers(commands, [text])}
    assert wanted <= {*found}
    assert not any(it.startswith(unwanted) for it in found)
    assert all(it.partial and "The guard wants" in it.why for it in found.values())
    (aim,) = with_own((), Stopped(commands=tuple((it,) for it in commands)), dangers(), [text])
    assert wanted <= {it.command for seed in aim.seeds for it in seed.same}


@every("text", ["npm is forbidden", "do not use pnpm", "use X instead, never yarn", "use npm with a lock file"])
def test_a_guard_that_wants_no_other_manager_is_about_its_own_one_alone(text: str) -> None:
    assert not [*other_managers(["npm install"], [text])]


def test_a_runner_that_the_guard_stops_is_not_wanted() -> None:
    texts = ["no npm run dev, no pnpm run dev"]
    stopped = ["npm run dev", "pnpm run dev"]
    assert not any("bun" in it.instead for it in other_runners("npm run dev", texts))
    assert any("bun" in it.instead for it in other_runners("npm run dev", texts, stopped))


def test_what_a_pattern_lets_stand_before_a_program_is_no_part_of_its_call() -> None:
    def named(pattern: str) -> set[str]:
        return {it for every in candidates([f"grep -qE '{pattern}' && exit 2"], "/nowhere").commands for it in every}

    assert "pip install flask" in named(r"(sudo )?pip install")
    assert named(r"(env |command )?python( |$)") >= {"python main.py"}
    assert not any(it.endswith("...") for it in named("sudo npm ..."))
    # Without its body, a loop is no command.
    assert not any(it.startswith("while") and "done" not in it for it in named("while (true|:)|while.*sleep"))
    assert not candidates([r"grep -qE '([^ ]+/)?python2?(\.[0-9]+)?( |$)'"], "/nowhere").paths


def test_one_call_stands_for_a_program_that_is_forbidden(tmp_path: Path) -> None:
    body = r"grep -qE '(^|[;&|() ])(sudo )?(npm|npm run build|pip install)( |$)' <<< $command && exit 2"
    found = attacked(_guard(_IN_SHELL, body), tmp_path / "shop", count=4)
    assert {seed.command for aim in found.meant.aims for seed in aim.seeds} == {"npm install", "pip install flask"}


def test_only_the_shell_itself_counts_for_a_guard_that_recommends_a_subshell() -> None:
    for text, is_here in (("no cd; use ( cd src && ls )", True), ("cd is forbidden", False)):
        (aim,) = with_own((), Stopped(commands=(("cd src && ls",),)), dangers(), [text])
        made = {it.text for it in destructive(aim, aim.seeds[0])}
        assert {"pushd src && ls", "{ cd src && ls; }", "eval 'cd src && ls'"} <= made
        elsewhere = {"(cd src && ls)", "bash -c 'cd src && ls'", "cd src && ls|cat", "cd src && ls & wait"}
        assert (elsewhere <= made, elsewhere.isdisjoint(made)) == (not is_here, is_here)
        assert ("(true; cd src && ls)" in {it.command for it in aim.danger.harmless}) is is_here
