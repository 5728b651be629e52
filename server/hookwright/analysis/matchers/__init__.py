"""What matchers say: their texts, the mistakes in them, and what they cost."""
