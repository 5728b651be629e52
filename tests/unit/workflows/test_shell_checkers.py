"""Where ShellCheck is taken from, and what the real one says."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.shellcheck import PROGRAM, needs_shellcheck

from hookwright.analysis.commands.shell_lint import ShellText
from hookwright.workflows import shell_checkers as answers
from hookwright.workflows.shell_checkers import (
    PendingQuestions,
    ShellCheck,
    ShellCheckers,
    Shells,
    find_program,
    find_shell_checkers,
)

_NOTING = """\
#!/bin/sh
/bin/cat > "{0}/$$.text"
/usr/bin/env > "{0}/$$.env"
"""


def _program(folder: Path, text: str = "#!/bin/sh\n", mode: int = 0o755) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "shellcheck"
    file.write_text(text)
    file.chmod(mode)
    return str(file)


def test_it_is_never_taken_from_the_workspace(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    inside = Path(_program(project / "bin")).parent
    _program(project)
    found = _program(outside)
    linked, entry = tmp_path / "linked", tmp_path / "entry"
    linked.mkdir()
    (linked / "shellcheck").symlink_to(inside / "shellcheck")
    entry.symlink_to(inside)
    path = os.pathsep.join(map(str, (project, inside, linked, entry, "", ".", "bin", outside)))

    assert find_program("shellcheck", path, [str(project)]) == found
    assert find_program("shellcheck", path.removesuffix(str(outside)), [str(project)]) is None
    assert find_program("shellcheck", path) == str(project / "shellcheck")


def test_what_cannot_be_executed_is_no_program(tmp_path: Path) -> None:
    _program(tmp_path / "a", mode=0o644)
    (tmp_path / "b" / "shellcheck").mkdir(parents=True)

    assert find_program("shellcheck", f"{tmp_path / 'a'}{os.pathsep}{tmp_path / 'b'}") is None


@needs_shellcheck
async def test_the_real_one_points_at_pieces_of_the_command() -> None:
    linter = ShellCheck(PROGRAM)
    text = 'cd "$A"\n\techo "é😀" $x $(cat <f | grep y)'
    command = ShellText("bash", text)

    assert await linter.learn([command])
    found = {it.code: it for it in linter.known(command) or ()}

    unquoted = found[2086]
    assert text[unquoted.start : unquoted.end] == "$x"
    start = unquoted.start
    assert unquoted.changes == ((start, start, '"'), (start + 2, start + 2, '"'))
    assert 2164 in found
    assert not {2148, 2154, 1090, 1091} & set(found)


@needs_shellcheck
async def test_the_shell_matters_and_files_do_not(tmp_path: Path) -> None:
    (tmp_path / "lib.sh").write_text("ls $x\n")
    linter = ShellCheck(PROGRAM)
    arrays, sourcing = 'a=(1 2); echo "${a[@]}"', f"# shellcheck source={tmp_path}/lib.sh\n. {tmp_path}/lib.sh"
    commands = [ShellText("bash", arrays), ShellText("sh", arrays), ShellText("bash", sourcing)]

    await linter.learn(commands)
    in_bash, in_sh, sourced = (linter.known(it) for it in commands)

    assert in_bash == ()
    assert [it.code for it in in_sh or ()] == [3030, 3054]
    assert sourced == ()


async def test_it_is_asked_once_a_command_and_gets_no_environment(tmp_path: Path) -> None:
    program = _program(tmp_path / "bin", _NOTING.format(tmp_path))
    linter = ShellCheck(program)
    commands = [ShellText("bash", it) for it in ("one", "two", "one")]

    assert not await linter.learn(commands)
    assert not await linter.learn(commands)

    assert sorted(it.read_text() for it in tmp_path.glob("*.text")) == ["one", "two"]
    names = {line.partition("=")[0] for it in tmp_path.glob("*.env") for line in it.read_text().splitlines()}
    assert names <= {"HOOKWRIGHT_RUN", "LC_ALL", "PWD", "SHLVL", "_", "OLDPWD"}


async def test_one_that_hangs_is_ended_and_one_that_is_gone_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "_SECONDS", 0.2)
    hanging = ShellCheck(_program(tmp_path / "bin", "#!/bin/sh\nsleep 60\n"))
    gone = ShellCheck(str(tmp_path / "nowhere"))
    command = ShellText("bash", "ls")

    assert not await hanging.learn([command])
    assert not await gone.learn([command])

    assert (hanging.known(command), gone.known(command)) == ((), ())


async def test_a_judgement_notes_what_is_not_known() -> None:
    linter = ShellCheck("/nowhere/shellcheck")
    asked, command = PendingQuestions(ShellCheckers(linter)), ShellText("bash", "ls")

    assert asked.remarks(command) == ()
    assert asked.missing == [command]
    await linter.learn(asked.missing)
    again = PendingQuestions(ShellCheckers(linter))
    assert again.remarks(command) == ()
    assert again.missing == []


async def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_MOST_KEPT", 2)
    linter = ShellCheck("/nowhere/shellcheck")
    first, second, third = (ShellText("bash", it) for it in "123")

    await linter.learn([first])
    await linter.learn([second, third])

    assert [linter.known(it) for it in (first, second, third)] == [None, (), ()]


DEEP = "( " * 70 + "ls" + " )" * 69


async def test_a_shell_says_what_it_refuses() -> None:
    shells = Shells({"bash": str(shutil.which("bash")), "sh": str(shutil.which("sh"))})
    late, never = ShellText("bash", "true\n" + "true | " * 1001 + "fi"), ShellText("sh", "echo $(ls) '('")
    deep = ShellText("sh", DEEP)

    assert await shells.learn([late, never, deep])

    (fault,) = shells.known(late) or ()
    assert late.text[fault.start : fault.end] == "fi"
    assert shells.known(never) == ()
    assert len(shells.known(deep) or ()) == 1


async def test_a_shell_runs_nothing_of_the_command(tmp_path: Path) -> None:
    shells = find_shell_checkers(os.environ["PATH"]).shells
    assert shells is not None
    commands = [ShellText(it, f"touch {tmp_path}/{it} $(touch {tmp_path}/{it}-inner)") for it in shells.programs]
    assert {it.shell for it in commands} >= {"sh", "bash"}

    assert not await shells.learn(commands)

    assert list(tmp_path.iterdir()) == []


async def test_either_may_be_missing(tmp_path: Path) -> None:
    assert not find_shell_checkers(str(tmp_path))
    command = ShellText("bash", DEEP)
    without_shells = PendingQuestions(ShellCheckers(ShellCheck("/nowhere/shellcheck")))
    assert (without_shells.refusal(command), without_shells.misses) == (None, False)

    with_shells = ShellCheckers(shells=Shells({"bash": str(shutil.which("bash"))}))
    asked = PendingQuestions(with_shells)
    assert (asked.remarks(command), asked.refusal(ShellText("dash", DEEP)), asked.misses) == ((), None, False)
    assert asked.refusal(command) is None
    assert asked.misses
    assert await asked.learn()
    assert PendingQuestions(with_shells).refusal(command) is not None
