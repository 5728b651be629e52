"""What is said of a file: what the rules find, without what the project's settings and the file's comments ignore."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright import paths
from hookwright.analysis.check import Diagnostic, Steps, checking_all, finish, in_order, resolve, with_fixes
from hookwright.analysis.rule import Finding, Fix, Place, Rule, Subject
from hookwright.analysis.rules import RULES
from hookwright.analysis.settings.file import Ignore, Settings, SettingsFile, rule_code, unknown_rule
from hookwright.analysis.settings.rules import UNUSED_IGNORE
from hookwright.matching.expressions import limited
from hookwright.matching.globs import path_matches
from hookwright.patterns import late_pattern
from hookwright.syntax.drafts import remove
from hookwright.syntax.tree import Notation, Tree
from hookwright.text import Span, to_pointer

_COMMENT = late_pattern(r"(?://|/\*|#+)[ \t]*hookwright:[ \t]*ignore\b(?P<rules>[^\r\n*]*)")
_REASON = late_pattern(r"[ \t]--(?:[ \t]|\Z)")
_NAME = late_pattern(r"[\w-]+")


class Judged(Struct, frozen=True):
    """What is to be said of a file, and which of the settings' entries have kept something back.

    `withheld` are the findings of a file whose dialect was guessed as they were with their fixes.
    """

    diagnostics: tuple[Diagnostic, ...]
    used: frozenset[Ignore] = frozenset()
    withheld: tuple[Diagnostic, ...] = ()


class _Comment(Struct):
    """A comment that ignores rules, by the names it has, on one line; a `reason` has no `--` in front of it."""

    span: Span
    line: int
    names: tuple[str, ...]
    reason: str = ""
    used: set[str] = field(default_factory=set)


def judge(subject: Subject, settings: Settings, *, rules: Iterable[Rule] = RULES) -> Judged:
    """What the rules find, without what is off or ignored; comments that ignore nothing are reported.

    A file whose dialect was guessed gets findings without fixes.
    """
    return finish(judging(subject, settings, rules=rules))


def judging(
    subject: Subject, settings: Settings, *, rules: Iterable[Rule] = RULES, known: Iterable[Diagnostic] = ()
) -> Steps[Judged]:
    """The same, with pauses between what is found and between rules; `known` is what others have found."""
    file, asked = subject.file, tuple(rules)
    subject = replace(subject, target=settings.versions.get(file.dialect.id, ""))
    has_comments = file.grammar.comments or file.tree.notation is not Notation.JSON
    held = Held(file.tree, file.path, settings, has_comments=has_comments)
    with limited():
        found = yield from checking_all(subject, [it for it in asked if it.code not in held.off])
    kept = list[Diagnostic]()
    for it in in_order([*found, *[it for it in known if it.rule.code not in held.off]]):
        kept += held.said(it)
        yield
    unused = held.unused({it.code for it in asked})
    said = in_order((*kept, *unused)) if unused else tuple(kept)
    if file.is_guessed:
        # A fix is right in one dialect, and may break the file of another one.
        without = tuple(with_fixes(it, ()) for it in said)
        return Judged(without, frozenset(held.used), tuple(it for it in said if it.finding.fixes))
    return Judged(said, frozenset(held.used))


class Held:
    """What settings and the comments of a text hold back; `used` are the entries of the settings that did.

    `off` are the codes of rules that are not asked at all.
    """

    def __init__(self, tree: Tree, path: str, settings: Settings, *, has_comments: bool) -> None:
        self.off = {code for code, level in settings.levels.items() if level is None}
        self.used = set[Ignore]()
        self._tree, self._levels = tree, settings.levels
        self._path = below(path, settings)
        self._comments = tuple(_comments(tree)) if has_comments else ()
        self._on_line = _by_line(self._comments)
        self._ignores = _by_code(settings)

    def said(self, it: Diagnostic) -> Iterator[Diagnostic]:
        """The finding with the severity that the settings give it; nothing where it is held back."""
        entries = [entry for entry in self._ignores.get(it.rule.code, ()) if _covers(entry, it, self._path)]
        self.used.update(entries)
        if not _kept_back(self._tree, it, self._on_line) and not entries:
            level = self._levels.get(it.rule.code)
            yield replace(it, severity=level) if level else it

    def unused(self, asked: set[str]) -> tuple[Diagnostic, ...]:
        """What is reported of comments that ignore nothing, once all findings are said; `asked` are codes of rules."""
        return tuple(_unused(self._tree, self._comments, asked)) if self._comments else ()


def is_excluded(path: str, settings: Settings) -> bool:
    """Whether the settings want nothing to be said of the file."""
    name = below(path, settings)
    return name is not None and any(path_matches(it, name) for it in settings.exclude)


def speaks_of(entry: Ignore, path: str, settings: Settings) -> bool:
    """Whether the entry is about the file."""
    name = below(path, settings)
    return name is not None and (entry.file is None or path_matches(entry.file, name))


def below(path: str, settings: Settings) -> str | None:
    """The file's path from the settings' folder on; None if it is not below it."""
    return paths.below(path, settings.folder) if settings.folder else None


def _covers(entry: Ignore, it: Diagnostic, path: str | None) -> bool:
    if entry.code != it.rule.code or path is None or not (entry.file is None or path_matches(entry.file, path)):
        return False
    return entry.pointer is None or path_matches(entry.pointer, to_pointer(it.finding.place.route))


def _by_line(comments: Iterable[_Comment]) -> Mapping[int, Sequence[_Comment]]:
    found: dict[int, list[_Comment]] = {}
    for it in comments:
        found.setdefault(it.line, []).append(it)
    return found


def _by_code(settings: Settings) -> Mapping[str, Sequence[Ignore]]:
    found: dict[str, list[Ignore]] = {}
    for it in settings.ignores:
        found.setdefault(it.code, []).append(it)
    return found


def _kept_back(tree: Tree, it: Diagnostic, comments: Mapping[int, Sequence[_Comment]]) -> bool:
    line, held = tree.lines.position(it.span.start).line if comments else 0, False
    for comment in comments.get(line, ()):
        for name in comment.names:
            if rule_code(name) == it.rule.code:
                comment.used.add(name)
                held = True
    return held


def _comments(tree: Tree) -> Iterator[_Comment]:
    """Those that ignore; one on a line of its own is about the next line, another about its own."""
    for span in tree.comments:
        match = _COMMENT.match(tree.text, span.start, span.end)
        if match is None:
            continue
        line = tree.lines.position(span.start).line
        alone = not tree.text[tree.lines.line_start(line) : span.start].strip()
        rules = _REASON.split(match["rules"])[0]
        start = _reason_start(rules)
        # A rule that the reason names counts, too.
        names = [it[0] for it in _NAME.finditer(rules) if it.start() < start or rule_code(it[0]) is not None]
        about = tree.lines.position(span.end).line + 1 if alone else line
        reason = _NAME.match(rules, start)
        yield _Comment(span, about, tuple(names), reason[0] if reason else "")


def _reason_start(rules: str) -> int:
    """Where a plain word that is no rule follows a name without a comma; the end of the text if none does."""
    for it in _NAME.finditer(rules):
        before = rules[: it.start()].rstrip()
        if before and not before.endswith(",") and it[0].isalpha() and rule_code(it[0]) is None:
            return it.start()
    return len(rules)


def _unused(tree: Tree, comments: Iterable[_Comment], asked: set[str]) -> Iterator[Diagnostic]:
    for comment in comments:
        if not comment.names:
            yield _hint(tree, comment.span, "this ignores nothing; name the rules, such as `HW303`")
        if comment.reason:
            yield _hint(tree, comment.span, f"`{comment.reason}` is not a rule; write ` -- ` before the reason")
        for name in comment.names:
            code = rule_code(name)
            if code is None:
                yield _hint(tree, comment.span, unknown_rule(name))
            elif code in asked and name not in comment.used:
                yield _hint(
                    tree, comment.span, f"`{name}` finds nothing there, so there is nothing to ignore; remove it"
                )


def _hint(tree: Tree, span: Span, message: str) -> Diagnostic:
    end = span.start + len(tree.text[span.start : span.end].splitlines()[0])
    place = Place((), span=Span(span.start, end))
    return Diagnostic(
        UNUSED_IGNORE, Finding(place, message, unnecessary=True), Span(span.start, end), UNUSED_IGNORE.severity
    )


def unused_ignore(file: SettingsFile, entry: Ignore) -> Diagnostic:
    """What is reported of an entry of the settings that ignores nothing."""
    place = Place(entry.route)
    fix = Fix("Remove the entry", partial(remove, file.tree, entry.route), preferred=True, safe=False)
    finding = Finding(place, "this ignores no finding; remove it", (fix,), unnecessary=True)
    return Diagnostic(UNUSED_IGNORE, finding, resolve(file.tree, place), UNUSED_IGNORE.severity)
