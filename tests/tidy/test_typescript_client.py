"""What the TypeScript client has from the server is what the server has now, and what is published of it is whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tools.typescript import engine_typescript

from hookwright import __version__

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "clients" / "typescript"


def manifest(folder: Path) -> Any:
    return json.loads((folder / "package.json").read_text(encoding="utf-8"))


def test_the_types_are_current() -> None:
    written = (CLIENT / "src/methods.ts").read_text(encoding="utf-8")
    assert written == engine_typescript(), "run `npm run methods` in clients/typescript"


def test_the_package_has_the_servers_version_and_no_dependencies() -> None:
    package = manifest(CLIENT)
    assert package["version"] == __version__
    assert not {"dependencies", "peerDependencies", "optionalDependencies"} & package.keys()
    assert package["engines"] == {"node": ">=20"}
    assert (CLIENT / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
