"""Files that git ignores, which a copy of the project lacks: a guard may only stop a call if they are there.

A guard may also read one, such as `.env`, to see whether a database is on this machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

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
_OTHER_HOST, _VALUE = "db.example.net", "x"
_MOST_BYTES = 64 * 1024


def put_back(copy: str, project: str, paths: Iterable[str], texts: Iterable[str] = ()) -> None:
    """Writes a stand-in into the copy for each of the files that the project has and the copy has not.

    These are the files at the `paths`, and those with variables that the texts of a guard name.
    """
    for path in dict.fromkeys((*paths, *_named(texts))):
        source, place = os.path.join(project, path), os.path.join(copy, path)
        if os.path.isfile(source) and not os.path.lexists(place) and is_inside(place, copy):
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w", encoding="utf-8") as file:
                file.write(stand_in(source) if _NAMED.fullmatch(os.path.basename(path)) else _TEXT)


def stand_in(path: str) -> str:
    """The names of the variables of the file, with values that show the same of where something is, and no secret.

    Addresses on this machine keep their host, and others get one that is not there.
    """
    text = read_start(path, _MOST_BYTES).decode("utf-8", "replace")
    found = filter(None, map(_VARIABLE.fullmatch, text.splitlines()))
    return "".join(f"{it['name']}={_shown(it['value'].strip())}\n" for it in found) or _TEXT


def _shown(value: str) -> str:
    quote = value[:1] if value[:1] in ("'", '"') and value.endswith(value[:1]) else ""
    plain = value.strip(quote) if quote else value
    if _PLAIN.fullmatch(plain) or _LOCAL.fullmatch(plain):
        return value
    address = _ADDRESS.fullmatch(plain)
    if address is None:
        return f"{quote}{_VALUE}{quote}"
    host = address["host"] if _LOCAL.fullmatch(address["host"]) else _OTHER_HOST
    user = "user:x@" if address["user"] else ""
    return f"{quote}{address['scheme']}{user}{host}{address['port'] or ''}/x{quote}"


def _named(texts: Iterable[str]) -> Iterator[str]:
    yield from (it.replace("\\", "") for text in texts for it in _NAMED.findall(text))
