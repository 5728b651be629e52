"""Files that git ignores, which a copy of the project lacks: a guard may only stop a call if they are there.

A guard may also read one, such as `.env`, to see whether a database is on this machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from hookwright.attacking.texts.places import is_inside
from hookwright.files import read_start
from hookwright.patterns import late_pattern

_TEXT = "X=1\n"
"""What stands in such a file instead of its own text, which may be secret."""
_NAMED = late_pattern(r"(?<![\w.*\\])(?:\\?\.env(?:\\?\.\w+)*|\\?\.dev\\?\.vars)\b(?![\w/])")
"""Names of files with variables, as a text or a pattern has them."""
_VARIABLE = late_pattern(r"\s*(?:export\s+)?(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>.*)")
_ADDRESS = late_pattern(
    r"(?P<scheme>[a-z][a-z0-9+.-]*://)(?P<user>[^@/\s]*@)?(?P<host>\[[0-9a-f:]+\]|[^:/?#\s]+)(?P<port>:\d+)?.*"
)
_LOCAL = late_pattern(
    r"(?i)localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|db|postgres|mysql|redis"
)
"""Hosts of this machine, and the usual names of databases in containers."""
_PLAIN = late_pattern(r"(?i)|\d{1,5}|true|false|development|dev|local|test|testing|staging|production|prod")
"""Values that are no secrets, and that a guard may look at."""
_PROGRAMS = late_pattern(r"(?<![\w./-])(?:[\w-][\w.-]*/)*(?:\.?venv/bin|node_modules/\.bin)/[\w.-]+")
"""Paths of programs that are installed in a project."""
_PROGRAM = "#!/bin/sh\nexit 0\n"
_LONG = 5
"""How long a part of a host's name is that says something."""
_OTHER_HOST, _VALUE = "db.example.net", "x"
_MOST_BYTES = 64 * 1024


def put_back(copy: str, project: str, paths: Iterable[str], texts: Sequence[str] = ()) -> None:
    """Writes a stand-in into the copy for each of the files that the project has and the copy has not.

    These are the files at the `paths`, and those with variables and the programs that the texts of a guard name.
    """
    for path in dict.fromkeys((*paths, *_named(texts))):
        source, place = os.path.join(project, path), os.path.join(copy, path)
        if os.path.isfile(source) and not os.path.lexists(place) and is_inside(place, copy):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            if os.access(source, os.X_OK):
                _put_program(place, os.path.realpath(source), project)
            else:
                is_of_variables = _NAMED.fullmatch(os.path.basename(path)) is not None
                _write(place, stand_in(source, texts) if is_of_variables else _TEXT)


def _put_program(place: str, real: str, project: str) -> None:
    """A link to a program that is not in the project, as in an environment of Python; else one that does nothing."""
    if not is_inside(real, project):
        os.symlink(real, place)
    else:
        _write(place, _PROGRAM)
        os.chmod(place, 0o755)


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def stand_in(path: str, texts: Sequence[str] = ()) -> str:
    """The names of the variables of the file, with values that show the same of where something is, and no secret.

    Addresses on this machine keep their host, and so do those of which the texts of a guard name a part.  Others get a
    host that is not there.
    """
    text = read_start(path, _MOST_BYTES).decode("utf-8", "replace")
    found = filter(None, map(_VARIABLE.fullmatch, text.splitlines()))
    bare = [it.replace("\\", "") for it in texts]
    return "".join(f"{it['name']}={_shown(it['value'].strip(), bare)}\n" for it in found) or _TEXT


def _shown(value: str, texts: Iterable[str]) -> str:
    quote = value[:1] if value[:1] in ("'", '"') and value.endswith(value[:1]) else ""
    plain = value.strip(quote) if quote else value
    if _PLAIN.fullmatch(plain) or _LOCAL.fullmatch(plain):
        return value
    address = _ADDRESS.fullmatch(plain)
    if address is None:
        return f"{quote}{_VALUE}{quote}"
    is_kept = _LOCAL.fullmatch(address["host"]) is not None or _is_named(address["host"], texts)
    host = address["host"] if is_kept else _OTHER_HOST
    user = "user:x@" if address["user"] else ""
    return f"{quote}{address['scheme']}{user}{host}{address['port'] or ''}/x{quote}"


def _is_named(host: str, texts: Iterable[str]) -> bool:
    """Whether a text names the domain of the host, or a long part of its name."""
    labels = host.split(".")
    parts = [".".join(labels[-2:]), *(it for it in labels[:-1] if len(it) >= _LONG)]
    return any(it in text for text in texts for it in parts)


def _named(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from (it.replace("\\", "") for it in _NAMED.findall(text))
        yield from _PROGRAMS.findall(text)
