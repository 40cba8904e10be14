"""The command line."""

import click


@click.group()
def main() -> None:
    """A multi-channel crawler service for Chinese news, blogs and forums."""
