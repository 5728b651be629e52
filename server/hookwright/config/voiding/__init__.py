"""Why an agent skips a whole file: text that it cannot read, and mistakes that its dialect's `Voiding` names."""
