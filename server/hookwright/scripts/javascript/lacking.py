"""What a script of Node uses of its library without an import, so that it fails there.

Only in the prompt of Node are modules such as `fs` known without an import.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from hookwright.patterns import late_pattern
from hookwright.scripts.source import Source

_MODULES = "child_process fs os path readline util"
_MEMBERS = {
    "child_process": "execFileSync execSync spawnSync",
    "fs": "appendFileSync existsSync mkdirSync readFileSync readdirSync statSync writeFileSync",
}
OF_LIBRARY: Mapping[str, str] = {
    **{it: it for it in _MODULES.split()},
    **{it: f"{module}.{it}" for module, members in _MEMBERS.items() for it in members.split()},
}
"""Names that scripts import from the library, and what they are then."""

OF_COMMON_JS = frozenset({"require", "__dirname", "__filename"})
"""What Node gives a script, unless that is an ES module."""

# Code that is made at run time, scopes of objects, and imports that only set global names.
_GIVES_NAMES = late_pattern(
    r"\beval\s*\(|\bnew\s+Function\b|\bwith\s*\(|\bzx\b|/globals?['\"]|\bimport\s*['\"]|\bvm\b|\bdeclare\b|\bReference"
)


def lacks(source: Source, name: str) -> bool:
    """Whether a name that no scope of the script binds is certainly not defined where it is used."""
    if _GIVES_NAMES.search(source.text):
        return False
    if name in OF_COMMON_JS:
        is_module = source.path.endswith(".mjs")
        return is_module and not re.search(rf"\btypeof\s+{name}\b|\bcreateRequire\b", source.text)
    # What is anything but used may be bound: `const fs = …`, `{ fs }`, `globalThis.fs = …`.
    used = r"\s*\??\." if name in _MODULES.split() else r"\s*\("
    others = rf"(?<![\w$]){name}(?![\w$])(?!{used})|\b(?:function|typeof)\s+{name}\b"
    return name in OF_LIBRARY and re.search(others, source.text) is None
