"""What is wrong with documents: found, published and asked for."""
