"""What in a text speaks for an agent: its events, keys, tools, variables, version and shape of hooks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from hookwright.dialects.outlines import OUTLINES
from hookwright.model.outline import Located, Outline
from hookwright.patterns import late_pattern
from hookwright.readers.foreign import FOREIGN_AGENTS, ForeignAgent
from hookwright.syntax.front_matter import matter_of, speaks_of

_CONTAINER_KEY = late_pattern(r'"([\w-]{1,64})"\s*:\s*[\[{]')
_LIST_KEY = late_pattern(r'"(\w{1,64})"\s*:\s*\[')
_OBJECTS_KEY = late_pattern(r'"(\w{1,64})"\s*:\s*\[\s*(?:\{|\]|/)')
_LISTED_HOOKS = late_pattern(
    r'\A\s*\{\s*(?:"[^"\\]{1,64}"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]{1,32})\s*,\s*){0,20}"hooks"\s*:\s*\['
)
_OF_SCHEMAS = late_pattern(r'"\$schema"\s*:\s*"https?://json-schema\.org/')
_PROPERTIES = late_pattern(r'"properties"\s*:\s*\{')
_STRING_PAIR = late_pattern(r'"(\w{1,32})"\s*:\s*"((?:[^"\\]|\\.){1,200})"')
_KEY = late_pattern(r'"(\w{1,64})"\s*:')
_VERSION = late_pattern(r'"version"\s*:\s*(?:\d+\s*[,}]|"v?\d+")')
_VARIABLE = late_pattern(r"\$\{?(\w+)")
_TEMPLATE = late_pattern(r"\s*\{(?:%|\{[-\s])")
_WORD = late_pattern(r"\w+")
_INNER_KEY = late_pattern(r"^[ \t]+(?:-[ \t]+)?[\"']?(\w{1,64})[\"']?[ \t]*:", re.MULTILINE)

_NONE = frozenset[str]()
# What is inside of `hooks` where they are in groups.
_GROUPED = frozenset({"hooks", "type", "command"})
_EVENTS = _NONE.union(*(it.events for it in OUTLINES))
_FOLDED = frozenset(map(str.casefold, _EVENTS))
_TELLING_NAMES = ('"hooks"', *(f'"{it}"' for it in sorted(_EVENTS)))
# Keys that a file may have anywhere, for whatever agent it is.
_PLAIN = frozenset({"description", "name", "tools", "type"})
# The keys of hooks but those that hold what is run, which many agents call the same.
_BODIES = _NONE.union(*(it.bodies for it in OUTLINES))
_HOOK_KEYS = {it.id: it.hook_keys - _PLAIN - _BODIES for it in OUTLINES}
# The keys of strings that name tools; they are in matchers, too.
_OF_TOOLS = frozenset({"matcher", "tools"})
# Keys of hooks that one dialect alone has.
_USES = Counter[str]()
for it in OUTLINES:
    _USES.update(_HOOK_KEYS[it.id] | it.bodies)
_UNIQUE = frozenset(key for key, count in _USES.items() if count == 1) - _PLAIN - _OF_TOOLS
_OWN_KEYS = {it.id: (_HOOK_KEYS[it.id] | it.bodies) & _UNIQUE for it in OUTLINES}
_FOLDED_EVENTS = {it.id: frozenset(map(str.casefold, it.events)) for it in OUTLINES}

# Parts of ids that say nothing about whose file it is.
_GENERIC = frozenset({"agent", "agents", "ai", "cli", "code", "ide", "open", "plugin", "spec"})


class Marks(Struct, frozen=True):
    """What a text has that tells one agent's file from another's; it may be broken, as one that is being typed is.

    `containers` are the keys of objects and lists, also `folded`; `named` has the keys of strings, too.  `tools` and
    `types` are the words of each string that may name some.  A file that is `versioned` says which form it has, in one
    that is `nested` hooks are in groups.
    """

    containers: frozenset[str]
    folded: tuple[str, ...]
    named: frozenset[str]
    tools: tuple[frozenset[str], ...]
    types: tuple[frozenset[str], ...]
    keys: frozenset[str]
    variables: frozenset[str]
    versioned: bool
    nested: bool
    like_hooks: bool


class Fit(NamedTuple):
    """What in a text speaks for a dialect, the strongest first: of two, the first thing that is more decides.

    A version counts where files of the dialect have one, keys of hooks where no other dialect has them, variables where
    they are called after its agent.
    """

    events: int = 0
    variables: int = 0
    version: bool = False
    events_in_another_case: int = 0
    shape: bool = False
    knobs: int = 0
    keys: int = 0
    tools: int = 0
    types: int = 0

    @property
    def tells(self) -> bool:
        """Whether anything speaks for the dialect that does not just speak for hooks, as `command` does."""
        return bool(self.events or self.events_in_another_case or self.knobs or self.tools)


@lru_cache(maxsize=16)
def marks_of(text: str) -> Marks:
    """The marks of a text; none if neither `hooks` nor an event is in it at all."""
    variables = frozenset(_VARIABLE.findall(text)) if "$" in text else frozenset[str]()
    if not any(it in text for it in _TELLING_NAMES):
        return Marks(_NONE, (), _NONE, (), (), _NONE, variables, versioned=False, nested=False, like_hooks=False)
    containers, lists = frozenset(_CONTAINER_KEY.findall(text)), _LIST_KEY.findall(text)
    values = _STRING_PAIR.findall(text)
    return Marks(
        containers,
        tuple(it.casefold() for it in containers),
        containers.union(key for key, _ in values),
        tuple(frozenset(_WORD.findall(value)) for key, value in values if key in _OF_TOOLS),
        tuple(frozenset(_WORD.findall(value)) for key, value in values if key == "type"),
        frozenset(_KEY.findall(text)),
        variables,
        versioned=_VERSION.search(text) is not None,
        nested="hooks" in lists,
        like_hooks=("hooks" in containers and not _has_other_hooks(text)) or _has_bare_events(text, containers, lists),
    )


def best_fit(marks: Marks) -> Outline | None:
    """The dialect that most speaks for, the most widespread of equals; None if more speaks for none of ours."""
    found = [(it, fitting) for it in OUTLINES if (fitting := fit(it, marks)).tells]
    if not found:
        return None
    outline, _ = max(found, key=lambda it: it[1])
    is_more = known_events(outline, marks) >= _most_foreign(marks)[0]
    return outline if is_more or _own_variables(outline, marks) else None


def foreign_fit(marks: Marks) -> ForeignAgent | None:
    """The agent without a table that has more of the events in a text than every dialect; None if none has."""
    most, agent = _most_foreign(marks)
    return agent if most > max(known_events(it, marks) for it in OUTLINES) else None


def foreign_root(marks: Marks) -> ForeignAgent | None:
    """The agent without a table whose plugins' folder a text names; None if it names that of another agent, too."""
    if any(not marks.variables.isdisjoint(it.roots) for it in OUTLINES):
        return None
    return next((it for it in FOREIGN_AGENTS if not marks.variables.isdisjoint(it.roots)), None)


def has_events(marks: Marks) -> bool:
    """Whether a text has an event of any agent, letter by letter."""
    return not marks.containers.isdisjoint(_EVENTS) or _most_foreign(marks)[0] > 0


def has_events_at_head(outline: Outline, text: str) -> bool:
    """Whether the YAML at the head of Markdown has hooks on an event of the dialect, or in groups under other names."""
    if not speaks_of(text, outline.hooks_key):
        return False
    span = matter_of(text)
    keys = set(_INNER_KEY.findall(text[span.start : span.end])) if span is not None else _NONE
    return not keys.isdisjoint(outline.events) or keys >= _GROUPED


def may_have_events(marks: Marks) -> bool:
    """Whether a text has an event of any agent, in any case, or nothing at all that could be one."""
    return marks.containers == {"hooks"} or has_events(marks) or not _FOLDED.isdisjoint(marks.folded)


def known_events(outline: Outline, marks: Marks) -> int:
    """How many of the keys in a text are events of the dialect, letter by letter."""
    return len(marks.containers.intersection(outline.events))


def known_keys(outline: Outline, marks: Marks) -> int:
    """How many of the keys in a text a hook of the dialect may have."""
    return len(marks.keys & _HOOK_KEYS[outline.id])


def own_keys(outline: Outline, marks: Marks) -> int:
    """How many of the keys in a text only a hook of the dialect may have."""
    return len(marks.keys & _OWN_KEYS[outline.id])


def lacks_types(outline: Outline, marks: Marks) -> bool:
    """Whether no hook in a text has a type, which each hook of the dialect needs."""
    return outline.typed and not marks.types and not outline.bodies.isdisjoint(marks.keys)


def is_template(text: str) -> bool:
    """Whether another program makes a file of it before an agent reads it."""
    return _TEMPLATE.match(text) is not None


def is_schema(text: str) -> bool:
    """Whether a text is a JSON Schema, which says what may be in a hook file."""
    return _OF_SCHEMAS.search(text) is not None and _PROPERTIES.search(text) is not None


def lists_hooks(text: str) -> bool:
    """Whether a text begins with a list of hooks, which are of many kinds, behind no more than texts and numbers."""
    return _LISTED_HOOKS.search(text) is not None


def fit(outline: Outline, marks: Marks) -> Fit:
    """How well a text fits a dialect; not at all where nothing tells."""
    exact, folded = known_events(outline, marks), _FOLDED_EVENTS[outline.id]
    found = Fit(
        events=exact,
        variables=_own_variables(outline, marks),
        version=outline.version is not None and marks.versioned,
        events_in_another_case=sum(map(folded.__contains__, marks.folded)) - exact,
        shape=not marks.nested and not outline.bodies.isdisjoint(marks.keys) if outline.flat else marks.nested,
        knobs=len(outline.knobs & marks.named),
        keys=own_keys(outline, marks),
        tools=len(marks.tools) - sum(map(outline.tools.isdisjoint, marks.tools)),
        types=len(marks.types) - sum(map(outline.types.isdisjoint, marks.types)),
    )
    return found if found.tells else Fit()


def _own_variables(outline: Outline, marks: Marks) -> int:
    """How many variables of the dialect are used that are called after it: `PROJECT_DIR` may be a command's own."""
    known = marks.variables & outline.variables
    if not known:
        return 0
    words = name_words(outline.id)
    return sum(not words.isdisjoint(it.casefold().split("_")) for it in known)


def name_words(id: str) -> frozenset[str]:  # noqa: A002
    """The parts of a dialect's id that its agent is known by."""
    return frozenset(id.split("-")) - _GENERIC


def is_for_others(marks: Marks, outline: Outline) -> bool:
    """Whether a text names other dialects' folders through their variables, and none of the dialect's own."""
    others = frozenset[str]().union(*(it.roots for it in OUTLINES if it is not outline))
    return bool(marks.variables & others) and not marks.variables & outline.roots


def has_form(outline: Outline, marks: Marks) -> bool:
    """Whether a text has a version where files of the dialect need one, and none if they have none."""
    return not marks.versioned if outline.version is None else marks.versioned or not outline.version


def event_owners(name: str, besides: Located) -> tuple[str, ...]:
    """The titles of the other agents that have an event of exactly that name, the most widespread first (HW203)."""
    tabled = (it.title for it in OUTLINES if it.id != besides.id and name in it.events)
    return (*tabled, *(it.title for it in FOREIGN_AGENTS if name in it.events))


def _most_foreign(marks: Marks) -> tuple[int, ForeignAgent | None]:
    counted = ((len(marks.containers.intersection(it.events)), it) for it in FOREIGN_AGENTS if not it.in_code)
    return max(counted, key=lambda it: it[0], default=(0, None))


def _has_bare_events(text: str, containers: frozenset[str], lists: Iterable[str]) -> bool:
    """Whether events with lists of objects are there without the key around them; many a name is an event's too."""
    if not (containers & _EVENTS and _EVENTS.intersection(lists) and ('"hooks"' in text or '"command"' in text)):
        return False
    return any(it[1] in _EVENTS for it in _OBJECTS_KEY.finditer(text))


def _has_other_hooks(text: str) -> bool:
    """Whether `hooks` is a list, and nothing in the text is an event: there are hooks of many kinds."""
    return lists_hooks(text) and not any(f'"{it}"' in text for it in _EVENTS)
