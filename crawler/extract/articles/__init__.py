"""The main content of news and blog pages."""
