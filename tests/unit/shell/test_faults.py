"""Tests of `hookwright.shell.parse`: bash itself is the judge."""

from __future__ import annotations

import random
import re
import shutil
import subprocess

import pytest

from hookwright.shell.parse import parse, read_shell

_COMMANDS = (
    'if [ -f "$A" ]; then echo "$(date +%s)"; elif ! b; then c; else d; fi',
    "for i in a 'b c' $D; do echo \"${i:-x}\" >> log 2>&1; done | sort | uniq -c",
    "while read -r line; do case $line in a|b) echo x;; (c) y ;& *) z; esac; done < in",
    "f() { local g=1; [[ $g == a* && ( -f x || $g =~ ^(a|b)$ ) ]] || return 2; }; f && { a; b; }",
    "a=(1 2 $(c)) d=$((1 + (2 * 3))); (( d > 2 )) && (cd e; `f`) &> /dev/null &",
    "cat <<E | tr a b\nit's \"${A}\nE\necho done # it's\nfor ((i=0; i<3; i++)); do :; done",
    "diff <(a) <(b) <<< \"$x\"; until time c; do sleep 1; done; function g { echo $'a\\'b'; }",
)
_TOKENS = re.compile(r"\s+|\$\(\(|\$\(|\$\{|&&|\|\||;;|<<-?|>>|\w+|.", re.DOTALL)
_LEFT_TO_BASH = ("\\", "${'", ":-'")

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


def _is_refused(text: str) -> bool:
    judged = subprocess.run(["bash", "-n", "-c", text], capture_output=True, check=False, text=True)
    return bool(judged.returncode) or any("warning: here-document" not in it for it in judged.stderr.splitlines())


def _mutants() -> list[str]:
    chance, found = random.Random(4), []
    for text in _COMMANDS:
        tokens = _TOKENS.findall(text)
        for _ in range(25):
            changed = list(tokens)
            taken = changed.pop(chance.randrange(len(changed)))
            if chance.random() < 0.6:
                changed[chance.randrange(len(changed)) :][:0] = [taken]
                changed.insert(chance.randrange(len(changed)), taken)
            found.append("".join(changed))
    return [it for it in found if not any(mark in it for mark in _LEFT_TO_BASH)]


@needs_bash
@pytest.mark.parametrize("text", _COMMANDS)
def test_what_bash_reads(text: str) -> None:
    assert not _is_refused(text)
    assert read_shell(text).fault is None


@needs_bash
def test_mutants_are_refused_where_bash_refuses_them() -> None:
    mutants = _mutants()
    refused = [it for it in mutants if _is_refused(it)]
    assert len(refused) > len(mutants) // 4
    assert refused == [it for it in mutants if read_shell(it).fault is not None]


@needs_bash
@pytest.mark.parametrize(
    ("text", "message", "piece"),
    [
        ("echo ok )", "`)` without `(`", ")"),
        ("echo ok; }", "`}` without `{`", "}"),
        ("a | | b", "there is no command after `|`", "|"),
        ("a && || b", "there is no command after `&&`", "&&"),
        ("; a", "there is no command before `;`", ";"),
        ("&& b", "there is no command before `&&`", "&&"),
        ("( )", "there is no command before `)`", ")"),
        ("a ;; b", "`;;` is not allowed here", ";;"),
        ("echo $((1+2", "`$((` is not closed by `))`", "$(("),
        ("echo `a", "`` ` `` is not closed by `` ` ``", "`"),
        ("for in a", "there is no name before `in`", "in"),
        ("for a in b; c", "`c` is not allowed here", "c"),
        ("echo a > ", "there is no file after `>`", ">"),
        ("[[ a == b", "`[[` is not closed by `]]`", "[["),
        ("[[ -f ]]", "there is nothing after `-f`", "]]"),
        ("echo (a)", "`(` is not allowed here", "("),
        ("fi", "`fi` without `if`", "fi"),
        ("done", "`done` without `for`", "done"),
        ("$(", "`$(` is not closed by `)`", "$("),
        ('echo é "$(date"', "`$(` is not closed by `)`", "$("),
        ("if a; echo; fi", "there is no `then` before `fi`", "fi"),
        ("a=$(b | )", "there is no command after `|`", "|"),
    ],
)
def test_faults_stand_at_their_token(text: str, message: str, piece: str) -> None:
    fault = read_shell(text).fault
    assert _is_refused(text)
    assert fault is not None
    assert (fault.message, text[fault.start : fault.end]) == (message, piece)


@pytest.mark.parametrize(
    "piece", ["(", "((", "$((", "$(", "${", "coproc ", "[[ ! ", "! ", "if ", "a=(", "<<E\n", "`", "[("]
)
def test_depth_is_given_up_and_never_raises(piece: str) -> None:
    parse(piece * 5000)


def test_templates_are_not_judged() -> None:
    assert read_shell("{{bin}} && {{").fault is None
