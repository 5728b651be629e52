"""What hookwright finds in hook files, beside what other programs find there: planted defects, and mutants of files."""
