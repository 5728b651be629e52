"""What the keys beside the events are set to, by files and by environment variables, and what switches hooks off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from hookwright.config.faults import boolean_of, fault_of_duration, fault_of_node, fault_of_value
from hookwright.config.view import HookFile
from hookwright.matching.verdict import quoted
from hookwright.model.codes import Code, Notice
from hookwright.model.dialect import Dialect
from hookwright.model.field import Field, JsonType
from hookwright.model.hook import Scope
from hookwright.syntax.tree import Kind, Node, child, plain

_TRUE, _FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")


class Knobs(Struct, frozen=True):
    """The value of every knob, in the file's unit; where it was set, unless it is the default; what was passed over."""

    values: Mapping[str, Any]
    said: Mapping[str, str]
    problems: tuple[Notice, ...]


class _Setting(Struct, frozen=True):
    """One value that a file or the environment gives a knob, and what is wrong with it."""

    knob: Field
    where: str
    value: Any
    fault: str | None

    def taken(self, *, behind: Sequence[Any]) -> Any:  # noqa: ANN401
        """What an agent makes of the value, and of what earlier files list."""
        if self.knob.reading.gathered:
            return [*behind, *([self.value] if isinstance(self.value, str) else self.value)]
        truth = boolean_of(self.knob, self.value)
        return self.value if truth is None else truth


def knobs_of(dialect: Dialect, files: Sequence[HookFile], environ: Mapping[str, str]) -> Knobs:
    """The knobs as the last file that sets each has them, or as all list them, in the order in which files apply (A2).

    An environment variable goes before every file (A19).  A bad value is passed over, with a sentence.  So is every
    value of a file that is broken, without one: it may be half typed.
    """
    values = {it.name: it.default for it in _knobs(dialect) if it.default is not None}
    said: dict[str, str] = {}
    problems: list[Notice] = []
    for setting in _settings(dialect, files, environ):
        name = setting.knob.name
        if setting.fault is None:
            before = values.get(name, []) if setting.knob.reading.gathered else []
            values[name], said[name] = setting.taken(behind=before), setting.where
        else:
            sentence = f"{setting.where}: `{name}` {setting.fault}, so it is ignored"
            problems.append(Notice(sentence, Code.KEY_IGNORED))
    return Knobs(values, said, tuple(problems))


def switched_off(dialect: Dialect, files: Sequence[HookFile], knobs: Knobs) -> str | None:
    """Why no hook at all is run, None if they are.  A broken file can switch hooks off, but never on."""
    name = dialect.switches.on
    thrown = _thrown(name, files) if name is not None else None
    if name is not None and (thrown or knobs.values.get(name) is False):
        where = thrown or knobs.said.get(name, "by default")
        return f"{where}: `{name}` is `false`, so no hook runs; set it to `true`"
    feature = _switched_off_feature(dialect, files)
    if feature is not None:
        return feature
    off = _said_at((dialect.switches.off,), [it for it in files if it.switches_all])
    if off is not None and _is_on(*off):
        return f"{_place(*off)}: `{dialect.switches.off}` switches off every hook; set it to `false` to run them"
    alone = _said_at((dialect.switches.managed_only,), _managed(files))
    if alone is not None and alone[1].value is True:
        return f"{_place(*alone)}: `{dialect.switches.managed_only}` is `true`, so only hooks of managed settings run"
    return None


def spares_managed(dialect: Dialect, files: Sequence[HookFile]) -> bool:
    """Whether the hooks of managed settings run even though hooks are switched off, as these do not say so."""
    if dialect.switches.managed_only is None or _switched_off_feature(dialect, files) is not None:
        return False
    off = _said_at((dialect.switches.off,), _managed(files))
    return off is None or not _is_on(*off)


def listed_at_root(key: str | None, files: Sequence[HookFile]) -> tuple[str, ...] | None:
    """The texts that the files together list under a key at the root; None if none of them has it."""
    nodes = [child(it.tree.root, key) for it in files if key is not None and it.tree.root is not None]
    values = [plain(it) for it in nodes if it is not None]
    texts = [text for it in values if isinstance(it, list) for text in it if isinstance(text, str)]
    return tuple(texts) if values else None


def _settings(dialect: Dialect, files: Sequence[HookFile], environ: Mapping[str, str]) -> Iterator[_Setting]:
    """Every setting, those that go before others last."""
    for file in files:
        node = file.knobs_node
        if node is None or node.kind is not Kind.OBJECT or file.fault is not None:
            continue
        for knob in file.grammar.knobs:
            there = child(node, knob.name)
            if there is not None:
                fault = fault_of_node(knob, there, there.value) or fault_of_duration(knob, there.value)
                yield _Setting(knob, _place(file, there), plain(there), fault)
    for knob in _knobs(dialect):
        text = environ.get(knob.variable, "").strip() if knob.variable else ""
        if text:
            yield _in_environment(knob, text)


def _knobs(dialect: Dialect) -> Iterator[Field]:
    return chain.from_iterable(it.knobs for it in dialect.grammars)


def _thrown(name: str, files: Sequence[HookFile]) -> str | None:
    """Where a broken file has the switch off."""
    for file in files:
        if file.fault is not None and file.knobs_node is not None:
            there = child(file.knobs_node, name)
            if there is not None and there.value is False:
                return _place(file, there)
    return None


def _place(file: HookFile, node: Node) -> str:
    return f"{file.path}:{file.tree.lines.position(node.start).line + 1}"


def _in_environment(knob: Field, text: str) -> _Setting:
    value = _parsed(knob.kind, text)
    where = f"{knob.variable}={text}"
    if value is None:
        return _Setting(knob, where, None, f"cannot be {quoted(text)}: it is a {knob.kind}")
    return _Setting(knob, where, value, fault_of_value(knob, value) or fault_of_duration(knob, value))


def _parsed(kind: JsonType, text: str) -> bool | int | float | str | None:
    """The text as a value of the knob's type, None if it is none."""
    if kind is JsonType.BOOLEAN:
        word = text.lower()
        return True if word in _TRUE else False if word in _FALSE else None
    if kind not in (JsonType.INTEGER, JsonType.NUMBER):
        return text
    try:
        return int(text) if kind is JsonType.INTEGER else float(text)
    except ValueError:
        return None


def _managed(files: Sequence[HookFile]) -> Sequence[HookFile]:
    return [it for it in files if it.scope is Scope.MANAGED]


def _switched_off_feature(dialect: Dialect, files: Sequence[HookFile]) -> str | None:
    """Why no hook is run where hooks are a feature that is switched off; None if they are not."""
    found = ((route, _said_at(route, files)) for route in dialect.switches.routes)
    route, said = next((it for it in found if it[1] is not None), ((), None))
    if said is None or said[1].value is True:
        return None
    return f"{_place(*said)}: `{'.'.join(map(str, route))}` is `false`, so no hook runs; set it to `true`"


def _said_at(route: Sequence[str | int | None], files: Sequence[HookFile]) -> tuple[HookFile, Node] | None:
    """The last file that sets a key to true or false, and the value; plugins have no say in this."""
    said: tuple[HookFile, Node] | None = None
    for file in files:
        node = file.tree.root
        if file.is_whole_but_void or file.scope is Scope.PLUGIN:
            continue
        for key in route:
            node = child(node, key) if node is not None and key is not None else None
        truth = _truth(file, node) if node is not None else None
        if node is not None and truth is not None and (file.fault is None or truth):
            said = (file, node)
    return said


def _is_on(file: HookFile, node: Node) -> bool:
    return _truth(file, node) is True


def _truth(file: HookFile, node: Node) -> bool | None:
    """What an agent takes the value of a switch for; None if it is none."""
    root = file.tree.root
    known = next((it for it in file.grammar.root if root is not None and child(root, it.name) is node), None)
    value = boolean_of(known, node.value) if known is not None else node.value
    return value if isinstance(value, bool) else None
