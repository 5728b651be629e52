#!/usr/bin/env python3
"""Keeps a copy of a file below `.backups` before the agent edits it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

name = json.loads(os.environ["INPUT"]).get("file_path", "")
source = Path(name)
if name and source.is_file():
    stamp = os.environ["TIMESTAMP"].replace(":", "")
    folder = Path(".backups", stamp[:10])
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, folder / f"{source.name}.{stamp[11:]}")
