"""Where the files of agents are, and which agents read a file: `choice` says it, from what the others find."""
