"""What only one guard is about, as its own patterns name it: files, folders, keys, statements, scripts, and words."""
