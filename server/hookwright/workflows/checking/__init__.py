"""Which files are checked, by which rules and settings, what is found in them, and how they are fixed."""
