"""The shell commands of hooks: as the shell and ShellCheck read them, how they refuse, and what they destroy."""
