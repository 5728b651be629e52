"""Denies writing to files that only people should change."""

from __future__ import annotations

import json
import sys
from pathlib import PurePath

PROTECTED_FILES = {".env", "secrets.yaml"}
PROTECTED_FOLDERS = {".git", "node_modules"}

event = json.load(sys.stdin)
path = PurePath(event["tool_input"].get("file_path", ""))
if path.name in PROTECTED_FILES or PROTECTED_FOLDERS.intersection(path.parts):
    print(json.dumps({"decision": "deny", "reason": f"{path} is protected"}))
