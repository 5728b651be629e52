"""Editor answers as plain values: completion, hover, lenses, actions, symbols; no protocol types."""
