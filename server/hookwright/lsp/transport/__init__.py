"""What pygls lacks, at its own seams: how messages come in, go out, and become objects."""
