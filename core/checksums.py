"""What says that a file is the one that was handed in."""

import hashlib

from regild.problems import Source

_CHUNK = 1 << 20


def sha256_of(source: Source) -> str:
    """Of the bytes as they came, in whatever encoding. The stream is at its beginning then."""
    digest = hashlib.sha256()
    stream = source.original or source.stream
    stream.seek(0)
    while chunk := stream.read(_CHUNK):
        digest.update(chunk)
    source.stream.seek(0)
    return digest.hexdigest()
