"""What the command line and the editor both do with hooks: fire, test, convert, sample, report; no protocol types."""
