"""What the text of a hook module registers with `on` and `command`, by reading it; nothing is imported or run."""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from hookwright.text import LineIndex, Span, to_pointer

API = "hookwright.modules"
CONTEXT = "context"

# Longer files are data; the parser takes a second for two megabytes.
LONGEST = 512 * 1024


class Registration(Struct, frozen=True):
    """A call of `on` or `command`: its name with its place, without the quotes, and how many before it had that name.

    `line` is the offset at which the line of the decorated function, or of the call, begins; `handler` is the name of
    the function, empty if it has none.
    """

    is_command: bool
    name: str
    span: Span
    number: int
    line: int
    handler: str

    @property
    def pointer(self) -> str:
        """The place of a handler as runs name it, such as `/handlers/PreToolUse/0`."""
        return to_pointer(("commands" if self.is_command else "handlers", self.name, self.number))


class SyntaxFault(Struct, frozen=True):
    """Why the text is not Python."""

    message: str
    span: Span


class ModuleSource(Struct, frozen=True):
    """The text of a module, read; `registrations` are in the order of the text, and none are known beside a fault.

    Where the text uses `on` without an event's name beside it, `unnamed` are all strings of the text: the name of the
    event may be one of them.
    """

    text: str
    lines: LineIndex
    registrations: tuple[Registration, ...] = ()
    fault: SyntaxFault | None = None
    unnamed: tuple[str, ...] = ()


@lru_cache(maxsize=8)
def read_module(text: str) -> ModuleSource:
    """The module as its text has it."""
    lines = LineIndex(text)
    if len(text) > LONGEST:
        return ModuleSource(text, lines)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        return ModuleSource(text, lines, fault=_fault(lines, error))
    except (ValueError, RecursionError, MemoryError) as error:
        return ModuleSource(text, lines, fault=SyntaxFault(str(error) or "too deeply nested", Span(0, 0)))
    reader = _Reader(lines, _imported(tree))
    return ModuleSource(text, lines, tuple(_numbered(reader.registrations(tree))), unnamed=reader.unnamed(tree))


def _fault(lines: LineIndex, error: SyntaxError) -> SyntaxFault:
    line = min(max(1, error.lineno or 1), lines.count) - 1
    start, width = lines.line_start(line), len(lines.line_text(line))
    begin = start + min(max(0, (error.offset or 1) - 1), width)
    end = start + width if error.end_lineno != error.lineno else start + min((error.end_offset or 0) - 1, width)
    return SyntaxFault(error.msg, Span(begin, max(begin, end)))


def _imported(tree: ast.Module) -> Mapping[str, str]:
    """The names by which the text calls `on`, `command` and the module of both, with what they are."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == API and not node.level:
            found |= {it.asname or it.name: it.name for it in node.names}
            found |= {name: name for it in node.names if it.name == "*" for name in ("on", "command")}
        elif isinstance(node, ast.ImportFrom) and node.module == "hookwright" and not node.level:
            found |= {it.asname or it.name: API for it in node.names if it.name == "modules"}
        elif isinstance(node, ast.Import):
            found |= {it.asname or it.name: API for it in node.names if it.name == API}
    return found


def _numbered(found: Iterator[Registration]) -> Iterator[Registration]:
    seen = Counter[tuple[bool, str]]()
    for it in sorted(found, key=lambda it: it.span.start):
        key = (it.is_command, it.name)
        yield Registration(it.is_command, it.name, it.span, seen[key], it.line, it.handler)
        seen[key] += 1


class _Reader(Struct, frozen=True):
    lines: LineIndex
    imported: Mapping[str, str]

    def registrations(self, tree: ast.Module) -> Iterator[Registration]:
        decorators: dict[int, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                decorators |= {id(it): node.name for it in node.decorator_list}
        for node in ast.walk(tree):
            found = self._registration(node, decorators) if isinstance(node, ast.Call) else None
            if found is not None:
                yield found

    def unnamed(self, tree: ast.Module) -> tuple[str, ...]:
        """Every string of the text, if it uses `on` where no event's name is written; otherwise nothing."""
        nodes = [*ast.walk(tree)]
        named = {id(it.func) for it in nodes if isinstance(it, ast.Call) and it.args and _is_text(it.args[0])}
        used = [it for it in nodes if self._is_on(it)]
        if all(id(it) in named for it in used):
            return ()
        texts = (it.value for it in nodes if isinstance(it, ast.Constant))
        return tuple(dict.fromkeys(it for it in texts if isinstance(it, str)))

    def _registration(self, call: ast.Call, decorated: Mapping[int, str]) -> Registration | None:
        what = self._called(call.func)
        name = call.args[0] if call.args else None
        if what not in ("on", "command") or not isinstance(name, ast.Constant) or not isinstance(name.value, str):
            return None
        handler = decorated.get(id(call)) or self._named(call, 1 if what == "on" else 2)
        line = self.lines.line_start(call.lineno - 1)
        plain = name.value.removeprefix("/") if what == "command" else name.value
        return Registration(what == "command", plain, self._inside(name), 0, line, handler)

    def _is_on(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and node.attr == "on"):
            return self._called(node) == "on"
        return False

    def _called(self, function: ast.expr) -> str | None:
        if isinstance(function, ast.Name):
            return self.imported.get(function.id)
        if isinstance(function, ast.Attribute) and self.imported.get(ast.unparse(function.value)) == API:
            return function.attr
        return None

    @staticmethod
    def _named(call: ast.Call, at: int) -> str:
        given = call.args[at] if len(call.args) > at else None
        given = given or next((it.value for it in call.keywords if it.arg == "handler"), None)
        return given.id if isinstance(given, ast.Name) else ""

    def _inside(self, literal: ast.Constant) -> Span:
        """The place of a string without its quotes, where it is a plain one."""
        assert literal.end_lineno is not None
        assert literal.end_col_offset is not None
        start = self._offset(literal.lineno, literal.col_offset)
        end = self._offset(literal.end_lineno, literal.end_col_offset)
        inside = Span(start + 1, end - 1)
        return inside if self.lines.text[inside.start : inside.end] == literal.value else Span(start, end)

    def _offset(self, line: int, column: int) -> int:
        """The offset of a place as the parser names it: its columns are bytes of UTF-8."""
        content = self.lines.line_text(line - 1)
        return self.lines.line_start(line - 1) + len(content.encode()[:column].decode(errors="ignore"))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
