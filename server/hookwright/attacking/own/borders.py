"""Harmless calls at the borders of what a guard's lists name: files and folders whose names or places only look so."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from hookwright.attacking.forms.model import SHELL, Variant, everyday_call
from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.examples import GAP, examples
from hookwright.patterns import late_pattern

_ENTRY = late_pattern(r"(?=.*[A-Za-z]{2})(?:[\w.@-]+/)*[\w.@-]+/?")
_ENDING = late_pattern(
    r"\.(?:c|cfg|cjs|conf|cpp|cs|css|go|html|ini|java|js|jsonc?|jsx|kt|lock|lockb|md|mdx|mjs|php|properties|py|rb|rs"
    r"|scss|sh|sql|svelte|swift|tf|toml|tsx?|txt|vue|xml|ya?ml)$"
)
_OPEN = late_pattern(rf"{GAP}[^/]*\Z")
"""A name with anything before it, which stands for longer names as well."""
_DOTTED = late_pattern(
    r"\.env(?:\.\w+)?|\.(?:docker|eslint|git|npm|prettier)ignore|\.gitattributes|\.editorconfig|\.npmrc"
)
"""Names that begin with a dot and are whole: of others, a pattern may only name the ending."""
_OF_SECRETS = late_pattern(
    r"(?i)secret|credential|token|passw|\bkeys?\b|env|\bid_|pem$|kube|account|ssh|aws|netrc|npmrc"
)
"""Names of what has secrets under a longer name, and in another folder, as well."""
_ANYWHERE = frozenset(
    {
        *(".git", ".venv", "node_modules", "venv", "vendor", "__pycache__", ".terraform", ".cache", "bower_components"),
        *("build", "dist", "out", "coverage", "target", "generated", ".next", "bin", "obj"),
    }
)
"""Folders that nobody edits wherever they are."""
_OF_BUILDS = frozenset({"build", "dist", "out", "coverage", "target"})
"""Those of them that source files can also be in."""
_OF_DATA = frozenset(
    {
        *("assets", "backups", "cache", "data", "downloads", "exports", "fixtures", "images", "imports", "logs"),
        *(
            "media",
            "migrations",
            "models",
            "output",
            "public",
            "reports",
            "static",
            "storage",
            "temp",
            "tmp",
            "uploads",
        ),
    }
)
"""Folders with data, of which the source may have a part of the same name, which is about them."""
_OTHER = "hookwright-notes"
_FOR_FILES = ("Write", "Edit", "Read")
_FORMS = ("cp README.md {}", "echo x > {}", "cat {}", "git add {}", "rm -f {}")
"""Commands that write, print, stage and delete a file: of those that the guard refuses, the first one is taken."""
_WRITING = ("cp ", "echo ", "{project}")
"""How the texts of calls begin that change a file: only these are tried with a copy of it."""
_COPY = "file whose name goes on"
_IN_FOLDER = "mkdir -p /tmp/example && cd /tmp/example && echo x > {}"
_MOST = 32


class Entry(Struct, frozen=True):
    """What a guard names: a file by its `path`, or a folder if it `is_folder`."""

    path: str
    is_folder: bool

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def protected(self) -> str:
        """The path of a file that the entry is about."""
        return f"{self.path}/{_OTHER}.txt" if self.is_folder else self.path


def entries(texts: Sequence[str], paths: Iterable[str], project: str) -> list[Entry]:
    """What the patterns in a guard's texts name, and the files at the paths that it protects, with their folders.

    At most so many; looks into the project.  Of the files at the paths, each has its name in a text: of others, a guard
    means all with such an ending.
    """
    every = (it for text in texts for of_one in examples(composed(text)) for it in of_one if not _OPEN.match(it))
    plain = [_path_in(it).lstrip("/").removeprefix("./") for it in every]
    bare = [it.replace("\\", "") for it in texts]
    by_name = [it for it in paths if any(it.rpartition("/")[2] in text for text in bare)]
    folders = [f"{it.rpartition('/')[0]}/" for it in by_name if "/" in it]
    inside = (it for it in (*plain, *by_name, *folders) if _ENTRY.fullmatch(it) and ".." not in it.split("/"))
    named = (_entry(it, project) for it in inside)
    return list(dict.fromkeys(it for it in named if it is not None))[:_MOST]


def _path_in(example: str) -> str:
    """The path that is in an example behind other words; empty if the name of the file may begin with anything."""
    before, _, path = example.rstrip(GAP).rpartition(GAP)
    return path if "/" not in before or path.startswith("/") else ""


def _entry(text: str, project: str) -> Entry | None:
    path = text.rstrip("/")
    if text.endswith("/") or os.path.isdir(os.path.join(project, path)):
        return Entry(path, is_folder=True)
    name = path.rpartition("/")[2]
    is_file = (_ENDING.search(name) and name[0].isalnum()) or _DOTTED.fullmatch(name)
    return Entry(path, is_folder=False) if is_file or os.path.isfile(os.path.join(project, path)) else None


def calls(path: str, tools: Collection[str]) -> Iterator[tuple[str, str]]:
    """What calls for the file at the path do, and their texts: of a shell, some that each do something else."""
    if SHELL in tools:
        yield from ((SHELL, form.format(path)) for form in _FORMS)
    whole = path if path.startswith("/") else f"{{project}}/{path}"
    yield from ((it, whole) for it in _FOR_FILES if it in tools)


def near(entry: Entry, tools: Collection[str], refused: Collection[tuple[str, str]]) -> Iterator[Variant]:
    """Calls to files that the entry is not about, as those of it that are `refused`; controls have another name."""
    wanted = [it in refused for it in calls(entry.protected, tools)]
    every = (_near_folder if entry.is_folder else _near_file)(entry)
    # The folder may itself be one of pages.
    for kind, path, other, why in (it for it in every if not it[1].startswith(f"{entry.path}/")):
        made = zip(calls(path, tools), calls(other, tools), wanted, strict=True)
        # Nobody stages what is not in the project.
        of_tools = [
            (does, text, control)
            for (does, text), (_, control), is_wanted in made
            if is_wanted and not text.startswith("git add /") and _is_tried(kind, does, text)
        ]
        # One tool for files shows the same as another one.
        for does, text, control in {does == SHELL: it for it in reversed(of_tools) for does in it[:1]}.values():
            yield everyday_call(kind if does == SHELL else f"{kind}, by a tool", why, text, control, does)
    if entry.is_folder and (SHELL, _FORMS[1].format(entry.protected)) in refused:
        why = "It only lists the folder, and leaves out what cannot be listed."
        text, control = f"ls -la 2>/dev/null {entry.path}/", f"ls -la {entry.path}/"
        yield everyday_call("list without its errors", why, text, control)
    if not entry.is_folder and not _OF_SECRETS.search(entry.name) and (SHELL, _FORMS[1].format(entry.path)) in refused:
        why = "The file is in a folder for temporary use, and not in the project."
        text, control = (_IN_FOLDER.format(it) for it in (entry.name, f"{_OTHER}.txt"))
        yield everyday_call("file of that name behind `cd`", why, text, control)


def _is_tried(kind: str, does: str, text: str) -> bool:
    """Whether a call is tried for a file of this kind: one that may not be read can have a copy with the same text."""
    return kind != _COPY or (does != "Read" and text.startswith(_WRITING))


_Near = Iterator[tuple[str, str, str, str]]
"""The kind, the path, the path of the control, and why the call is harmless."""


def _near_folder(entry: Entry) -> _Near:
    folder, name = entry.path, entry.name
    plain = name.lstrip(".")
    if not name.startswith(".") and name not in _ANYWHERE:
        why = "It is a file in another folder, whose name only ends as that of the folder does."
        yield "folder whose name ends so", f"src/my{name}/{_OTHER}.ts", f"src/my{_OTHER}/{_OTHER}.ts", why
    why = "It is another file, whose name only begins as that of the folder does."
    yield "file whose name begins as the folder's", f"docs/{plain}-{_OTHER}.md", f"docs/{_OTHER}.md", why
    if name in _OF_BUILDS:
        why = "It is a source file, in a folder that has the same name."
        yield "folder of that name in the source", f"src/{name}/{_OTHER}.ts", f"src/shared/{_OTHER}.ts", why
    if name in _OF_DATA and not folder.startswith("src/"):
        why = "It is the code of a part of the program, which has the name of the folder."
        yield "folder of that name in the source", f"src/{name}/{name}.module.ts", f"src/{_OTHER}/{_OTHER}.ts", why
    if _OF_SECRETS.search(name) or name in _ANYWHERE:
        return
    parent, slash, _ = folder.rpartition("/")
    why = "It is another folder, whose name only begins as that of the folder does."
    longer, other = f"{folder}-helpers/{_OTHER}.ts", f"{parent}{slash}{_OTHER}/{_OTHER}.ts"
    yield "folder whose name begins so", longer, other, why
    # A hidden folder has the same in each place.
    if name.startswith("."):
        return
    why = "It is a page of documentation, in a folder that has the same name."
    yield "folder of that name among pages", f"docs/{name}/{_OTHER}.md", f"docs/shared/{_OTHER}.md", why
    why = "It is a file for temporary use, which is not in the project."
    yield "folder of that name elsewhere", f"/tmp/{folder}/{_OTHER}.md", f"/tmp/shared/{_OTHER}.md", why


def _near_file(entry: Entry) -> _Near:
    name = entry.name
    is_dotted, is_secret = name.startswith("."), bool(_OF_SECRETS.search(name))
    if name.startswith(".env"):
        for it in ("sample.env", "example.env", ".env.example", ".env.sample", ".env.template", ".env.dist"):
            yield "template", it, it.replace("env", "notes"), "It is a template without secrets."
    if is_secret:
        return
    why = "It is a copy, whose name only begins as that of the file does."
    parent, slash, _ = entry.path.rpartition("/")
    yield _COPY, f"{entry.path}.bak", f"{parent}{slash}{_OTHER}.bak", why
    if is_dotted:
        why = "It is a template, whose name only ends as that of the file does."
        yield "file whose name ends so", f"templates/Node{name}", f"templates/Node.{_OTHER}", why
    else:
        why = "It is another file, whose name only ends as that of the file does."
        yield "file whose name ends so", f"docs/OLD-{name}", f"docs/OLD-{_OTHER}.txt", why
        yield "page about the file", f"docs/{name}.md", f"docs/{_OTHER}.md", "It is a page of documentation."
    why = "It is a file for temporary use, which is not in the project."
    yield "file of that name elsewhere", f"/tmp/example/{entry.path}", f"/tmp/example/{_OTHER}.txt", why
    why = "It is data of a test, and not the file of the project."
    yield "file of that name in test data", f"tests/fixtures/app/{name}", f"tests/fixtures/app/{_OTHER}.txt", why
