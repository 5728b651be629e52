"""Names the variables of a hook's texts as another agent has them: in commands, arguments, environments and URLs.

Where the other agent has no variable for the project's folder, a text gets what finds that folder in a shell.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source, Variable
from hookwright.model.hook import Scope
from hookwright.patterns import late_pattern

_ROOTS = (Source.PROJECT_DIR, Source.PLUGIN_ROOT)
_TOP = "$(git rev-parse --show-toplevel)"
_HERE = "."
_INNER_SHELL = late_pattern(r"\b(?:ba|da|z|k)?sh\s+-\w*c\b")
_USED = late_pattern(r"\$\{?([A-Za-z_]\w*)")
_LITERAL = late_pattern(r'(["`\\$])')


class Named(Struct, frozen=True):
    """What stands for a variable there: another `variable`, or a `text`; neither if there is nothing.

    `said` is what the user has to know of that.
    """

    variable: str = ""
    text: str = ""
    said: str = ""


class Translated(Struct, frozen=True):
    """A text in the words of the other agent, and a sentence for each thing that differs."""

    text: str
    said: tuple[str, ...] = ()


class Variables(Struct, frozen=True):
    """From the variables of the hooks of a file of `old_scope` to those of the hooks of a file of `scope`.

    `below` is where the file's project is in its Git repository, empty for the top; None if it is in none.
    """

    old: Dialect
    new: Dialect
    old_scope: Scope
    scope: Scope
    below: str | None = ""

    def named(self, variable: Variable, row: EventRow) -> Named:
        """What stands for the variable on that event of the other agent."""
        there = [it for it in self.new.variables if it.on(row.name) and (it.scopes is None or self.scope in it.scopes)]
        known = any(it.name == variable.name for it in there)
        same = next((it for it in there if _same(it, variable)), None)
        if known and (same is None or not same.name.startswith(_own_prefix(self.new))):
            return Named(variable=variable.name)
        if same is not None:
            return Named(variable=same.name)
        if variable.root and variable.source in _ROOTS:
            return self._folder(variable, there)
        return Named(said=f"`${variable.name}` is not set in {self.new.title}, so it is empty there")

    def _folder(self, variable: Variable, there: Sequence[Variable]) -> Named:
        """What stands for a folder: the new file is in that which holds the old one."""
        of_plugin = variable.source is Source.PLUGIN_ROOT
        if of_plugin or self.old_scope is not Scope.PLUGIN:
            other = Source.PLUGIN_ROOT if self.scope is Scope.PLUGIN else Source.PROJECT_DIR
            root = next((it for it in there if it.root and it.source is other), None)
            if root is not None:
                what = f"`${variable.name}` becomes `${root.name}`, the folder that the new file has to be in"
                return Named(variable=root.name, said=what)
        if of_plugin and self.scope is Scope.PLUGIN:
            what = f"`${variable.name}` is not set in {self.new.title}"
            return Named(said=f"{what}, which has no variable for that folder")
        return self._project(variable.name)

    def _project(self, name: str) -> Named:
        missing = f"{self.new.title} does not set `${name}`"
        if self.new.running.in_project:
            return Named(text=_HERE, said=f"{missing}; the path is relative to the project, in which hooks run there")
        below = "" if self.old_scope is Scope.USER else self.below
        if below is None:
            needs = "start the agent in the project's folder, or hooks do not find their scripts"
            return Named(text=_HERE, said=f"{missing}; the path is relative to the folder that hooks run in: {needs}")
        text = f"{_TOP}/{below}" if below else _TOP
        return Named(text=text, said=f"{missing}; `{text}` finds the folder, if the project is a Git repository")

    def in_command(self, text: str, row: EventRow) -> Translated:
        """A command that a shell reads."""
        form = _form(self.old)
        said: dict[str, None] = dict.fromkeys(self._never_set(text))
        if form is None:
            return Translated(text, tuple(said))
        quotes, pieces, last = _quotes(text), list[str](), 0
        for found in form.finditer(text):
            variable = _by_name(self.old)[found["name"]]
            named = self.named(variable, row)
            said |= dict.fromkeys([named.said] if named.said else [])
            pieces += [text[last : found.start()], self._written(found, variable, named, quotes[found.start()])]
            last = found.end()
        # A dot needs no quotes.
        command = "".join((*pieces, text[last:])).replace('"."/', "./")
        return Translated(command, tuple(said))

    def _written(self, found: re.Match[str], variable: Variable, named: Named, quote: str) -> str:
        """What is written for one use of a variable, in quotes of that kind."""
        old, whole = found[0], bool(found["end"])
        placed = whole and variable.name in self.old.placeholders
        if named.variable:
            new = old.replace(variable.name, named.variable, 1)
            replaced = named.variable in self.new.placeholders
            if quote == "'" and placed and not replaced:
                return f"'\"{new}\"'"
            kept = next((it for it in self.new.variables if it.name == named.variable), None)
            loose = variable.whole and kept is not None and not (kept.whole and whole is not kept.bare)
            return f'"{new}"' if not quote and loose and named.variable != variable.name else new
        if not named.text or (found["braces"] and not whole):
            return old
        if quote == "'" and not placed:
            return named.text if _INNER_SHELL.search(found.string) else old
        if quote == "'":
            return f"'\"{named.text}\"'" if "$" in named.text else named.text
        return f'"{named.text}"' if not quote and "$" in named.text else named.text

    def _never_set(self, text: str) -> Iterator[str]:
        """What is to be said of variables that people expect, and that no hook of either agent gets."""
        for name in dict.fromkeys(_USED.findall(text)):
            instead = self.new.believed.get(name) or self.old.believed.get(name)
            known = name in _by_name(self.old) or name in _by_name(self.new) or re.search(rf"\b{name}=", text)
            if not instead or known:
                continue
            said = f"`${name}` is empty in {self.old.title} and in {self.new.title}"
            if instead.startswith("."):
                yield f"{said}; the payload is on stdin: read it there, for example with `jq -r {instead}`"
            else:
                yield f"{said}; use `${instead}`" if instead.isidentifier() else f"{said}; {instead}"

    def as_words(self, program: str, arguments: Sequence[str], row: EventRow) -> Translated:
        """A program with its arguments, which no shell has read, as a command for one."""
        found = [self._as_word(it, row) for it in (program, *arguments)]
        return Translated(" ".join(it.text for it in found), tuple(dict.fromkeys(s for it in found for s in it.said)))

    def _as_word(self, word: str, row: EventRow) -> Translated:
        said, pieces, last = list[str](), list[str](), 0
        for found in _placeholders(self.old).finditer(word):
            variable = _by_name(self.old).get(found["name"])
            named = self.named(variable, row) if variable is not None else Named()
            said += [named.said] if named.said else []
            pieces.append(_LITERAL.sub(r"\\\1", word[last : found.start()]))
            pieces.append(f"${{{named.variable}}}" if named.variable else named.text or found[0])
            last = found.end()
        if not pieces:
            return Translated(shlex.quote(word))
        rest = _LITERAL.sub(r"\\\1", word[last:])
        return Translated(f'"{"".join(pieces)}{rest}"', tuple(said))

    def keeps(self, words: Sequence[str], row: EventRow) -> bool:
        """Whether the other agent replaces by itself what this one replaces in words that no shell reads."""
        return all(self._replaced(found["name"], row) for it in words for found in _placeholders(self.old).finditer(it))

    def in_value(self, value: Any, row: EventRow, *, folder: bool = False) -> tuple[Any, tuple[str, ...]]:  # noqa: ANN401  any JSON
        """A value that no shell reads, such as a URL, or the `folder` that a hook runs in."""
        if isinstance(value, dict):
            pairs = {key: self.in_value(it, row) for key, it in value.items()}
            return {key: it[0] for key, it in pairs.items()}, tuple(said for it in pairs.values() for said in it[1])
        if isinstance(value, list):
            items = [self.in_value(it, row) for it in value]
            return [it[0] for it in items], tuple(said for it in items for said in it[1])
        if not isinstance(value, str):
            return value, ()
        said: dict[str, None] = {}

        def put(found: re.Match[str]) -> str:
            new = self._replaced(found["name"], row)
            if new:
                return f"${{{new}}}"
            variable = _by_name(self.old).get(found["name"])
            if folder and variable is not None and variable.root:
                return _HERE
            said[f"{self.new.title} does not replace `{found[0]}` in `{value}`: write the value itself there"] = None
            return found[0]

        return _placeholders(self.old).sub(put, value), tuple(said)

    def _replaced(self, name: str, row: EventRow) -> str:
        """The name under which the other agent replaces it by itself; empty if it does not."""
        variable = _by_name(self.old).get(name)
        named = self.named(variable, row).variable if variable is not None else name
        return named if named in self.new.placeholders else ""


@lru_cache(maxsize=32)
def _by_name(dialect: Dialect) -> dict[str, Variable]:
    return {it.name: it for it in dialect.variables}


@lru_cache(maxsize=32)
def _form(dialect: Dialect) -> re.Pattern[str] | None:
    """How commands name the dialect's variables, in a shell or a PowerShell."""
    names = "|".join(sorted((re.escape(it.name) for it in dialect.variables), key=len, reverse=True))
    if not names:
        return None
    return re.compile(rf"\$(?:env:)?(?P<braces>\{{(?:env:)?)?(?P<name>{names})\b(?P<end>(?(braces)\}}?|))")


@lru_cache(maxsize=32)
def _placeholders(dialect: Dialect) -> re.Pattern[str]:
    """How texts that no shell reads name what the agent itself replaces."""
    return re.compile(rf"\$\{{(?P<name>{'|'.join(map(re.escape, dialect.placeholders)) or '(?!)'})\}}")


def _quotes(text: str) -> list[str]:
    """Of each character of a command, the quote that it is in; empty for none."""
    found, stack, index = list[str](), [""], 0
    while index < len(text):
        it, top = text[index], stack[-1]
        found.append("" if top == "(" else top)
        if it == "\\" and top != "'" and index + 1 < len(text):
            found.append(found[-1])
            index += 1
        elif top == "'":
            stack = stack[:-1] if it == "'" else stack
        elif it == '"':
            stack = stack[:-1] if top == '"' else [*stack, it]
        elif (it == "'" and top != '"') or (it == "(" and text[index - 1 : index] == "$"):
            stack = [*stack, it]
        elif it == ")" and top == "(":
            stack = stack[:-1]
        index += 1
    return found


def _own_prefix(dialect: Dialect) -> str:
    """What the names of the variables begin with that are the agent's own, and not another's that it sets as well."""
    return dialect.id.partition("-")[0].upper() + "_"


def _same(one: Variable, other: Variable) -> bool:
    if one.source is Source.PAYLOAD or other.source is Source.PAYLOAD:
        return one.source is other.source and (one.field or one.name.lower()) == (other.field or other.name.lower())
    if one.source is Source.AMBIENT:
        return one.name == other.name
    return one.source is other.source and (one.source not in _ROOTS or one.root == other.root)
