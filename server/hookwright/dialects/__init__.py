"""The dialects, in the order in which they are offered, and how a file's dialect is told."""
