"""Static judgment of hook files: rules, their findings, and fixes; nothing here runs a hook."""
