"""What the command line and the editor both do: check files, examine the machine, switch hooks off, write files."""
