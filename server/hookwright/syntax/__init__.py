"""JSON with comments as a tree with exact positions, for any text however broken."""
