#!/usr/bin/env python3
import json

print("Checking the file")
print(json.dumps({"additionalContext": "Run the formatter."}))
