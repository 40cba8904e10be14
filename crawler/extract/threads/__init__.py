"""Forum threads: where their posts are, and what each says."""
