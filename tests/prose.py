"""The English of the repository: what pages, docstrings, comments and messages say, without the code between it."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.pages import ROOT

CODE = "`…`"
"""Stands for each piece of code in a text."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph, an item of a list, a cell, a docstring, a comment or a string, on one line.

    `kind` is "page", "docstring", "comment" or "message"; `line` is where the text begins, from 1.
    """

    path: str
    line: int
    kind: str
    words: str

    def sentences(self) -> list[str]:
        """Its sentences; a colon ends one, because most lists and examples follow it, a semicolon does not."""
        return [it for it in re.split(r"(?<=[.?!:])(?:\s+|$)", self.words) if it]


def all_texts() -> Iterator[Text]:
    """Every text of the files that git knows, but those in tests."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    for path in sorted({*listed.split("\0")} - {""}):
        if re.match(
            r"tests/|(clients|editor-extension|integrations)/([^/]+/)?test/|benchmarks/|server/hookwright/cli/demo/files/",
            path,
        ):
            continue
        read = _READERS.get(Path(path).suffix)
        if read is not None and (ROOT / path).is_file():
            # Words that a message had before are quoted: "old → new".
            text = re.sub(r"^.* → .*$", "", (ROOT / path).read_text(encoding="utf-8"), flags=re.MULTILINE)
            yield from read(path, text)


def in_markdown(path: str, text: str) -> Iterator[Text]:
    """Each paragraph, heading, item and part of a cell, with the text of links and without blocks of code."""
    plain = re.sub(r"^( *)(```|~~~).*?^ *\2 *$", _blank, text, flags=re.MULTILINE | re.DOTALL)
    plain = re.sub(r"<!-- generated: agents -->.*?<!-- end of agents -->", CODE, plain, flags=re.DOTALL)
    plain = re.sub(r"<!--.*?-->", _blank, plain, flags=re.DOTALL)
    begun, held = 0, list[str]()
    for number, line in enumerate([*plain.splitlines(), ""], 1):
        starts = re.match(r"\s*(#+ |[-*] |\d+\. |\||> )", line)
        if held and (starts or not line.strip()):
            yield Text(path, begun, "page", _spoken(" ".join(held)))
            held = []
        if line.lstrip().startswith(("|", "#")):
            cells = re.split(r"(?<!\\)\||; ", line.strip().strip("|#"))
            yield from (Text(path, number, "page", _spoken(it)) for it in cells if re.search("[a-z]", it))
        elif line.strip():
            begun = begun if held else number
            held.append(line)


def in_python(path: str, text: str) -> Iterator[Text]:
    """Each docstring, comment, and string that has several words."""
    module = ast.parse(text)
    documents = {id(it.value) for it in ast.walk(module) if isinstance(it, ast.Expr)}
    parts = {id(it) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for it in ast.walk(node)}
    for node in ast.walk(module):
        if isinstance(node, ast.JoinedStr):
            pieces = (it.value if isinstance(it, ast.Constant) else CODE for it in node.values)
            yield from _message(path, node.lineno, "".join(map(str, pieces)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            if id(node) in documents:
                yield from _paragraphs(path, node.lineno, node.value)
            else:
                yield from _message(path, node.lineno, node.value)
    yield from _comments(path, text, r"#")


def in_typescript(path: str, text: str) -> Iterator[Text]:
    """Each comment, and each string that has several words."""
    yield from _comments(path, text, r"//|/?\*+")
    for found in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', text):
        words = re.sub(r"\$\{[^}]*\}", CODE, found[1] or found[2] or "")
        yield from _message(path, text.count("\n", 0, found.start()) + 1, words)


def in_json(path: str, text: str) -> Iterator[Text]:
    """Each value of the English strings and of the descriptions in the manifest of the extension."""
    if not re.search(r"package(\.nls)?\.json$", path):
        return
    values = [json.loads(text)]
    while values:
        value = values.pop()
        if isinstance(value, str):
            yield from _message(path, text[: max(text.find(json.dumps(value)), 0)].count("\n") + 1, value)
        elif isinstance(value, dict | list):
            values.extend(value.values() if isinstance(value, dict) else value)


_READERS = {".md": in_markdown, ".py": in_python, ".ts": in_typescript, ".tsx": in_typescript, ".json": in_json}


def _paragraphs(path: str, line: int, document: str) -> Iterator[Text]:
    """Those of a docstring."""
    for text in in_markdown(path, document):
        yield Text(path, line + text.line - 1, "docstring", text.words)


def _message(path: str, line: int, text: str) -> Iterator[Text]:
    if re.search(r"[a-z] [a-z`]", text):
        for number, part in enumerate(text.split("\n\n")):
            yield Text(path, line + number, "message", _spoken(part))


def _comments(path: str, text: str, sign: str) -> Iterator[Text]:
    """Comments on lines of their own, joined as long as they follow each other, and those behind code."""
    begun, held, before = 0, list[str](), 0
    for found in re.finditer(rf"^(.*?)(?<![\w:\"'])(?:{sign}) (.*)$", text, re.MULTILINE):
        number = text.count("\n", 0, found.start()) + 1
        if held and (number != before + 1 or found[1].strip()):
            yield Text(path, begun, "comment", _spoken(" ".join(held)))
            held = []
        begun, before = begun if held else number, number
        held.append(found[2])
    if held:
        yield Text(path, begun, "comment", _spoken(" ".join(held)))


def _spoken(text: str) -> str:
    """The words of a text: code is replaced, links are their texts."""
    text = re.sub(r"``.+?``|`[^`]*`", CODE, text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"https?://\S+", CODE, text).split())


def _blank(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")
