"""Which fixes there are: their recipes, followed, where the text after them says what it should and a finding is gone.

A fix of JSON holds as it is drafted.  One of TOML or YAML is proved: the text is read again with it, has no new fault,
says exactly what the edits claim, and the rule finds less.  So is one of a script, of which no edit claims anything.
Fixes that do not touch one another are proved together, so that as many reads do for a hundred as for one; only where a
proof fails, halves are tried.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, Origin, ScriptOrigin
from hookwright.analysis.rule import Fix, Recipe, Rule, Subject
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.matching.expressions import limited
from hookwright.syntax.claims import attempts, bare, is_claimed, is_kept
from hookwright.syntax.edit import apply
from hookwright.syntax.tree import Notation
from hookwright.text import Edit

# How often a text is read again for somebody who asks for fixes, and how many characters in all.  What is left then is
# not offered; it comes to that only where fix after fix fails.
_MOST_READS = 48
_FEWEST_READS = 4
_MOST_CHARACTERS = 1_000_000


class Repair(Struct, frozen=True):
    """A fix with the finding that it is for and its edits of the hook file's text."""

    diagnostic: Diagnostic
    fix: Fix
    edits: tuple[Edit, ...] = ()


class Draft(Struct, frozen=True):
    """Edits that are still to be proved, with the fixes that make them: findings that share one are cured together."""

    edits: tuple[Edit, ...]
    made_by: tuple[tuple[Diagnostic, Fix], ...]

    def repairs(self) -> Iterator[Repair]:
        """The fixes with these edits."""
        edits = bare(self.edits)
        return (Repair(diagnostic, fix, edits) for diagnostic, fix in self.made_by)


class Taken:
    """Stretches of a text that edits take, none of which may touch another's, their ends included."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []

    def is_free(self, edits: Iterable[Edit]) -> bool:
        """Whether no edit touches what is taken."""
        return not any(self._touched(it) for it in edits)

    def take(self, edits: Iterable[Edit]) -> None:
        """Takes what is free."""
        for it in edits:
            insort(self._spans, (it.span.start, it.span.end))

    def _touched(self, edit: Edit) -> bool:
        place = bisect_right(self._spans, edit.span.end, key=lambda it: it[0])
        return place > 0 and self._spans[place - 1][1] >= edit.span.start


def draft(diagnostic: Diagnostic, fix: Fix) -> Draft | None:
    """The edits of a fix; None if it makes none, or where what is where in the text is a guess."""
    origin = diagnostic.origin
    if fix.script is not None or (isinstance(origin, Origin) and _is_guesswork(origin.subject.file)):
        return None
    edits = tuple(fix.recipe())
    return Draft(edits, ((diagnostic, fix),)) if edits else None


def offered(diagnostics: Iterable[Diagnostic]) -> Callable[[Diagnostic], Sequence[Repair]]:
    """Says of each of the findings which fixes there are for it, in the order of the rule."""
    found: dict[int, list[Repair]] = {}
    for it in repairs(diagnostics):
        found.setdefault(id(it.diagnostic), []).append(it)
    return lambda it: found.get(id(it), ())


def repairs(diagnostics: Iterable[Diagnostic]) -> list[Repair]:
    """Every fix that there is for the findings, in their order."""
    known = [(it, fix) for it in diagnostics for fix in it.finding.fixes]
    prover, kept = Prover(), dict[tuple[int, int], Repair]()
    for layer in _layers(_shared(known)):
        for proved in prover.together(layer):
            kept.update(((id(it.diagnostic), id(it.fix)), it) for it in proved.repairs())
    made = (Repair(it, fix) if fix.script is not None else kept.get((id(it), id(fix))) for it, fix in known)
    return [it for it in made if it is not None]


class Prover:
    """Proves drafts for one answer, which has only so many reads."""

    def __init__(self, most_reads: int = _MOST_READS, most_characters: int = _MOST_CHARACTERS) -> None:
        self._most_reads = most_reads
        self._most_characters = most_characters
        self._reads = 0
        self._said: dict[tuple[int, str], Counter[str]] = {}

    def alone(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Repair]:
        """The fixes of the findings, each proved by itself."""
        for it in diagnostics:
            for fix in it.finding.fixes:
                made = draft(it, fix)
                if fix.script is not None:
                    yield Repair(it, fix)
                elif made is not None:
                    yield from (one for proved in self.together([made]) for one in proved.repairs())

    def together(self, drafts: Sequence[Draft]) -> list[Draft]:
        """Those that hold all at once, of drafts that do not touch one another, with the choice of edits that does."""
        if len(drafts) < 2:
            choices = (replace(it, edits=tuple(edits)) for it in drafts for edits in attempts(it.edits))
            return [it for it in [next((it for it in choices if self._holds([it])), None)] if it is not None]
        if self._holds(drafts):
            return list(drafts)
        half = len(drafts) // 2
        left, right = self.together(drafts[:half]), self.together(drafts[half:])
        if not left or not right:
            return left or right
        both = [*left, *right]
        return both if len(both) < len(drafts) and self._holds(both) else left

    def _holds(self, drafts: Sequence[Draft]) -> bool:
        """Whether the findings are gone after the edits, and nothing but what these claim has changed."""
        edits = [edit for it in drafts for edit in it.edits]
        if any(isinstance(it.origin, ScriptOrigin) for one in drafts for it, _ in one.made_by):
            return self._holds_in_script(drafts, edits)
        about = {id(it): it for it in _origins(drafts)}
        subjects = {id(it.subject): it.subject for it in about.values()}
        if all(it.file.tree.notation is Notation.JSON for it in subjects.values()):
            return True
        if len(drafts) > 1 and not is_claimed(edits):
            return False
        try:
            with limited():
                return all(self._holds_for(it, drafts, edits) for it in subjects.values())
        except Exception as error:  # noqa: BLE001 - one broken rule must not take the fixes of others with it
            _log(error)
            return False

    def _holds_in_script(self, drafts: Sequence[Draft], edits: Sequence[Edit]) -> bool:
        """The same of drafts for one script."""
        from hookwright.analysis.script_proof import is_cured

        found = [(it, it.origin) for one in drafts for it, _ in one.made_by if isinstance(it.origin, ScriptOrigin)]
        subject = found[0][1].subject
        if not self._may_read(subject.text):
            return False
        try:
            with limited():
                cured = [(it.rule, origin.message) for it, origin in found]
                return is_cured(subject, edits, cured)
        except Exception as error:  # noqa: BLE001 - one broken rule must not take the fixes of others with it
            _log(error)
            return False

    def _holds_for(self, subject: Subject, drafts: Sequence[Draft], edits: Sequence[Edit]) -> bool:
        file = subject.file
        after = self._after(file, edits)
        if after is None or (is_claimed(edits) and not is_kept(file.tree, edits, after.tree)):
            return False
        cured = {
            id(it): (it.rule, it.origin.message)
            for one in drafts
            for it, _ in one.made_by
            if isinstance(it.origin, Origin) and it.origin.subject is subject
        }
        wanted = Counter(cured.values())
        left = {rule.code: _messages(rule, replace(subject, file=after)) for rule, _ in wanted}
        before = {rule.code: self._before(rule, subject) for rule, _ in wanted}
        return all(left[rule.code][said] <= before[rule.code][said] - count for (rule, said), count in wanted.items())

    def _after(self, file: HookFile, edits: Iterable[Edit]) -> HookFile | None:
        """The file after edits; None if they overlap, break it, or there have been enough reads."""
        text = file.tree.text
        if not self._may_read(text):
            return None
        try:
            after = read_hook_file(file.path, apply(text, edits), file.dialect, file.scope)
        except ValueError:
            return None
        is_sound = len(after.tree.problems) <= len(file.tree.problems) and not _is_guesswork(after)
        return replace(after, ground=file.ground) if is_sound else None

    def _may_read(self, text: str) -> bool:
        """Counts one more read of the text; false if there have been enough."""
        if self._reads >= min(self._most_reads, max(_FEWEST_READS, self._most_characters // (1 + len(text)))):
            return False
        self._reads += 1
        return True

    def _before(self, rule: Rule, subject: Subject) -> Counter[str]:
        key = (id(subject), rule.code)
        if key not in self._said:
            self._said[key] = _messages(rule, subject)
        return self._said[key]


def _messages(rule: Rule, subject: Subject) -> Counter[str]:
    return Counter(it.message for it in rule.check(subject))


def _origins(drafts: Iterable[Draft]) -> Iterator[Origin]:
    return (it.origin for one in drafts for it, _ in one.made_by if isinstance(it.origin, Origin))


def _is_guesswork(file: HookFile) -> bool:
    """Whether the text is no valid YAML, so that no place in it can be named."""
    return file.tree.notation is Notation.YAML and (file.fault is not None or file.tree.mended)


def _shared(known: Iterable[tuple[Diagnostic, Fix]]) -> list[Draft]:
    """The drafts of fixes, those with the same edits as one; a recipe of several findings is followed once."""
    same: dict[Recipe, list[tuple[Diagnostic, Fix]]] = {}
    for it in known:
        same.setdefault(it[1].recipe, []).append(it)
    alike: dict[tuple[Edit, ...], list[Draft]] = {}
    for made_by in same.values():
        made = draft(*made_by[0])
        if made is not None:
            alike.setdefault(bare(made.edits), []).append(replace(made, made_by=tuple(made_by)))
    return [Draft(it[0].edits, tuple(one for other in it for one in other.made_by)) for it in alike.values()]


def _layers(drafts: Iterable[Draft]) -> list[list[Draft]]:
    """The drafts in layers, in none of which one touches another; those for which there is no room are left out."""
    layers: list[tuple[Taken, list[Draft]]] = []
    for it in drafts:
        place = next((layer for layer in layers if layer[0].is_free(it.edits)), None)
        if place is None and len(layers) < _MOST_READS:
            place = (Taken(), [])
            layers.append(place)
        if place is not None:
            place[0].take(it.edits)
            place[1].append(it)
    return [drafts for _, drafts in layers]


def _log(error: Exception) -> None:
    # Most checks prove every fix that they offer, so they need not import this.
    import logging

    logging.getLogger(__name__).error("a fix could not be proved", exc_info=error)
