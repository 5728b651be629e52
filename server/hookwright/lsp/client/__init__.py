"""What the server asks its client for, and shows there: consent, a model, progress and edits."""
