"""A project's `hookwright.json`: what it says, the rules about it, and its JSON Schema."""
