"""The files that JavaScript and TypeScript load, and whether they load others in ways that are not read."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence

from hookwright.files import read_start
from hookwright.patterns import late_pattern
from hookwright.reach.found import Position
from hookwright.shell.programs import INTERPRETERS, word_set

_IMPORT = late_pattern(r"\b(?:(?:require|resolve)(?>\s*)\(|from|import(?>\s*)\(?)(?>\s*)['\"`]([^'\"`\n]{1,300})['\"`]")
_LITERAL = r"(?>\s*)(?:'[^'\n$]{1,300}'|\"[^\"\n$]{1,300}\"|`[^`\n$]{1,300}`)(?>\s*)\)"
# Every `require` that is not `require("x")`, and every `import(` that is not `import("x")`.
_UNCLEAR = late_pattern(
    rf"\brequire\b(?!\.main\b)(?!(?:\.resolve)?(?>\s*)\({_LITERAL})|\bimport(?>\s*)\((?!{_LITERAL})"
)
_LOADING = late_pattern(
    r"\.constructor\b|\[(?>\s*)['\"`]constructor|\b(?:eval|Function|createRequire|dlopen|binding|registerHooks|_load|_compile|runInThisContext"
    r"|runInNewContext|runInContext|compileFunction|importScripts|loadEnvFile|globalThis|Worker|WebAssembly|Reflect)\b"
    # Names that are put together or written with escapes.
    r"|\b(?:module|process|global)(?>\s*)(?:\?\.)?\[|\\u\{?00[46][0-9A-Fa-f]"
)
_JOINED = late_pattern(
    r"\b(?:path(?>\s*)\.(?>\s*))?(?:join|resolve)\((?>\s*)__dirname((?:(?>\s*),(?>\s*)['\"`][^'\"`\n$]{1,200}['\"`]){1,20})"
)
_FROM_FOLDER = late_pattern(
    r"\$\{(?>\s*)__dirname(?>\s*)\}([^`\n$]{1,300})`|\b__dirname(?>\s*)\+(?>\s*)['\"]([^'\"\n]{1,300})"
)
_TEXT = late_pattern(r"['\"`]([^'\"`]*)['\"`]")
# From each quote to the next: what stands between two texts counts as well, which is one too many at worst.
_QUOTED = late_pattern(r"['\"`](?=([^'\"`\n]{1,300})['\"`])")
_DATA = late_pattern(
    r"\b(?:(?:read|write|append)File(?:Sync)?|(?:fs|fsp|promises)\.(?:exists|stat|lstat|unlink|rm|open|access)(?:Sync)?"
    r"|(?:exists|stat|unlink)Sync|create(?:Read|Write)Stream)(?>\s*)\((?>\s*)(['\"`])([^'\"`\n$]{1,300})\1"
)
_SUFFIXES = ("", ".js", ".mjs", ".cjs", ".ts", ".mts", ".json", "/index.js", "/index.ts")
_MAIN = late_pattern(r'"(?:main|module|import|require|default|node)"(?>\s*):(?>\s*)"([^"\n]{1,300})"')
_QUIET = word_set(
    "assert assert/strict async_hooks buffer console constants crypto diagnostics_channel dns dns/promises events fs"
    " fs/promises http http2 https net os path path/posix path/win32 perf_hooks process punycode querystring readline"
    " readline/promises stream stream/promises stream/web string_decoder timers timers/promises tls tty url util"
    " util/types v8 zlib child_process"
)


def add_javascript(text: str, folders: Sequence[str], at: Position) -> None:
    """Takes in what code in these folders loads; what it loads in other ways is noted."""
    if not folders:
        return
    for folder in folders:
        at.add_files(_named(text, folder), INTERPRETERS["node"])
        at.add_files(_in_own_folder(text, folder), INTERPRETERS["node"])
    name = os.path.basename(at.script) if at.script is not None else "node"
    unclear = dict.fromkeys(" ".join(it[0].split()) for it in (*_UNCLEAR.finditer(text), *_LOADING.finditer(text)))
    if unclear:
        at.also_loads(f"what `{name}` loads with {', '.join(f'`{it}`' for it in unclear)}")
    for it in dict.fromkeys(_IMPORT.findall(text)):
        if not it.startswith((".", "/")) and not any(_is_found(it, each) for each in folders):
            at.also_loads(f"the module `{it}`")


def opened_as_data(text: str) -> frozenset[str]:
    """The texts between quotes that only name what is opened, asked for or written; none if code is loaded."""
    if _UNCLEAR.search(text) or _LOADING.search(text) or "child_process" in text:
        return frozenset()
    opened = Counter(it for _, it in _DATA.findall(text))
    written = Counter(_QUOTED.findall(text))
    return frozenset(it for it, count in opened.items() if written[it] == count)


def _named(text: str, folder: str) -> Iterator[str]:
    """The files that are imported by a relative path, and what stands for packages beside the script."""
    for named in _IMPORT.findall(text):
        if "${" in named:
            continue
        if named.startswith((".", "/")):
            yield from _resolved(os.path.normpath(os.path.join(folder, named)))
        elif named.startswith("#"):
            yield os.path.join(folder, "package.json")
        elif not named.startswith("node:"):
            yield from _package(named, folder)


def _in_own_folder(text: str, folder: str) -> Iterator[str]:
    """The files that are there and named from `__dirname` on."""
    names = [os.path.join(*_TEXT.findall(it)) for it in _JOINED.findall(text)]
    names += [first or second for first, second in _FROM_FOLDER.findall(text)]
    for it in names:
        path = os.path.normpath(os.path.join(folder, it.lstrip("/")))
        yield from (each for each in _resolved(path) if os.path.isfile(each))


def _is_found(named: str, folder: str) -> bool:
    bare = named.removeprefix("node:")
    if bare in _QUIET:
        return True
    return not named.startswith("node:") and any(map(os.path.isfile, _package(named, folder)))


def _package(named: str, folder: str) -> Iterator[str]:
    parts = named.split("/")
    name = "/".join(parts[: 2 if named.startswith("@") else 1])
    above = folder
    while not os.path.isdir(package := os.path.join(above, "node_modules", name)):
        if above == os.path.dirname(above):
            return
        above = os.path.dirname(above)
    yield from _of_folder(package, *parts[name.count("/") + 1 :])


def _of_folder(folder: str, *below: str) -> Iterator[str]:
    """What a folder is loaded as: its manifest, the file that is named below it, and what the manifest names."""
    manifest = os.path.join(folder, "package.json")
    yield manifest
    yield _file_of(os.path.join(folder, *below))
    try:
        text = read_start(manifest, 65536).decode("utf-8", "replace")
    except OSError:
        return
    for main in _MAIN.findall(text):
        yield _file_of(os.path.normpath(os.path.join(folder, main)))


def _resolved(base: str) -> Iterator[str]:
    if os.path.isdir(base) and os.path.isfile(os.path.join(base, "package.json")):
        yield from _of_folder(base)
    else:
        yield _file_of(base)


def _file_of(base: str) -> str:
    return next(filter(os.path.isfile, (base + it for it in _SUFFIXES)), base)
