"""How payloads are built, results are read and readings are folded; picked by the dialects' tables."""
