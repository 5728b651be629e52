"""What a file costs grows with its faults as slowly as its length: counted in reads and calls, never in seconds."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.every import every
from tests.markers import parse

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.fixing import fix_file
from hookwright.analysis.reports.checked import Checked
from hookwright.analysis.reports.json import to_json
from hookwright.analysis.reports.sarif import log
from hookwright.analysis.reports.text import text_lines
from hookwright.analysis.rule import Subject
from hookwright.analysis.settings.file import NO_SETTINGS, read_settings
from hookwright.analysis.suppression import judge, judging
from hookwright.config import read
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.dialects import by_id
from hookwright.ide.actions.code_actions import code_actions
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.readers.case import Ground
from hookwright.readers.choice import place_of
from hookwright.syntax import edit, toml
from hookwright.syntax.tree import Notation
from hookwright.testing.read import read_tests
from hookwright.text import Edit, Span
from hookwright.transport import tasks

Shape = Callable[[int], HookFile]

_DISK = RealDisk("/home/nobody")
_SPECS = sorted((Path(__file__).parents[3] / "tests" / "spec" / "rules").glob("*.md"))
# The rules whose examples are no JSON, or have no events that could be repeated.
_ABOUT_WHOLE_FILES = (
    "comment-not-allowed",
    "file-not-read",
    "hooks-not-loaded",
    "syntax-error",
    "trailing-comma",
    "wrong-root",
)
# Four times as many faults may cost 4 ** 1.3 as much, what every file costs set aside.
_MOST_GROWTH = 4**1.3


def json_groups(count: int) -> HookFile:
    groups = [{"matcher": f"a{it}", "comand": "x"} for it in range(count)]
    return _file("claude-code", ".claude/settings.json", json.dumps({"hooks": {"PreToolUse": groups}}, indent=1))


def json_events(count: int) -> HookFile:
    pairs = [divmod(it, 26) for it in range(count)]
    hooks: dict[str, Any] = {f"PreTool{chr(97 + one)}{chr(97 + other)}e": [] for one, other in pairs}
    return _file("claude-code", ".claude/settings.json", json.dumps({"hooks": hooks}, indent=1))


def json_in_one_line(count: int) -> HookFile:
    groups = [{"matcher": f"bash, édit{it}", "hooks": [{"type": "command"}]} for it in range(count)]
    return _file(
        "claude-code", ".claude/settings.json", json.dumps({"hooks": {"PreToolUse": groups}}, ensure_ascii=False)
    )


def json_outside(count: int) -> HookFile:
    hook = {"type": "command", "command": 'echo "\\"$CLAUDE_PROJECT_DIR\\"" $CLAUDE_PROJECT_DIR; ' * count}
    return _file("claude-code", ".claude/settings.json", json.dumps({"PreToolUse": [{"hooks": [hook]}]}))


def json_notes(count: int) -> HookFile:
    lines = "".join(f'"PreToolUse": [], // {it}\n' for it in range(count))
    return _file("claude-code", ".claude/settings.json", f'{{"hooks": {{\n{lines}"Stop": []}}}}')


def toml_tables(count: int) -> HookFile:
    text = "\n".join(f"[[hooks.PreToolUse]]\nmatcher = 'a{it}'\ncomand = 'x'\n" for it in range(count))
    return _file("codex", ".codex/config.toml", text)


def toml_timeouts(count: int) -> HookFile:
    table = "[[hooks.PreToolUse]]\nmatcher = 'bash'\n[[hooks.PreToolUse.hooks]]\ntype = 'comand'\ncommand = 'x{}'\n"
    return _file("codex", ".codex/config.toml", "".join(f"{table.format(it)}timeout = '{it}'\n" for it in range(count)))


def front_matter(count: int) -> HookFile:
    groups = "".join(f"    - matcher: bash{it}\n      comand: x\n" for it in range(count))
    return _file("claude-code", ".claude/agents/a.md", f"---\nname: a\nhooks:\n  PreToolUse:\n{groups}---\ntext\n")


_SHAPES = (
    json_groups,
    json_events,
    json_in_one_line,
    json_outside,
    json_notes,
    toml_tables,
    toml_timeouts,
    front_matter,
)
each_shape = pytest.mark.parametrize("shape", _SHAPES, ids=lambda it: it.__name__)


def _file(dialect: str, path: str, text: str) -> HookFile:
    file = read_hook_file(f"/project/{path}", text, by_id(dialect), Scope.PROJECT)
    return replace(file, ground=Ground.NAMED)


def _judge(file: HookFile) -> tuple[Diagnostic, ...]:
    return judge(Subject(file, "/project", _DISK), NO_SETTINGS).diagnostics


class Reads:
    """How often a text was read."""

    count = 0


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    counted = Reads()
    for module in (read, edit, toml):
        for name in {"parse", "parse_toml", "parse_front_matter"} & vars(module).keys():
            monkeypatch.setattr(module, name, _counting(getattr(module, name), counted))
    return counted


def _counting(function: Callable[..., Any], counted: Reads) -> Callable[..., Any]:
    def count(*args: Any, **more: Any) -> Any:
        counted.count += 1
        return function(*args, **more)

    return count


def _reads_of(work: Callable[[HookFile], object], file: HookFile, reads: Reads) -> int:
    before = reads.count
    work(file)
    return reads.count - before


@each_shape
def test_judging_reads_no_text_again(shape: Shape, reads: Reads) -> None:
    assert len(_judge(shape(12))) >= 12
    for count in (1, 12):
        assert _reads_of(_judge, shape(count), reads) == 0


def _shown(file: HookFile) -> None:
    found = _judge(file)
    "".join(text_lines(found, file.tree, file.path))
    to_json(found, file.tree)
    log([Checked(file.path, file.tree, file.dialect.id, found)], "/project", "1")


def _acted(file: HookFile) -> None:
    found = _judge(file)
    code_actions(file, found, found[len(found) // 2].span)


def _fixed(file: HookFile) -> None:
    fix_file(file, _judge, unsafe=True)


@each_shape
@pytest.mark.parametrize("work", [_shown, _acted, _fixed], ids=lambda it: it.__name__)
def test_fixes_of_many_findings_take_as_many_reads_as_those_of_few(
    work: Callable[[HookFile], object], shape: Shape, reads: Reads
) -> None:
    few, many = (_reads_of(work, shape(count), reads) for count in (3, 12))
    # Where a fix makes room for another, there are more rounds.
    assert many <= few * (2 if work is _fixed else 1)
    # JSON is read again only for `--fix`; all else is proved.
    assert few > 0 or (work is not _fixed and shape(1).tree.notation is Notation.JSON)


@each_shape
def test_away_from_findings_no_fix_is_worked_out(shape: Shape, reads: Reads) -> None:
    file = shape(12)
    found = _judge(file)
    end = len(file.tree.text)
    assert all(it.span.end < end for it in found)
    assert _reads_of(lambda it: code_actions(it, found, Span(end, end)), file, reads) == 0


def _calls(work: Callable[[Any], object], file: object) -> int:
    """How many functions are called, those of C among them."""
    counted = [0]

    def note(frame: object, event: str, argument: object) -> None:
        counted[0] += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work(file)
    finally:
        sys.setprofile(None)
    return counted[0]


def _calls_in_the_end(shape: Shape, count: int) -> int:
    """The calls once what is remembered of words and expressions, whatever file has them, is there."""
    _shown(shape(count))
    return _calls(_shown, shape(count))


@pytest.mark.sweep
@each_shape
def test_work_grows_no_faster_than_the_file(shape: Shape) -> None:
    least, few, many = (_calls_in_the_end(shape, count) for count in (2, 12, 42))
    assert many - least <= _MOST_GROWTH * (few - least)


def _hook_tests(count: int) -> str:
    return "tests:\n" + "".join(f"  - event: PreToolUse\n    expct: {{decision: deny{it}}}\n" for it in range(count))


def _settings(count: int) -> str:
    entries: list[Any] = [{"rule": "event-cas", "file": f"a{it}"} for it in range(count)]
    return json.dumps({"ignore": entries, "rules": {f"event-cas{it}": "hint" for it in range(count)}})


@pytest.mark.parametrize(
    ("text", "work"),
    [
        (_hook_tests, lambda it: read_tests("/project/a.hooktest.yaml", it)),
        (_settings, lambda it: read_settings(it, "/project")),
    ],
    ids=["hook tests", "settings"],
)
def test_reading_other_files_grows_no_faster_than_they_do(
    text: Callable[[int], str], work: Callable[[Any], object]
) -> None:
    for count in (2, 12, 42):
        work(text(count))
    least, few, many = (_calls(work, text(count)) for count in (2, 12, 42))
    assert many - least <= _MOST_GROWTH * (few - least)


def _examples(path: Path) -> Iterator[Callable[[int], HookFile]]:
    """What makes a file of a rule's example with the groups of each event so many times."""
    for section in parse(path.read_text(encoding="utf-8")):
        for block in section.inputs:
            found = place_of(f"/project/{block.path}", home="/home/nobody")
            if found is None or not any(f"[{path.stem}]" in it for it in block.body):
                continue
            try:
                data = json.loads(block.text)
            except ValueError:
                continue
            if isinstance(data, dict) and isinstance(data.get(found[0].grammar.hooks_key), dict):
                yield partial(_repeated, f"/project/{block.path}", found[0], data)


def _repeated(path: str, dialect: Dialect, data: dict[str, Any], count: int) -> HookFile:
    key = dialect.grammar.hooks_key
    hooks = {name: it * count if isinstance(it, list) else it for name, it in data[key].items()}
    text = json.dumps({**data, key: hooks}, indent=1)
    return replace(read_hook_file(path, text, dialect, Scope.PROJECT), ground=Ground.NAMED)


def _listed(file: HookFile) -> None:
    to_json(_judge(file), file.tree)


@pytest.mark.sweep
@every("path", [pytest.param(it, id=it.stem) for it in _SPECS])
def test_no_example_of_a_rule_costs_more_than_its_size(path: Path) -> None:
    shape = next(_examples(path), None)
    if shape is None:
        assert path.stem in _ABOUT_WHOLE_FILES
        return
    _listed(shape(12))
    least, few, many = (_calls(_listed, shape(count)) for count in (1, 4, 12))
    # A third as many steps again as there would be at the least.
    assert many - least <= 11 / 3 * 1.35 * (few - least) + 500


def test_a_fix_that_fails_is_not_promised_and_takes_no_other_with_it() -> None:
    """`comand` can be changed but where the table has `command` as well, which TOML does not take twice."""
    table = "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = 'command'\ncommand = 'x{}'\ntimeout = '{}'\n"
    file = _file("codex", ".codex/config.toml", "".join(table.format(it, it) for it in range(8)))
    broken = replace(file.tree, text=file.tree.text)
    found = _judge(replace(file, tree=broken))
    fixable = [it for it in found if it.rule.name == "wrong-type"]
    assert len(fixable) == 8
    third = fixable[3]
    fix = replace(third.finding.fixes[0], recipe=lambda: [Edit(Span(0, 1), "")])
    spoilt = replace(third, finding=replace(third.finding, fixes=(fix,)))
    shown = to_json([spoilt if it is third else it for it in fixable], file.tree)
    assert [len(it["fixes"]) for it in shown] == [1, 1, 1, 0, 1, 1, 1, 1]


def _steps(file: HookFile) -> Iterator[None]:
    yield from judging(Subject(file, "/project", _DISK), NO_SETTINGS)


@each_shape
def test_no_step_of_judging_does_a_large_part_of_the_work(shape: Shape) -> None:
    """A request is served between two steps (`transport/tasks.py`), so none may hold it up."""
    file, steps, done = shape(40), list[int](), list[bool]()
    # What a name may be a slip for is looked up once for each name, and then remembered.
    _judge(shape(40))
    work = _steps(file)
    while not any(done):
        steps.append(_calls(lambda _: done.append(next(work, True) is True), file))
    assert len(steps) > 40
    assert max(steps) < sum(steps) / 3


async def test_a_request_is_served_before_300_findings_in_toml_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    monkeypatch.setattr(tasks, "_TURN_SECONDS", 0.0)
    judged = asyncio.ensure_future(tasks.in_turns(judging(Subject(toml_tables(300), "/project", _DISK), NO_SETTINGS)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not judged.done(), "what else waits has had its turn"
    assert len((await judged).diagnostics) >= 300
