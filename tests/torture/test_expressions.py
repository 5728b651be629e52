"""Regular expressions out of files: whatever they are, they end, in total, and the server goes on meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.torture.conftest import Place

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.matching import expression_process, expressions
from hookwright.matching.expression_process import close
from hookwright.matching.expressions import ExpressionLanguage, is_exhausted, limited, search
from hookwright.model.hook import Scope
from hookwright.testing.read import read_tests

_JAVASCRIPT, _PYTHON = ExpressionLanguage.JAVASCRIPT, ExpressionLanguage.PYTHON
_EVIL = r"((((\w+)+)+)+)+!"
_LONG = "a" * 80


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    """Each test has a worker of its own."""
    expressions._kept.clear()
    yield
    close()


def _seconds() -> float:
    """The processor time of this process; what the worker takes it cannot take from anybody here."""
    return time.process_time()


@pytest.mark.parametrize(
    ("language", "pattern", "subject"),
    [
        (_JAVASCRIPT, _EVIL, _LONG),
        (_JAVASCRIPT, "(.*)*x", "a" * 1_000_000),
        (_JAVASCRIPT, "(?:(?:(?:){1000000}){1000000})", "a"),
        (_JAVASCRIPT, "|".join(f"a{it}." for it in range(100_000)), "b" * 1000),
        (_PYTHON, "(a+)+$", f"{_LONG}b"),
        (_PYTHON, "(?:(?:(?:x?){60000}){60000}){60000}y", "a"),
    ],
)
@pytest.mark.timeout(400)
def test_an_expression_that_does_not_end_is_given_up(language: ExpressionLanguage, pattern: str, subject: str) -> None:
    before = _seconds()

    assert search(language, pattern, subject).found is None

    assert _seconds() - before < 1
    assert search(language, "a.c", "abc").found is True


def test_all_expressions_of_a_document_have_one_limit_together() -> None:
    with limited(total=0.3):
        found = [search(_JAVASCRIPT, f"{_EVIL}{it}", _LONG).found for it in range(100)]
        assert is_exhausted()
    assert set(found) == {None}
    assert not is_exhausted()


def test_what_is_given_up_for_want_of_time_is_tried_again_with_more() -> None:
    with limited(total=0.0):
        assert search(_JAVASCRIPT, "a.c", "abc").found is None
    assert search(_JAVASCRIPT, "a.c", "abc").found is True


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_a_worker_that_was_killed_is_replaced(how: signal.Signals) -> None:
    assert search(_JAVASCRIPT, "a.c", "abc").found is True
    assert expression_process._worker is not None
    os.kill(expression_process._worker.pid, how)
    search(_JAVASCRIPT, "a.d", "abc")
    assert search(_JAVASCRIPT, "a.e", "abe").found is True


def test_a_worker_outlives_no_server() -> None:
    code = (
        "import os, signal\n"
        "from hookwright.matching import expression_process, expressions as it\n"
        "it.search(it.ExpressionLanguage.JAVASCRIPT, 'a.c', 'abc')\n"
        "print(expression_process._worker.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=50, check=False)
    assert done.returncode == -signal.SIGKILL
    deadline = time.monotonic() + 30
    while Path(f"/proc/{int(done.stdout)}/status").exists() and "Z" not in _state(int(done.stdout)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2][0]
    except OSError:
        return "Z"


def _subject(tmp_path: Path, matchers: list[str]) -> Subject:
    groups = [{"matcher": it, "hooks": [{"type": "command", "command": "true"}]} for it in matchers]
    path = tmp_path / ".claude" / "settings.json"
    text = json.dumps({"hooks": {"PreToolUse": groups}})
    file = read_hook_file(str(path), text, by_id("claude-code"), Scope.PROJECT)
    return Subject(file, str(tmp_path), RealDisk(str(tmp_path)), (), ())


def test_judging_a_file_of_such_matchers_takes_no_more_than_its_limit(tmp_path: Path) -> None:
    matchers = [rf"((((\w+)+)+)+)+!{it}" for it in range(300)]
    search(_JAVASCRIPT, "a.c", "abc")
    before, own = _of_workers(), _seconds()

    found = check_file(_subject(tmp_path, matchers))

    assert isinstance(found, tuple)
    assert _of_workers() - before < 2
    assert _seconds() - own < 10


@pytest.mark.torture_long
def test_the_server_answers_while_such_files_are_open(place: Place) -> None:
    groups = [{"matcher": f"{_EVIL}{it}", "hooks": [{"type": "command", "command": "true"}]} for it in range(30)]
    hooks = place.write(".claude/settings.json", json.dumps({"hooks": {"PreToolUse": groups}})).as_uri()
    bomb = "".join(f"a{it}: &a{it} [{', '.join([f'*a{it - 1}'] * 9) if it else 'x'}]\n" for it in range(30))
    tests = (place.project / "a.hooktest.yaml").as_uri()
    with place.warm_server() as wire:
        wire.open(hooks, json.dumps({"hooks": {"PreToolUse": groups}}))
        wire.open(tests, bomb + "tests: [{event: Stop, payload: {a: *a29}, expect: {reason: {matches: '(a+)+$'}}}]")
        for uri in (hooks, tests):
            around = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 45}}
            for method in ("textDocument/hover", "textDocument/completion"):
                assert "error" not in wire.answer_of(wire.begin(method, around))
        wire.still_works()


def test_one_such_matcher_among_others_is_found(tmp_path: Path) -> None:
    found = check_file(_subject(tmp_path, ["Bash|mcp__.*", _EVIL, "(a|b)+c"]))

    assert [it.finding.place.route[2] for it in found if it.rule.name == "catastrophic-regex"] == [1]


def _of_workers() -> float:
    """The processor time of the workers, in seconds: on a busy machine, one may end at its limit."""
    times = os.times()
    worker = expression_process._worker
    return times.children_user + times.children_system + (_cpu(worker.pid) if worker is not None else 0)


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("pattern", [_EVIL, "(" * 20_000, "a{99999999999}", "(?P<n", "x" * 100_000])
def test_the_patterns_of_hook_tests_are_read_in_the_worker(pattern: str) -> None:
    text = json.dumps({"tests": [{"event": "Stop", "expect": {"reason": {"matches": pattern}}}]})
    problems = read_tests("a.hooktest.yaml", text).problems
    assert [it.message.partition(":")[0] for it in problems] in ([], ["`reason` has an invalid pattern"])
