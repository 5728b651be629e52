#!/usr/bin/env python3
import json
import sys

if "git push" in json.load(sys.stdin)["tool_input"]["command"]:
    print("Blocked: no pushes", file=sys.stderr)
    sys.exit(1)
