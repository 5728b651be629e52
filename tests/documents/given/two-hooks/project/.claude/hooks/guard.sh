#!/bin/sh
if grep -q 'git push'; then
  echo "Blocked: no pushes" >&2
  exit 2
fi
