"""`python -m crawler`."""

from crawler.cli import main

main()
