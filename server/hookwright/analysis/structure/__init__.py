"""What a hook file is made of, as rules ask about it: objects, keys, events, hooks, and edits that move them."""
