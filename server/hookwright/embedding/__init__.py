"""What agents ask of the engine, whatever carries it: the language server and `hookwright serve` answer the same."""
