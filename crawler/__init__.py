"""A multi-channel crawler service for Chinese news, blogs and forums."""

__version__ = "0.1.0"
