"""End-to-end tests: real role processes on real servers crawl a local web."""
