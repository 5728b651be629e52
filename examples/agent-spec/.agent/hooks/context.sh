#!/bin/sh
# What a session should know from the start; its output becomes context.
echo "## State of the project"
git status --short 2>/dev/null || echo "This is no git repository."
