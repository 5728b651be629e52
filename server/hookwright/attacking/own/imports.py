"""Imports of a module that a guard does not let be written into code: its other forms, and what only mentions it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from hookwright.attacking.forms.dangers import Call
from hookwright.patterns import late_pattern

_OF_JAVASCRIPT = late_pattern(
    r"""(?:(?:import|export)\b.*?\s)?from\s*(['"])(?P<from>[\w@./-]+)\1;?|(?:.*?\W)?require\((['"])(?P<required>[\w@./-]+)\3\).*"""
    r"""|import\s*\(?(['"])(?P<imported>[\w@./-]+)\5\)?;?"""
)
_OF_PYTHON = late_pattern(r"import (?P<whole>[a-z][\w.]*)|from (?P<part>[a-z][\w.]*) import(?: [\w*]+)?")
_SCRIPTS = frozenset({"ts", "tsx", "js", "jsx", "mjs", "cjs", "mts", "cts", "vue", "svelte"})
_BY_IMPORT = "import x from '{}';"
"""A whole statement, which has what a guard looks for in a part of one."""
_JAVASCRIPT = (
    ("import x from '{}';", "It imports the module.", "default"),
    ('import x from "{}";', "The quotes are of the other kind.", "other quotes"),
    ("import x from'{}';", "No blank is needed before the quotes.", "no blank"),
    ("import {{\n  a,\n  b,\n}} from '{}';", "The import goes over several lines.", "several lines"),
    ("import x from\n  '{}';", "The name can be on the next line.", "name on the next line"),
    ("import * as x from '{}';", "It imports all of the module.", "all of it"),
    ("import '{}';", "It runs the module, and takes no name from it.", "no name"),
    ("export * from '{}';", "It imports the module, and exports all of it.", "exported"),
    ("const x = require('{}');", "`require` loads the same module.", "require"),
    ('const x = require("{}");', "`require` loads the same module.", "require, other quotes"),
    ("const x = require( '{}' );", "Blanks around an argument change nothing.", "require, blanks"),
    ("const x = require(`{}`);", "A template is a string as well.", "require, template"),
    ("const x = await import('{}');", "`import()` loads the same module when it runs.", "at run time"),
    ("const x = await import(`{}`);", "`import()` takes a template as well.", "at run time, template"),
    ("import x from '{}/index.js';", "It is a file of the same module.", "file of it"),
)
_PYTHON = (
    ("import {}", "It imports the module.", "whole"),
    ("import {} as x", "The module has another name here.", "other name"),
    ("from {} import a", "It imports a part of the module.", "part"),
    ("from {} import *", "It imports all names of the module.", "all of it"),
    ("from {} import (\n    a,\n    b,\n)", "The import goes over several lines.", "several lines"),
    ("import os, {}", "It imports several modules, of which this is one.", "behind another one"),
    ("import os; import {}", "The second statement runs as well.", "second statement"),
    ("import {}.parts", "It imports a part of the module, and the module before.", "module in it"),
    ('x = __import__("{}")', "`__import__` loads the same module.", "function"),
    ('import importlib\nx = importlib.import_module("{}")', "Python imports the module when it runs.", "at run time"),
)
_NEAR_JAVASCRIPT = (
    ("// Never write this: import x from '{}'", "It is a comment.", "comment"),
    ("const rule = \"no require('{}') here\";", "It is a text of the program.", "text"),
    ("import x from '{}-notes';", "It is another module, with a longer name.", "longer name"),
    ("import x from 'my-{}';", "It is another module, whose name only ends so.", "end of another name"),
)
_NEAR_PYTHON = (
    ("# Never write this: import {}", "It is a comment.", "comment"),
    ('RULE = "no import {} here"', "It is a text of the program.", "text"),
    ("import {}_notes", "It is another module, with a longer name.", "longer name"),
    ("from shop.parts import my_{}", "It is another name, which only ends so.", "end of another name"),
)


class Imported(Struct, frozen=True):
    """A module that a text imports, in JavaScript or else in Python."""

    name: str
    is_javascript: bool


def imported(text: str, path: str) -> Imported | None:
    """The module that a text imports in a file of this path; None if it is no import in that language."""
    ending = path.rpartition(".")[2]
    if ending in _SCRIPTS and (found := _OF_JAVASCRIPT.fullmatch(text)):
        return Imported(found["from"] or found["required"] or found["imported"], is_javascript=True)
    if ending == "py" and (found := _OF_PYTHON.fullmatch(text)):
        return Imported(found["whole"] or found["part"], is_javascript=False)
    return None


def whole(text: str) -> str | None:
    """A statement with the part of an import that a pattern names, such as `from 'pg'`; None if it is no such part."""
    found = re.fullmatch(r"from\s*(['\"])([\w@./-]+)\1", text)
    return _BY_IMPORT.format(found[2]).replace("'", found[1]) if found else None


def calls(seed: str, it: Imported, path: str, does: str) -> Iterator[Call]:
    """Calls that write another import of the module into the file."""
    for form, why, kind in _JAVASCRIPT if it.is_javascript else _PYTHON:
        content = f"{form.format(it.name)}\n"
        yield Call(why, does, f"{{project}}/{path}", content, seed=seed, kind=f"usual import: {kind}")


def harmless(seed: str, it: Imported, path: str, does: str) -> Iterator[Call]:
    """Calls that write what only looks like an import of the module."""
    parts = {*"./@"} & {*it.name}
    for form, why, kind in _NEAR_JAVASCRIPT if it.is_javascript else _NEAR_PYTHON:
        if not (parts and "name" in kind):
            content = f"{form.format(it.name)}\n"
            yield Call(why, does, f"{{project}}/{path}", content, seed=seed, kind=f"import: {kind}")
