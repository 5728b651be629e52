"""Notices when files change that answers depend on."""
