"""How findings are written down outside an editor, one file a form."""
