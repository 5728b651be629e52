"""What real agents did with hooks, measured, and how this engine is held against it."""
