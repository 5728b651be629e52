"""Whose file it is where no place says so: told by its path, its plugin, and what is in it."""

from __future__ import annotations

from hookwright.dialects.outlines import OUTLINES
from hookwright.model.hook import Scope
from hookwright.model.outline import Outline
from hookwright.readers.case import Facts, Found, Ground
from hookwright.readers.evidence import (
    Marks,
    best_fit,
    foreign_fit,
    foreign_root,
    has_events,
    has_events_at_head,
    known_events,
    marks_of,
    may_have_events,
    own_keys,
)
from hookwright.readers.foreign import FOREIGN_AGENTS, ForeignAgent
from hookwright.readers.naming import (
    folder_owner,
    hidden_folder,
    is_foreign_place,
    is_marked,
    manifests_folder_owner,
    marked_agent,
    named_by_schema,
    names_hooks,
    plugin_owner,
)
from hookwright.readers.place import guess_at
from hookwright.readers.rows import Answer, Rows, answer_if, nobody
from hookwright.syntax.front_matter import speaks_of


def guesses(case: Facts, text: str) -> Rows[Answer]:
    """Who the path and the text point to."""
    path, marks = case.path, marks_of(text)
    called = next((it for it in OUTLINES if guess_at(it, path) is not None and has_events_at_head(it, text)), None)
    yield "It does not look like a hook file.", nobody(called is None and not marks.like_hooks)
    yield "It lies in a folder of an agent without a table.", nobody(folder_owner(path) is not None)
    yield "A mark of an unknown agent is in its plugin.", nobody(case.mark_of_unknown() is not None)
    yield "It names the folder of plugins of an agent without a table.", nobody(foreign_root(marks) is not None)
    if called is not None:
        named = case.named_by_path
        others = (named is not None and named is not called) or (named is None and hidden_folder(path, 4) is not None)
        yield "It is called as a skill or an agent of another agent.", nobody(others)
        yield (
            "It is called as a skill or an agent, with hooks at its head.",
            _guessed(case, called, Ground.CONTENT, marks),
        )
    nameless = not names_hooks(path) and not may_have_events(marks)
    yield "No event is in it, not even a wrong one in a file that is called after hooks.", nobody(nameless)
    holder = manifests_folder_owner(path)
    if holder is not None:
        yield "It lies where an agent's plugins have their manifests.", (Found(holder, Scope.PLUGIN, Ground.PATH),)
    theirs = case.plugin_marks()
    if theirs:
        ours = [it for it in OUTLINES if any(is_marked(mark, it) for mark in theirs)][:1]
        yield "A mark in its plugin is an agent's.", tuple(Found(it, Scope.PLUGIN, Ground.PLUGIN) for it in ours)
    near = named_by_schema(text) or case.named_near
    named = near or case.named_by_path
    yield "An agent without a table is named.", nobody(isinstance(named, ForeignAgent))
    hidden = named is None and hidden_folder(path) is not None
    yield "It lies in the hidden folder of an agent that nothing is known of.", nobody(hidden)
    best = best_fit(marks)
    if isinstance(named, Outline):
        least = known_events(best, marks) if best is not None else 0
        enough = known_events(named, marks) >= (min(1, least) if named is near else least)
        found = _guessed(case, _of_its_place(named, marks), Ground.PATH, marks)
        yield (
            "An agent is named, and has as many of the events as any, or one where the name is near.",
            answer_if(found, enough),
        )
    if best is not None:
        yield "It fits an agent best.", _guessed(case, best, Ground.CONTENT, marks)


def _guessed(case: Facts, outline: Outline, ground: Ground, marks: Marks) -> Answer:
    in_plugin = not outline.of_plugins.isdisjoint(marks.variables)
    return (Found(outline, Scope.PLUGIN if in_plugin else case.scope(outline, may_be_users=False), ground),)


def _of_its_place(outline: Outline, marks: Marks) -> Outline:
    """The agent whose own keys most hooks have, of the one that is named and those whose files lie where its lie."""
    own = _own_places(outline)
    sharing = [it for it in OUTLINES if it is not outline and not own.isdisjoint(_own_places(it))]
    return max([outline, *sharing], key=lambda it: own_keys(it, marks))


def _own_places(outline: Outline) -> frozenset[str]:
    """Where the dialect's files lie in a project, however deep."""
    own = (it for it in outline.locations if it.scope is Scope.PROJECT and not it.borrowed)
    return frozenset(it.path.replace("**/", "") for it in own)


def strangers(case: Facts, text: str) -> Rows[str]:
    """Whose file it is where no agent with a table reads it: a title, empty if it is no agent's."""
    path, marks = case.path, marks_of(text)
    if path.endswith(".md") and not speaks_of(text, "hooks"):
        yield "Markdown has hooks in its front matter only: the rest is for people, whatever examples are in it.", ""
    at = next((it.title for it in FOREIGN_AGENTS if any(is_foreign_place(path, one) for one in it.places)), None)
    if marks.like_hooks or not path.endswith(".json"):
        yield "It is where such an agent looks; JSON there may be settings without hooks.", at
    if not marks.like_hooks or not has_events(marks):
        yield "It has no hooks on an event of any agent.", ""
    theirs = folder_owner(path) or plugin_owner(case.plugin_marks())
    yield "It lies in the folder of such an agent, or in a plugin for one.", theirs.title if theirs else None
    mark = case.mark_of_unknown()
    yield "A plugin for an agent without a table has its mark.", mark and marked_agent(mark)
    rooted = foreign_root(marks)
    yield "It names the folder of plugins of such an agent.", rooted.title if rooted else None
    named = named_by_schema(text) or case.named_by_path
    if named is not None:
        yield "An agent is named, with a table or without.", named.title if isinstance(named, ForeignAgent) else ""
    folder = hidden_folder(path)
    yield "A hidden folder of nobody known is called after itself.", folder and f"`{folder}`"
    fitting = foreign_fit(marks)
    yield "More of its events are such an agent's than any other's.", fitting.title if fitting else None
