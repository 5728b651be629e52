"""What a program does with its arguments, as far as that decides what else runs: in steps, which are followed later."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.scripts.interpreters import Way, script_word
from hookwright.patterns import late_pattern
from hookwright.reach.git import git_steps
from hookwright.reach.imports import pieces_of
from hookwright.reach.programs import (
    CONFIGURED,
    CONFIGURED_INTERPRETERS,
    COPIERS,
    DATA_ONLY,
    DATA_UNLESS,
    EVALUATORS,
    FETCHERS,
    RUNNERS,
    SEEN_ROUGHLY,
    WRITERS,
    is_loader,
)
from hookwright.reach.steps import (
    Code,
    Configured,
    Given,
    Input,
    Loads,
    Mentioned,
    Module,
    Program,
    Script,
    ShellText,
    Step,
    Unread,
    Words,
    Written,
)
from hookwright.reach.text_tools import TEXT_TOOLS, text_tool_steps
from hookwright.shell.programs import INTERPRETERS, WRAPPERS, Interpreter

_SUBSTITUTION = late_pattern(r"\$\(|`")
_NAMES_CODE = late_pattern(
    r"-[cfr]|--(?:plugin|config|rule|parser|format|resolve|load|require|custom|ext|stdin-filepath=.*\.js)"
)
_STDIN = late_pattern(r"/dev/stdin|/dev/fd/0|/proc/(?:self|thread-self)/fd/0")
_OTHER_INPUT = late_pattern(r"/dev/fd/|/proc/")


def steps_of(name: str, words: Words, *, by_path: bool) -> Iterator[Step]:
    """What a program of that name does; `by_path`: it is named by a path."""
    way = _WAYS.get(name)
    if name in EVALUATORS and any(it and _SUBSTITUTION.search(it) for it in words) and not _only_prints(name, words):
        yield Unread(f"what `{name}` evaluates")
    if way is not None:
        yield from way(words)
    elif name in INTERPRETERS:
        yield from _interpreter(INTERPRETERS[name], name, words)
    elif name in TEXT_TOOLS:
        yield from text_tool_steps(TEXT_TOOLS[name], name, words)
    elif name in WRAPPERS:
        yield from _wrapped(name, words)
    elif name in RUNNERS:
        yield Unread(f"`{name}`")
        yield from _script_of_runner(name, words)
    else:
        yield from _others(name, words, by_path=by_path)


def _others(name: str, words: Words, *, by_path: bool) -> Iterator[Step]:
    unsafe = DATA_UNLESS.get(name)
    if name in WRITERS:
        yield Written(words, words)
    if name in COPIERS:
        yield _copied(name, words)
        yield from (Mentioned([it]) for it in words if it is not None and it.startswith("--strip-program"))
    elif name in CONFIGURED:
        yield Configured(sorted(CONFIGURED[name]), name)
        yield Loads(f"the configuration and plugins of `{name}`")
        if any(it is not None and _NAMES_CODE.match(it) for it in words):
            yield Mentioned(words)
    elif (name not in DATA_ONLY or unsafe is not None) and (
        unsafe is None or any(it is not None and unsafe.match(it) for it in words)
    ):
        if not by_path and name not in FETCHERS:
            yield Loads(f"`{name}`")
        yield Given(words) if by_path else Mentioned(words)
        if name in FETCHERS:
            # What comes from an address is kept under its last name.
            yield Written([name for it in pieces_of(words) for name in (it, it.rpartition("/")[2])], words)
        if not by_path:
            yield Input(name)


def _copied(name: str, words: Words) -> Written:
    named = [it for it in words if it is None or not it.startswith("-")]
    several = name == "tee" or any(it is not None and it.startswith(("-t", "--target")) for it in words)
    return Written(named if several else named[-1:], named)


def _only_prints(name: str, words: Words) -> bool:
    return name == "printf" and words[0] != "-v"


def _interpreter(kind: Interpreter, name: str, words: Words) -> Iterator[Step]:
    rest = [*words]
    while rest:
        word = rest.pop(0)
        if word is None:
            yield Unread(f"what `{name}` runs")
            return
        letter, attached = _telling_letter(kind, word)
        option, given, value = word.partition("=")
        following = (rest[0] or "") if rest and word in kind.valued else ""
        if kind.elsewhere.match(word + following):
            yield Unread(f"`{name} {word}`")
        if letter or word in kind.code:
            tell = _module if letter == kind.module else _inline
            yield from tell(kind, name, [attached, *rest] if attached else rest)
            return
        if option in kind.loads:
            yield from _named_script(kind, name, value if given else rest.pop(0) if rest else None)
        elif word in kind.valued or (kind.shell and word[:1] == "-" and word[-1:] in ("o", "O")):
            del rest[:1]
        elif word == "-" or (kind.shell and word[:1] == "-" and word[:2] != "--" and "s" in word):
            break
        elif word.startswith(("-", "+")):
            yield Mentioned([word])
        elif word not in kind.verbs:
            yield from _named_script(kind, name, word)
            yield Given(rest)
            return
    yield Input(name, kind)


def _telling_letter(kind: Interpreter, word: str) -> tuple[str, str]:
    """The letter of an option, alone or among others, that code or a module follows, and what is attached to it."""
    if not word.startswith("-") or word.startswith("--"):
        return "", ""
    for index, letter in enumerate(word[1:], start=2):
        if f"-{letter}" in kind.code or letter == kind.module:
            return letter, "" if kind.shell else word[index:]
        if f"-{letter}" in kind.valued and not kind.shell:
            break
    return "", ""


def _named_script(kind: Interpreter, name: str, word: str | None) -> Iterator[Step]:
    if word and _STDIN.fullmatch(word):
        yield Input(name, kind)
    elif not word or _OTHER_INPUT.match(word):
        yield Unread(f"what `{name}` runs")
    else:
        yield Script(word, name, kind)
        if name in SEEN_ROUGHLY:
            yield Loads(f"what `{name}` loads")
        if name in CONFIGURED_INTERPRETERS:
            yield Configured(sorted(CONFIGURED_INTERPRETERS[name]), name)
            yield Loads(f"the configuration of `{name}`")


def _inline(kind: Interpreter, name: str, words: Words) -> Iterator[Step]:
    code = words[0] if words else None
    if code is None:
        yield Unread(f"what `{name}` runs")
        return
    yield ShellText(code) if kind.shell else Code(code, kind)
    yield Given(words[1:])


def _module(_: Interpreter, name: str, words: Words) -> Iterator[Step]:
    module = words[0] if words else None
    if module is None:
        yield Unread(f"what `{name} -m` runs")
        return
    if module in RUNNERS:
        yield Unread(f"`{module}`")
    yield Module(module)
    if module not in DATA_UNLESS:
        yield Mentioned(words[1:], scripts_only=True)


def _wrapped(name: str, words: Words) -> Iterator[Step]:
    """What runs the program behind it; `command -v` only looks for one."""
    wrapper = WRAPPERS[name]
    found = wrapper.read(words)
    if wrapper.joins:
        yield from _evaluated(words[found.start :])
        return
    if not wrapper.texts.isdisjoint(found.options):
        yield from _evaluated(words[found.start : found.start + 1])
        return
    elsewhere = [it for it in found.options if it in wrapper.moves | wrapper.splits]
    if not wrapper.asks.isdisjoint(found.options):
        return
    yield from (Unread(f"`{it}`") for it in found.assigned if is_loader(it))
    if elsewhere:
        yield Unread(f"`{name} {elsewhere[0]}`")
        return
    behind = words[found.start :]
    yield Program(_with_input(words[: found.start], behind) if wrapper.feeds else behind, f"{name} …")


def _with_input(options: Words, words: Words) -> Words:
    """What `xargs` runs: what it reads comes behind the words, or in the place of a text in them."""
    given = [it or "" for it in options]
    replaced = next((index for index, it in enumerate(given) if it.startswith(("-I", "-i", "--replace"))), None)
    if replaced is None:
        return [*words, None] if words else words
    text = given[replaced].removeprefix("-I").removeprefix("-i").removeprefix("--replace").removeprefix("=")
    text = text or (given[replaced + 1] if given[replaced] == "-I" and replaced + 1 < len(given) else "{}")
    return [None if it is None or text in it else it for it in words]


def _package_runner(words: Words) -> Iterator[Step]:
    """`npx` runs a program that is installed in the project, or downloads it."""
    rest = [*words]
    while rest and rest[0] in ("-y", "--yes", "--no", "--no-install", "--bun"):
        del rest[0]
    name = rest[0] if rest else None
    if name is None or name not in CONFIGURED:
        yield Unread("`npx`")
        yield from _script_of_runner("npx", words)
        return
    yield Configured([f"node_modules/.bin/{name}", ".npmrc"], "npx")
    yield Loads(f"what `npx` finds or downloads as `{name}`")
    yield from _others(name, rest[1:], by_path=True)


def _script_of_runner(name: str, words: Words) -> Iterator[Step]:
    """The script that a runner has an interpreter run, as `uv run x.py` does: what else it runs is not read."""
    found = script_word([name, *words])
    script = words[found.index - 1] if found is not None else None
    if found is not None and script is not None and found.interpreter:
        kind = INTERPRETERS.get(found.interpreter)
        yield Module(script) if found.way is Way.MODULE else Script(script, name, kind)


def _sourced(words: Words) -> Iterator[Step]:
    word = next((it for it in words if it != "--"), None)
    if word and (_STDIN.fullmatch(word) or _OTHER_INPUT.match(word)):
        yield from _named_script(INTERPRETERS["sh"], ".", word)
        return
    # A shell looks for a name without a folder on the PATH first.
    yield Unread("what `.` reads") if not word else Script(word, ".", INTERPRETERS["sh"], searched="/" not in word)


def _evaluated(words: Words) -> Iterator[Step]:
    known = [it for it in words if it is not None and it != "--"]
    yield Unread("what `eval` runs") if None in words else ShellText(" ".join(known))


def _trapped(words: Words) -> Iterator[Step]:
    return _evaluated([it for it in words if it != "--"][:1])


def _renamed(words: Words) -> Iterator[Step]:
    if words:
        yield Unread("`alias`, `hash` or `enable`")


def _found_and_run(words: Words) -> Iterator[Step]:
    yield Mentioned(words)
    for index, word in enumerate(words):
        if word in ("-exec", "-ok"):
            behind = [None if it is None or "{}" in it else it for it in words[index + 1 :]]
            yield Program(behind, "find -exec …")
        elif word in ("-execdir", "-okdir"):
            yield Unread(f"`find {word}`")
        elif word in ("-fprint", "-fprint0", "-fprintf", "-fls"):
            yield Written(words[index + 1 : index + 2])


_WAYS = {
    ".": _sourced,
    "source": _sourced,
    "eval": _evaluated,
    "trap": _trapped,
    "alias": _renamed,
    "hash": _renamed,
    "enable": _renamed,
    "find": _found_and_run,
    "git": git_steps,
    "npx": _package_runner,
    "bunx": _package_runner,
}
