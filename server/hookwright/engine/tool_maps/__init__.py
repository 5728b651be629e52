"""How a host's tools and their arguments are called in hooks, which know the names of Claude Code."""
