"""Editor answers as plain values: completion, hover, lenses, actions, test-firing; no protocol types."""
