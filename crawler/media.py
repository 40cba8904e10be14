"""What bytes are, whatever they are called: text, or pictures, archives and programs."""

from __future__ import annotations

SNIFFED_BYTES = 1024
"""So many first bytes tell."""

UNICODE_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
"""Byte order marks of UTF-8 and UTF-16."""

# First bytes that no page or feed begins with: PDF, ZIP (and Office, EPUB, APK), PNG, GIF, JPEG, gzip, RAR, 7-Zip,
# RIFF (WebP, AVI), Windows and Unix programs, MP3, Ogg, MPEG, Flash video, old Office, bzip2, xz, fonts.
_MAGIC = (
    b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"RIFF",
    b"MZ", b"\x7fELF", b"ID3", b"OggS", b"\x00\x00\x01\xba", b"FLV\x01", b"\xd0\xcf\x11\xe0", b"BZh", b"\xfd7zXZ",
    b"wOFF", b"wOF2",
)  # fmt: skip
# Bytes of the C0 range that stand in no text (WHATWG MIME Sniffing, 3: "binary data byte"). A page may hold a few by
# mistake; compressed data holds a tenth, so a fiftieth lies well between.
_CONTROLS = bytes(code for code in range(0x20) if code not in (0x09, 0x0A, 0x0C, 0x0D, 0x1B))
_MAX_CONTROLS_SHARE = 0.02


def is_binary(body: bytes, content_type: str = "") -> bool:
    """Whether the first bytes are those of no text. UTF-16 without a mark is known by its header only."""
    if body.startswith(_MAGIC):
        return True
    if body.startswith(UNICODE_MARKS) or "utf-16" in content_type.lower() or "utf-32" in content_type.lower():
        return False  # half of such a text's bytes may be zero
    head = body[:SNIFFED_BYTES]
    return len(head) - len(head.translate(None, _CONTROLS)) > len(head) * _MAX_CONTROLS_SHARE
