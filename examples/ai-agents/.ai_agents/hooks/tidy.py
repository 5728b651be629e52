"""Takes the blanks from the ends of lines in an edited Python file, and says so."""

from __future__ import annotations

import json
import sys
from pathlib import Path

event = json.load(sys.stdin)
path = Path(event["tool_input"].get("file_path", ""))
if path.suffix == ".py" and path.is_file():
    before = path.read_text(encoding="utf-8")
    after = "".join(line.rstrip() + "\n" for line in before.splitlines())
    if after != before:
        path.write_text(after, encoding="utf-8")
        print(f"Tidied {path}")
