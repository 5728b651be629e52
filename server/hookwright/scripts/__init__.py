"""What the scripts of hooks do: one small model of the contract between a hook and its agent, for every language."""
