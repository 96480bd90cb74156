"""Tokens that let their holder in: nobody can guess one, and only their hashes are stored."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    # A token is 256 random bits: no salt or slow hash is needed, nothing can be guessed.
    return hashlib.sha256(token.encode()).hexdigest()
