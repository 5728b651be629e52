"""What people read of a hook: words for outcomes, events and agents."""
