"""JSON Schemas of hook files, for editors without this server."""
