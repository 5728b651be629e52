"""The site of the documentation, made of the same Markdown that is read on GitHub."""
