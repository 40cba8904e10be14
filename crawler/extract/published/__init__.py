"""The published algorithms, as their papers give them, to compare the defaults with."""
