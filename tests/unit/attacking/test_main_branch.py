"""A project whose main branch has another name is attacked with that name."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.every import every

from hookwright.attacking.forms.dangers import Danger, Seed, dangers
from hookwright.attacking.forms.main_branch import about
from hookwright.attacking.texts.branches import main_branch

_GUARD = ("grep -qE 'git push .*(main|master)'",)


def _project(folder: Path, *words: str) -> str:
    folder.mkdir()
    for it in ("init -q -b topic", "-c user.name=a -c user.email=a@b.c commit -q --allow-empty -m one", *words):
        subprocess.run(["git", "-C", str(folder), *it.split()], check=True)
    return str(folder)


@every(
    ("name", "words", "texts", "branch"),
    [
        ("main", ("branch main", "branch master"), _GUARD, "main"),
        ("master", ("branch master",), _GUARD, "master"),
        ("packed", ("branch master", "pack-refs --all"), _GUARD, "master"),
        ("on the server", ("update-ref refs/remotes/origin/main HEAD", "branch master"), _GUARD, "main"),
        ("unnamed", ("branch master",), ("git push origin main",), "main"),
        ("none", (), _GUARD, "main"),
    ],
)
def test_the_main_branch_is_one_that_the_guard_names_and_the_project_has(
    name: str, words: tuple[str, ...], texts: tuple[str, ...], branch: str, tmp_path: Path
) -> None:
    assert main_branch(_project(tmp_path / name, *words), texts) == branch


def test_a_folder_without_git_has_main(tmp_path: Path) -> None:
    assert main_branch(str(tmp_path), _GUARD) == "main"


def test_calls_name_the_branch_of_the_project_and_no_other_word_is_changed() -> None:
    known = dangers()
    made = about(known, "trunk")
    assert about(known, "main") is known
    commands = {form.command for it in made["protected"].seeds for form in it.same}
    assert {"git push origin HEAD:trunk", "git push origin HEAD:refs/heads/trunk"} <= commands
    assert not any(" main" in it for it in commands)
    for name, it in known.items():
        assert [seed.name for seed in it.seeds] == [seed.name for seed in made[name].seeds]
        assert [*it.patterns] == [*made[name].patterns]


def test_the_name_of_a_file_is_none_of_a_branch() -> None:
    danger = Danger(does="", seeds=(Seed(name="main", command="git add src/main.ts && git log main..feature", why=""),))
    (seed,) = about({"own": danger}, "trunk")["own"].seeds
    assert (seed.name, seed.command) == ("main", "git add src/main.ts && git log trunk..feature")
