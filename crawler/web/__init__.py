"""The web: search, status and sources as pages and as a REST API, behind a login. `serve.serve` runs it."""
