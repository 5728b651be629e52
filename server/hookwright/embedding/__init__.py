"""What agents ask of the engine, over any protocol: the language server and `hookwright serve` answer the same."""
