"""What a command reaches: every file that it runs or loads, what these reach themselves, and what cannot be read."""
