"""How matchers are read and held against subjects; nothing here knows a dialect."""
