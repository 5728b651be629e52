#!/bin/sh
if grep -q 'rm -rf'; then
  echo "Blocked: no rm -rf" >&2
  exit 2
fi
