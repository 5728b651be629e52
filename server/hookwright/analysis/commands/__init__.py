"""The shell commands of hooks: as the shell reads them, how they refuse, and what they destroy."""
