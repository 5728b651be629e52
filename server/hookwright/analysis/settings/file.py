"""What a project's `hookwright.json` says: how much the rules matter, where they are ignored, whose the files are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import TypeGuard

from msgspec import Struct, field

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.rule import Finding, Fix, Part, Place
from hookwright.analysis.run_rules import FILE_AND_RUN_RULES
from hookwright.analysis.settings import FILE_NAME
from hookwright.analysis.settings.failing import fail_on, failing_words
from hookwright.analysis.settings.rules import INVALID_SETTING
from hookwright.analysis.suggest import looks_like_comment, nearest
from hookwright.dialects.ids import IDS
from hookwright.matching.globs import glob_fault, path_matches
from hookwright.model.evidence import VERSION
from hookwright.model.failing import FailOn
from hookwright.model.reaction import Severity
from hookwright.paths import below
from hookwright.syntax.drafts import rename_key, replace_value
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, Node, ProblemKind, Tree
from hookwright.text import Edit, Route

OFF = "off"
LEVELS = (OFF, *(it.value for it in Severity))
KEYS = ("rules", "failOn", "exclude", "ignore", "dialects", "agentVersions")
IGNORE_KEYS = ("rule", "file", "pointer", "reason")
_LAX = (ProblemKind.COMMENT, ProblemKind.TRAILING_COMMA)

Problems = list[Finding]


class Ignore(Struct, frozen=True):
    """A rule, by its code, that is not to speak of the files and JSON pointers that the globs mean (None: of all)."""

    code: str
    file: str | None
    pointer: str | None
    route: Route


class Settings(Struct, frozen=True):
    """The settings; `levels` are by a rule's code, None if it is off.  Globs of files start from the `folder`.

    `dialects` are the ids of the dialects that files are in, by globs.  `versions` are those of agents that the project
    is written for, by the ids of their dialects.  `fail_on` is None if they do not say what fails a check.
    """

    folder: str = ""
    levels: Mapping[str, Severity | None] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    ignores: tuple[Ignore, ...] = ()
    dialects: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    fail_on: FailOn | None = None


NO_SETTINGS = Settings()


class SettingsFile(Struct, frozen=True):
    """A text read as settings, and what is wrong with it; wrong parts are left out of the settings."""

    settings: Settings
    tree: Tree
    diagnostics: tuple[Diagnostic, ...]


def read_settings(text: str, folder: str) -> SettingsFile:
    """The settings that a text has; comments and trailing commas are welcome in it.  Never raises."""
    tree = parse(text)
    wrong: Problems = [Finding(Place((), span=it.span), it.message) for it in tree.problems if it.kind not in _LAX]
    parts = _members(tree, (), tree.root, KEYS, wrong)
    levels = dict(_levels(tree, parts.get("rules"), wrong))
    exclude = tuple(it for _, it in _globs(parts.get("exclude"), ("exclude",), wrong))
    ignores = tuple(_ignores(tree, parts.get("ignore"), wrong))
    dialects = dict(_dialects_of(tree, parts.get("dialects"), wrong))
    versions = dict(_versions(tree, parts.get("agentVersions"), wrong))
    failing = _fail_on(tree, parts.get("failOn"), wrong)
    found = [Diagnostic(INVALID_SETTING, it, resolve(tree, it.place), INVALID_SETTING.severity) for it in wrong]
    found.sort(key=lambda it: (it.span.start, it.span.end))
    return SettingsFile(Settings(folder, levels, exclude, ignores, dialects, versions, failing), tree, tuple(found))


def levels_of(mapping: Mapping[str, object]) -> dict[str, Severity | None]:
    """The levels in plain data, as a client gives them; what makes no sense is left out."""
    known = {_codes().get(name): level for name, level in mapping.items() if level in LEVELS}
    return {code: _level(str(level)) for code, level in known.items() if code is not None}


def versions_of(mapping: Mapping[str, object]) -> dict[str, str]:
    """The versions of agents in plain data, as a client gives them; what makes no sense is left out."""
    return {name: it for name, it in mapping.items() if name in IDS and is_version(it)}


def is_version(it: object) -> TypeGuard[str]:
    """Whether it is a text such as `2.1.330`."""
    return isinstance(it, str) and VERSION.fullmatch(it) is not None


def rule_code(name: str) -> str | None:
    """The code of the rule that is named by its code or its name."""
    return _codes().get(name)


def unknown_rule(name: str) -> str:
    """The sentence about a rule that is none."""
    return f"`{name}` is not a rule{_or_nearest(name, _codes())}"


def _levels(tree: Tree, node: Node | None, wrong: Problems) -> Iterator[tuple[str, Severity | None]]:
    for member in _object(node, ("rules",), wrong).members if node else ():
        route: Route = ("rules", member.name)
        code, level = rule_code(member.name), member.value.value
        if code is None and not looks_like_comment(member.name):
            fixes = _renamed(member.name, _codes(), partial(rename_key, tree, route))
            wrong.append(Finding(Place(route, Part.KEY), unknown_rule(member.name), fixes))
        elif code is not None and (not isinstance(level, str) or level not in LEVELS):
            near = level if isinstance(level, str) else ""
            fixes = _renamed(near, LEVELS, partial(replace_value, tree, route))
            listed = ", ".join(f"`{it}`" for it in LEVELS)
            said = f"`{level}` is not a severity; use one of" if near else "a rule must be set to one of"
            wrong.append(Finding(Place(route), f"{said} {listed}", fixes))
        elif code is not None:
            yield code, _level(str(level))


def _fail_on(tree: Tree, node: Node | None, wrong: Problems) -> FailOn | None:
    """What fails a check; None if nothing that is understood says so: a mistake must not switch failing off."""
    if node is None or node.kind is Kind.MISSING:
        return None
    is_list = node.kind is Kind.ARRAY
    items = [(("failOn", index), it) for index, it in enumerate(node.items)] if is_list else [(("failOn",), node)]
    words = [str(it.value) for route, it in items if _is_failing_word(tree, route, it, wrong)]
    return fail_on(words) if words or (is_list and not items) else None


def _is_failing_word(tree: Tree, route: Route, node: Node, wrong: Problems) -> bool:
    known = failing_words()
    if node.kind is not Kind.STRING:
        expected = "a severity such as `warning`, or a list of severities and rules," if route == ("failOn",) else ""
        wrong.append(Finding(Place(route), f"{expected or 'a severity or a rule'} is expected here"))
        return False
    name = str(node.value)
    if name not in known:
        fixes = _renamed(name, known, partial(replace_value, tree, route))
        message = f"`{name}` is not a severity or a rule{_or_nearest(name, known)}"
        wrong.append(Finding(Place(route), message, fixes))
    return name in known


def _versions(tree: Tree, node: Node | None, wrong: Problems) -> Iterator[tuple[str, str]]:
    for member in _object(node, ("agentVersions",), wrong).members if node else ():
        route: Route = ("agentVersions", member.name)
        if member.name in IDS:
            if is_version(member.value.value):
                yield member.name, member.value.value
            else:
                wrong.append(Finding(Place(route), 'a version is expected here, such as `"2.1.330"`'))
        elif not looks_like_comment(member.name):
            fixes = _renamed(member.name, IDS, partial(rename_key, tree, route))
            wrong.append(Finding(Place(route, Part.KEY), _unknown_dialect(member.name), fixes))


def _dialects_of(tree: Tree, node: Node | None, wrong: Problems) -> Iterator[tuple[str, str]]:
    for member in _object(node, ("dialects",), wrong).members if node else ():
        route: Route = ("dialects", member.name)
        named = member.value.value
        if (fault := glob_fault(member.name)) is not None:
            wrong.append(Finding(Place(route, Part.KEY), _empty_glob(fault)))
        elif named in IDS:
            yield member.name, str(named)
        elif looks_like_comment(member.name):
            continue
        elif isinstance(named, str):
            fixes = _renamed(named, IDS, partial(replace_value, tree, route))
            wrong.append(Finding(Place(route), _unknown_dialect(named), fixes))
        elif member.value.kind is not Kind.MISSING:
            message = "the ID of a dialect is expected here, in quotes; `hookwright dialects` lists them"
            wrong.append(Finding(Place(route), message))


def _unknown_dialect(name: str) -> str:
    return f"`{name}` is not a dialect{_or_nearest(name, IDS)}"


def _ignores(tree: Tree, node: Node | None, wrong: Problems) -> Iterator[Ignore]:
    for index, item in enumerate(_array(node, ("ignore",), wrong).items if node else ()):
        route: Route = ("ignore", index)
        parts = _members(tree, route, item, IGNORE_KEYS, wrong)
        name = parts.get("rule")
        if name is None:
            if item.kind is Kind.OBJECT:
                wrong.append(Finding(Place(route), "this ignores nothing; name its `rule`"))
            continue
        if (reason := parts.get("reason")) is not None and reason.kind not in {Kind.STRING, Kind.MISSING}:
            wrong.append(Finding(Place((*route, "reason")), "a text is expected here, in quotes"))
        globs = {key: glob for key in ("file", "pointer") for _, glob in _glob(parts.get(key), (*route, key), wrong)}
        code = rule_code(str(name.value))
        if code is None:
            here = (*route, "rule")
            fixes = _renamed(str(name.value), _codes(), partial(replace_value, tree, here))
            wrong.append(Finding(Place(here), unknown_rule(str(name.value)), fixes))
        elif all(key in globs for key in ("file", "pointer") if key in parts):
            yield Ignore(code, globs.get("file"), globs.get("pointer"), route)


def _members(tree: Tree, route: Route, node: Node | None, known: tuple[str, ...], wrong: Problems) -> dict[str, Node]:
    """The values of the known keys of an object; the others are reported."""
    found: dict[str, Node] = {}
    for member in _object(node, route, wrong).members if node else ():
        if member.name in known:
            found[member.name] = member.value
        elif not looks_like_comment(member.name):
            here = (*route, member.name)
            fixes = _renamed(member.name, known, partial(rename_key, tree, here))
            message = f"`{member.name}` is not a setting{_or_nearest(member.name, known)}"
            wrong.append(Finding(Place(here, Part.KEY), message, fixes))
    return found


def _globs(node: Node | None, route: Route, wrong: Problems) -> Iterator[tuple[Route, str]]:
    for index, item in enumerate(_array(node, route, wrong).items if node else ()):
        yield from _glob(item, (*route, index), wrong)


def _glob(node: Node | None, route: Route, wrong: Problems) -> Iterator[tuple[Route, str]]:
    if node is None:
        return
    if node.kind is not Kind.STRING:
        wrong.append(Finding(Place(route), "a glob is expected here, in quotes"))
    elif (fault := glob_fault(str(node.value))) is not None:
        wrong.append(Finding(Place(route), _empty_glob(fault)))
    else:
        yield route, str(node.value)


def _empty_glob(fault: str) -> str:
    return f"this glob matches nothing: {fault}"


def _object(node: Node | None, route: Route, wrong: Problems) -> Node:
    return _of_kind(node, Kind.OBJECT, "an object `{…}`", route, wrong)


def _array(node: Node | None, route: Route, wrong: Problems) -> Node:
    return _of_kind(node, Kind.ARRAY, "a list `[…]`", route, wrong)


def _of_kind(node: Node | None, kind: Kind, called: str, route: Route, wrong: Problems) -> Node:
    if node is not None and node.kind is kind:
        return node
    if node is not None and node.kind is not Kind.MISSING:
        wrong.append(Finding(Place(route), f"{called} is expected here"))
    return Node(kind, 0, 0)


def _renamed(
    name: str, known: Mapping[str, str] | tuple[str, ...], edits: Callable[[str], list[Edit]]
) -> tuple[Fix, ...]:
    meant = nearest(name, known)
    return () if meant is None else (Fix(f"Change to `{meant}`", partial(edits, meant), preferred=True),)


def _or_nearest(name: str, known: Mapping[str, str] | tuple[str, ...]) -> str:
    meant = nearest(name, known)
    return f"; did you mean `{meant}`?" if meant else "; remove it"


def _level(level: str) -> Severity | None:
    return None if level == OFF else Severity(level)


@cache
def _codes() -> dict[str, str]:
    return {name: it.code for it in FILE_AND_RUN_RULES for name in (it.name, it.code)}


def dialect_in(settings: Settings, path: str) -> str | None:
    """The id of the dialect that the settings give to a file: that of the first glob that matches."""
    name = below(path, settings.folder) if settings.folder else None
    # The settings are no hook file, however wide a glob is.
    if name is None or os.path.basename(path) == FILE_NAME:
        return None
    return next((it for glob, it in settings.dialects.items() if path_matches(glob, name)), None)


def settings_in(path: str, text: str) -> SettingsFile:
    """The settings that the text at the path has, remembered while it is the same."""
    return _remembered(text, os.path.dirname(path))


_remembered = lru_cache(maxsize=32)(read_settings)
