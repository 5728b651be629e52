"""Tests of `hookwright.shell.parse`."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hookwright.shell.parse import read_shell
from hookwright.shell.tree import Context, Stage, Substitution

_PIECES = st.one_of(
    st.sampled_from(
        ["echo", "x", " ", "; ", "'", '"', "$A", "${B}", "$(", ")", "(", "{ ", "}", "if ", "then ", "fi", "do ", "done"]
    ),
    st.sampled_from(
        ["while ", "for i in ", "case ", " in ", "esac", ";;", "&&", "|", "<<E\n", "\n", "E", "é", "\\", "`"]
    ),
)
_COMMANDS = st.lists(_PIECES, max_size=12).map("".join)


@given(st.one_of(_COMMANDS, st.text(max_size=40)))
@example('" $A')
def test_every_place_lies_in_the_text(text: str) -> None:
    shell = read_shell(text)
    places = [(it.start, it.end) for it in shell.uses]
    places += [(it.start, it.end) for it in shell.commands]
    places += [(it.start, it.end) for command in shell.commands for it in command.words]
    places += [(shell.fault.start, shell.fault.end)] if shell.fault else []
    assert all(0 <= start <= end <= len(text) for start, end in places)
    for use in shell.uses:
        assert text[use.start] == "$"
        assert use.name in text[use.start : use.end]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@settings(derandomize=True)
@given(_COMMANDS)
def test_what_it_refuses_bash_refuses(text: str) -> None:
    if read_shell(text).fault is None:
        return
    judged = subprocess.run(["bash", "-n", "-c", text], capture_output=True, check=False)
    assert judged.returncode or judged.stderr, text


@pytest.mark.parametrize(
    ("text", "message", "piece"),
    [
        ("é; if true; then x", "`if` is not closed by `fi`", "if"),
        ('echo "é" \'b', "`'` is not closed by `'`", "'"),
        ("echo ${A", "`${` is not closed by `}`", "${"),
        ("a; done", "`done` without `for`", "done"),
        ("a &&", "there is no command after `&&`", "&&"),
        ("| a", "there is no command before `|`", "|"),
    ],
)
def test_faults_stand_at_what_is_open(text: str, message: str, piece: str) -> None:
    fault = read_shell(text).fault
    assert fault is not None
    assert (fault.message, text[fault.start : fault.end]) == (message, piece)


@pytest.mark.parametrize("text", ["{{bin}} x && {a", "cat <<E\nx", "echo fi", "", "echo don\\'t"])
def test_says_nothing_where_a_shell_may_read_it(text: str) -> None:
    assert read_shell(text).fault is None


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("echo $A", Context.BARE),
        ("echo x$A/y", Context.BARE),
        ('echo "$A"', Context.QUOTED),
        ('echo "$(echo $A)"', Context.BARE),
        ("B=$A", Context.WHOLE),
        ("[[ $A = x ]]", Context.WHOLE),
        ("[ $A = x ]", Context.BARE),
        ("case $A in x) ;; esac", Context.WHOLE),
        ("case x in x) echo $A;; esac", Context.BARE),
        ("for i in $A; do :; done", Context.WHOLE),
        ("for i in x; do echo $A; done", Context.BARE),
        ("cat <<E\n$A\nE", Context.WHOLE),
        ("cat <<< $A", Context.WHOLE),
    ],
)
def test_context_of_a_variable(text: str, context: Context) -> None:
    assert [it.context for it in read_shell(text).uses] == [context]


@pytest.mark.parametrize("text", ["echo '$A'", "echo \\$A", "cat <<'E'\n$A\nE", "echo $1 $? $$"])
def test_what_is_no_variable(text: str) -> None:
    assert read_shell(text).uses == ()


def test_what_a_command_assigns() -> None:
    shell = read_shell(
        "A=1 B=2 x; export C=3; read -r D; for e in 1; do :; done; : ${F:=1}; f() { local G=1; }; declare H"
    )
    assert shell.assigned >= set("ABCDeFGH")
    assert shell.functions == {"f"}


def test_pipelines_redirections_and_what_is_inside() -> None:
    shell = read_shell('X=$(cat) a "b c" 2>&1 | sudo sh -s "$(d)" >out <<E\nbody\nE')
    first, cat, last, inner = shell.commands
    assert (cat.flow.stage, first.arguments, first.flow.stage) == (None, ("b c",), Stage(1, 0))
    assert cat.substitution == Substitution(None, "X")
    assert (last.name, last.flow.stage, inner.substitution) == ("sudo", Stage(1, 1), Substitution(2, None))
    assert "body" in [it.text.strip() for it in last.redirections]
