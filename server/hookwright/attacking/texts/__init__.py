"""What the text of a guard shows: what it is meant to stop, its rules and patterns, and the files and tools in it."""
