"""What a rule and its findings are: places in the tree, messages, and fixes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from hookwright.model.reaction import Severity
from hookwright.paths import below
from hookwright.syntax.cursor import at
from hookwright.syntax.tree import Problem, ProblemKind, Tree

if TYPE_CHECKING:
    from hookwright.analysis.commands.shell_lint import Linter
    from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
    from hookwright.config.view import HookFile
    from hookwright.text import Edit, Route, Span


class Part(StrEnum):
    """Which part of a member a finding is about."""

    KEY = "key"
    VALUE = "value"


class Fact(StrEnum):
    """What a dialect's table says of the agent."""

    FILE = "what a file may hold, and how it is read"
    EVENT = "what an event is matched on, carries, and does with a hook's answer"


class OtherFile(Struct, frozen=True, eq=False):
    """A file that is no hook file, such as one that a script imports."""

    path: str
    tree: Tree


class Place(Struct, frozen=True):
    """Where a finding is: a route, its part, and the piece of the string value where it is narrower than that.

    `piece` are indices into the decoded string.  `span` overrides all for faults that have no route (syntax).
    `file` is only set where the place is in another file than the finding is about.  `imported` is the path of one that
    a script imports, as the script has it: a rule names that, and the file is found for it.
    """

    route: Route
    part: Part = Part.VALUE
    piece: tuple[int, int] | None = None
    span: Span | None = None
    file: HookFile | OtherFile | None = None
    imported: str = ""


class ScriptChange(Struct, frozen=True):
    """What a fix does to a script: `insert` goes to its very beginning, `executable` sets its x bits.

    `create` is the whole text of one that is not there yet, `line_feeds` has its lines end in LF alone.
    """

    path: str
    insert: str = ""
    executable: bool = False
    create: str = ""
    line_feeds: bool = False


Recipe: TypeAlias = "Callable[[], Sequence[Edit]]"
"""Drafts edits of the hook file when it is called: a function with the route and the value; none if it cannot."""


def given(*edits: Edit) -> Recipe:
    """The recipe of edits that are known already."""
    return partial(tuple, edits)


def together(*recipes: Recipe) -> Recipe:
    """The recipe of several changes that belong together: the edits of all, or none if one of them has none."""
    return partial(_together, recipes)


def _together(recipes: Sequence[Recipe]) -> tuple[Edit, ...]:
    drafted = [tuple(it()) for it in recipes]
    return tuple(chain.from_iterable(drafted)) if all(drafted) else ()


class Fix(Struct, frozen=True, eq=False):
    """A change that may make a finding disappear; `safe` ones keep the meaning, or restore an obvious one.

    The `recipe` drafts the edits of the hook file.  It is followed only for those who ask for the fix, and whether the
    edits hold is then still to be proved (`proof.py`): a finding costs the same with fixes as without.
    What is to be changed in the script that a hook runs is in `script`.  A `whole` one makes the change at every place
    of a finding with several.  `activates` says how many hooks run after it that could never run before.
    The recipe does not count when two are compared.
    """

    title: str
    recipe: Recipe
    preferred: bool = False
    safe: bool = True
    script: ScriptChange | None = None
    whole: bool = False
    activates: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fix) and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[str, bool, bool, ScriptChange | None]:
        return self.title, self.preferred, self.safe, self.script


class Finding(Struct, frozen=True):
    """One fault: where, what is, what to do; `severity` where it differs from the rule's.

    `fact` is the route of the key or object that it is about, if that is not what it points at.
    `cause` names what findings of a file have in common that are to be said once; without it, those of one rule in the
    same words are.  Where errors of other rules stand at all its places, they state its `effect`, and it is left out.
    What rules with the codes that it `explains` find in the file is not said besides.
    `uses` are the hooks that a finding in a script is about, all that run the script where it names none: each is shown
    with it, and how certain the finding is depends on what is known of them.
    """

    place: Place
    message: str
    fixes: tuple[Fix, ...] = ()
    severity: Severity | None = None
    related: tuple[tuple[Place, str], ...] = ()
    unnecessary: bool = False
    deprecated: bool = False
    fact: Route | None = None
    cause: str = ""
    effect: str = ""
    explains: frozenset[str] = frozenset()
    uses: tuple[ScriptUse, ...] = ()


EMPTY = "a file without a value"
"""The cause of what is said of comments in a file that holds nothing else."""


class Disk(Protocol):
    """What rules may ask of the file system; they never read or run anything else."""

    def is_file(self, path: str) -> bool:
        """Whether a file is there."""

    def is_executable(self, path: str) -> bool:
        """Whether the file is there and executable for anyone."""

    def first_line(self, path: str) -> str | None:
        """How the file begins, up to its first line's end; None if it is not text, or cannot be read."""

    def text(self, path: str) -> str | None:
        """What a text file of a usual size says; None if it is another, or cannot be read."""

    def in_git_index(self, index: str, name: str) -> bool | None:
        """Whether the index of git at a path names a file, by its path from the root on; None if git must tell."""

    def is_open_to_all(self, path: str) -> bool:
        """Whether every user of the machine may change the file, or what is in the folder."""

    def home(self) -> str:
        """The user's home directory."""

    def has_program(self, name: str) -> bool:
        """Whether the shell finds a program of that name; true if that is not known."""


class Subject(Struct, frozen=True):
    """What a rule looks at: one file, the project it belongs to, and the disk.

    `earlier` and `later` are the other files that apply with it, in the order in which files apply.  `target` is the
    version of the agent that the project is written for; empty if none is given.
    """

    file: HookFile
    project: str
    disk: Disk
    earlier: tuple[HookFile, ...] = ()
    later: tuple[HookFile, ...] = ()
    linter: Linter | None = None
    target: str = ""

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables that the files which apply together set for every hook, where the agent has such a setting."""
        if self.file.dialect.running.settings_environment is None:
            return {}
        from hookwright.config.environment import settings_environment

        return settings_environment(self.file.dialect, (*self.earlier, self.file, *self.later))

    def name_of(self, file: HookFile) -> str:
        """A file's path as people write it: from the project on, or from the home folder on with `~`."""
        for folder, start in ((self.project, ""), (self.disk.home(), "~/")):
            inside = below(file.path, folder)
            if inside is not None:
                return start + inside
        return file.path


def find_nothing(_: Subject) -> Iterable[Finding]:
    """The check of a rule that looks at no hook file."""
    return ()


def find_nothing_in_script(_: ScriptSubject) -> Iterable[Finding]:
    """The check of scripts of a rule that looks at none."""
    return ()


class Rule(Struct, frozen=True):
    """One rule: its code for good, its name (= file, spec, page), default severity, docs and check.

    `check` looks at a hook file, and `check_script` at a script that hooks run: there, a place is a span of the script,
    and the edits of fixes are made in it.

    The findings of a rule without a check come from elsewhere, such as from firing hooks.  `stands_on` says
    which facts of the dialect's table make them right; None for those about JSON, scripts and shells.  Where one that
    is `final` finds something, nothing else is worth saying about the file.  Those of a rule
    that is `first` are said before all others of their file.  Of a file of several agents, those of one that is
    `unanimous` are said only where no agent would say otherwise.  Those of a rule that is for `everywhere` are said at
    each of their places, even in the same words.
    `specified` is the most that its findings matter in dialects that are only specified, where their document says so.
    """

    code: str
    name: str
    severity: Severity
    doc: str
    check: Callable[[Subject], Iterable[Finding]] = find_nothing
    has_fix: bool = False
    stands_on: Fact | None = None
    final: bool = False
    first: bool = False
    unanimous: bool = False
    everywhere: bool = False
    specified: Severity | None = None
    check_script: Callable[[ScriptSubject], Iterable[Finding]] = find_nothing_in_script

    @property
    def looks_at_scripts(self) -> bool:
        """Whether it finds anything in scripts."""
        return self.check_script is not find_nothing_in_script

    def in_script(self, subject: ScriptSubject) -> tuple[Finding, ...]:
        """What it finds in a script; it is asked once."""
        known = subject.found.get(self.check_script)
        if known is None:
            known = subject.found[self.check_script] = tuple(self.check_script(subject))
        return known


def text_faults(
    subject: Subject, kind: ProblemKind, title: Callable[[Problem], str], *, safe: bool
) -> Iterator[Finding]:
    """A finding for every problem of that kind that the parser has met, with its fix under that title."""
    tree = subject.file.tree
    for problem in tree.problems:
        if problem.kind is kind:
            place = Place(at(tree, problem.span.start).route, span=problem.span)
            fixes = (Fix(title(problem), given(problem.fix), preferred=True, safe=safe),) if problem.fix else ()
            yield Finding(place, problem.message, fixes, cause=EMPTY if tree.root is None else "")
