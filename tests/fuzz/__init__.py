"""Hostile pages for extraction and channels: made to order, mutated from real ones, and what must hold for each."""
