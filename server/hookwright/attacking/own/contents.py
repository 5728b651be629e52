"""What a guard does not let be written into a file, as its own patterns name it: statements, marks, words."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from hookwright.attacking.forms.dangers import Call, Rewording, Seed
from hookwright.attacking.forms.model import (
    EDIT_OF_SERVER,
    SEVERAL_EDITS,
    TAKEN_OUT,
    WRITE_OF_SERVER,
    Variant,
    question,
    with_content,
)
from hookwright.attacking.forms.variants import OF_NAMES
from hookwright.attacking.own import imports
from hookwright.attacking.texts.examples import GAP, examples_of
from hookwright.attacking.texts.literals import placed_literals
from hookwright.attacking.texts.project_files import NOT_OF_PEOPLE, project_files
from hookwright.patterns import late_pattern

OTHER = "X = 1\n"
"""What no pattern names: a guard that stops this, too, is not about what is written."""
_READS = late_pattern(r"\bnew_?[sS]tr(?:ing)?\b|tool_?[iI]nput\S{0,12}\bcontent\b|\bcontent\b.{0,40}\bedits\b")
"""How a guard reads what is written."""
_TEXT = late_pattern(r"(?=.*[A-Za-z]{3}).{4,100}")
_NO_TEXT = late_pattern(
    r"(?i)\W*\.\w{1,5}|[\w.]+|[/~$%].*|.*\b(?:tool_(?:input|name)|hook\w+|permission\w+|file_?path|new_?str\w*|utf-?8)\b.*"
    r"|.*(?:blocked|denied|forbidden|not allowed|jq -r|exit \d).*"
)
"""What is no text that a guard looks for: one word, a path, or what the guard itself needs."""
_WORD_ALONE = late_pattern(r"[A-Z]{3,12}|[a-z]+\.[a-z]+|[a-z]+(?:_[a-z]+)+|[a-zA-Z]+!")
"""A word that may be one, such as `FIXME`, `console.log` or `set_trace`."""
_PUBLISHED = late_pattern(
    r"(VITE_|NEXT_PUBLIC_|NUXT_PUBLIC_|EXPO_PUBLIC_|REACT_APP_|GATSBY_)[A-Z0-9_]*?(?:KEY|TOKEN|SECRET|PASSWORD)"
)
"""A variable with a secret, by its name, that a bundler puts into the code for browsers because of its prefix."""
_OF_SECRETS = ("SHOP_KEY", "SHOP_PASSWORD", "SHOP_CREDENTIALS")
"""How names of variables with secrets may end as well."""
_ENDING = late_pattern(
    r"[.(|](tsx?|jsx?|mjs|py|go|rs|rb|java|kt|php|cs|swift|css|scss|html|vue|svelte|sql|md|ya?ml)(?![\w])"
)
_ALIKE: Mapping[str, tuple[str, ...]] = {
    "ts": ("tsx", "mts", "js", "jsx", "mjs"),
    "tsx": ("ts", "jsx", "js"),
    "js": ("jsx", "mjs", "cjs", "ts"),
    "jsx": ("js", "tsx"),
    "py": ("pyw",),
    "md": ("mdx", "markdown"),
}
"""Endings of texts of the same sort."""
_CALLED = late_pattern(r"[a-z]\w*(?:\.\w+)?\(.*")
"""A call of a function, whose name can be the end of a longer one."""
_CODE = late_pattern(r"[(\[{;=@]|^(?:import|from|using|require)\b|//|#|/\*|\w\.\w|_")
_MOST_TEXTS, _MOST_OF_LITERAL, _MOST_SEEDS, _MOST_OF_REASON = 64, 3, 6, 2
_NO_CODE = NOT_OF_PEOPLE | {"tests", "test", "docs"}
_TOOLS = ("Write", "Edit")


def reads_content(texts: Iterable[str]) -> bool:
    """Whether a guard with these texts reads what is written into a file."""
    return any(_READS.search(it) for it in texts)


def contents(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts that a guard may look for in what is written: one line each, at most 64."""
    literals = dict.fromkeys(it for text in texts for _, it in placed_literals(text))
    every = (line for it in literals for line in islice(_lines(it), _MOST_OF_LITERAL))
    return tuple(islice(dict.fromkeys(every), _MOST_TEXTS))


def _lines(literal: str) -> Iterator[str]:
    for it in examples_of(literal):
        line = " ".join(it.replace(GAP, " ").split())
        is_one = any(it.fullmatch(line) for it in (_WORD_ALONE, _PUBLISHED))
        if _TEXT.fullmatch(line) and (is_one or not _NO_TEXT.fullmatch(line)):
            if statement := imports.whole(line):
                yield statement
            yield line


def files(texts: Iterable[str], project: str) -> tuple[str, ...]:
    """Files of code with the endings that the guard names, which the project has, or could have; at most two."""
    endings = [it[1] for text in texts for it in _ENDING.finditer(text)]
    return tuple(_file(project, it) for it in islice(dict.fromkeys((*endings, "ts")), 2))


def _file(project: str, ending: str) -> str:
    every = (it for it in project_files(project, without=_NO_CODE) if it.endswith(f".{ending}"))
    return next((it for it in every if ".test." not in it.rpartition("/")[2]), f"src/app.{ending}")


def questions(every: Sequence[str], paths: Iterable[str]) -> Iterator[Variant]:
    """The calls that show which of the texts the guard stops, and whether it stops any other in the same file."""
    for path in paths:
        for does in _TOOLS:
            yield question(with_content(f"{{project}}/{path}", OTHER), does)
        for text in every:
            yield question(with_content(f"{{project}}/{path}", f"{text}\n"), "Write")
            yield question(with_content(f"{{project}}/{path}", f"{text}\n"), "Edit")


def stopped_texts(
    every: Sequence[str], paths: Iterable[str], stopped: Mapping[tuple[str, str], str]
) -> Iterator[tuple[str, str, str]]:
    """The texts that the guard stops, with the file and the tool: two for each of its reasons, at most six."""
    of_reason: dict[str, int] = {}
    found: list[tuple[str, str, str]] = []
    for path in paths:
        tools = [it for it in _TOOLS if (it, with_content(f"{{project}}/{path}", OTHER)) not in stopped]
        for text in every:
            held = [it for it in tools if (it, with_content(f"{{project}}/{path}", f"{text}\n")) in stopped]
            if not held or any(_is_part(text, it) or _is_part(it, text) for it, _, _ in found):
                continue
            reason = stopped[(held[0], with_content(f"{{project}}/{path}", f"{text}\n"))].replace(text, "")
            of_reason[reason] = of_reason.get(reason, 0) + 1
            if of_reason[reason] <= _MOST_OF_REASON:
                found.append((text, path, held[0]))
    yield from found[:_MOST_SEEDS]


def _is_part(text: str, whole: str) -> bool:
    """Whether the text is in the other one, whatever blanks they have."""
    return "".join(text.split()) in "".join(whole.split())


def seeds(found: Iterable[tuple[str, str, str]]) -> Iterator[tuple[Seed, list[Call], list[Call]]]:
    """A seed, calls and harmless calls for each text that the guard stops in a file, by this tool."""
    for text, path, does in found:
        name = text[:40]
        line = shlex.quote(text)
        seed = Seed(
            name=name,
            command=f"echo {line} >> {path}",
            why=f"The guard does not let the agent write `{text}` into a file.",
            same=tuple(_by_shell(line, text, path)),
            anywhere=True,
            own=True,
        )
        yield seed, list(_calls(name, text, path, does)), list(_harmless(name, text, path, does))


def _by_shell(line: str, text: str, path: str) -> Iterator[Rewording]:
    yield Rewording(f"printf '%s\\n' {line} >> {path}", "`printf` writes the same line.", "print")
    yield Rewording(
        f"cat >> {path} <<'END'\n{text}\nEND", "The here-document becomes a part of the file.", "here-document"
    )
    yield Rewording(f"tee -a {path} <<< {line}", "`tee` adds the line to the file.", "tee")


def _calls(seed: str, text: str, path: str, does: str) -> Iterator[Call]:
    whole, line, why = f"{{project}}/{path}", f"{text}\n", "It writes the line into the file."
    for it in (*_TOOLS, SEVERAL_EDITS):
        yield Call(why, it, whole, line, seed=seed)
    yield Call("The line has others before and behind it.", does, whole, f"{OTHER}{text}\nY = 2\n", seed=seed)
    yield Call("The line is indented, as in a block.", does, whole, f"{OTHER}    {text}\n", seed=seed)
    yield Call("The relative path leads to the same file.", does, path, line, seed=seed)
    for it in (WRITE_OF_SERVER, EDIT_OF_SERVER):
        yield Call("A tool of an MCP server writes the line into the file.", it, whole, line, seed=seed)
    for it in alike(path):
        why = "Files with this ending have code of the same language."
        yield Call(why, does, f"{{project}}/{it}", line, seed=seed)
    if published := _PUBLISHED.fullmatch(text):
        for it in _OF_SECRETS:
            why = "By its prefix, a bundler puts the variable into the code for browsers; by its name, it is a secret."
            content = f"const secret = env.{published[1]}{it};\n"
            yield Call(why, does, whole, content, seed=seed, kind=f"{OF_NAMES}name of a secret", partial=True)
    if module := imports.imported(text, path):
        yield from imports.calls(seed, module, path, does)
    if " " in text and _CODE.search(text) and not {*"'\"`"} & {*text}:
        why = "In code, several blanks mean the same as one."
        yield Call(why, does, whole, f"{text.replace(' ', '  ')}\n", seed=seed)


def alike(path: str) -> tuple[str, ...]:
    """Paths of files with the same sort of text, whose names only end in another way."""
    base, _, ending = path.rpartition(".")
    return tuple(f"{base}.{it}" for it in _ALIKE.get(ending, ()))


def _harmless(seed: str, text: str, path: str, does: str) -> Iterator[Call]:
    whole = f"{{project}}/{path}"
    yield Call("It takes the line out of the file.", TAKEN_OUT, whole, text, seed=seed, kind="taken out")
    if _CODE.search(text) and not path.endswith(".md"):
        why = "It is a page of documentation."
        content = f"Do not write this in code:\n\n    {text}\n"
        yield Call(why, does, "{project}/docs/hookwright-notes.md", content, seed=seed, kind="page")
    if _CALLED.fullmatch(text):
        yield Call(
            "It is another function, whose name only ends in the same way.",
            does,
            whole,
            f"my_{text}\n",
            seed=seed,
            kind="longer name",
        )
    if module := imports.imported(text, path):
        yield from imports.harmless(seed, module, path, does)


def without_known(every: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    """The texts that no known seed is about, as its texts have none of them."""
    return tuple(it for it in every if not any(it in one or one in it for one in known))
