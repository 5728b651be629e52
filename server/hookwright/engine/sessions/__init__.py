"""Sessions of agents: their files, the messages that come of their entries, and several of them at once (E3–E5)."""
