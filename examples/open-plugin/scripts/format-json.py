#!/usr/bin/env python3
"""Indents a JSON file that was just edited; one that is broken is left as it is."""

from __future__ import annotations

import json
import sys
from pathlib import Path

path = Path(json.load(sys.stdin)["file_path"])
try:
    value = json.loads(path.read_text(encoding="utf-8"))
except ValueError as wrong:
    sys.exit(f"{path} is not JSON: {wrong}")
path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
