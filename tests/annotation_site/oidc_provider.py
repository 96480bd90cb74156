"""An OpenID Connect provider on this machine: discovery, authorize, token, keys, userinfo.

As strict as a real one about what we send it, and as wrong in what it answers as a test wants.
"""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

BACK = "http://testserver/sign-in/with/university/back/"
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
ANOTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


class Provider:
    """`person` is who signs in there next; `said` goes over what its token says."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.person: dict[str, Any] = {}
        self.said: dict[str, Any] = {}
        self.userinfo: dict[str, Any] = {}
        self.signing: dict[str, Any] = {"key": KEY, "algorithm": "RS256"}
        self.codes: dict[str, dict[str, str]] = {}

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def keys(self) -> dict[str, Any]:
        public = jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key(), as_dict=True)
        return {"keys": [public | {"kid": "1", "alg": "RS256", "use": "sig"}]}

    def authorize(self, asked: dict[str, str]) -> str:
        """Where the browser is sent back to."""
        assert asked["response_type"] == "code"
        assert (asked["client_id"], asked["redirect_uri"]) == ("regild", BACK)
        assert {"openid", "email"} <= set(asked["scope"].split())
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe()
        self.codes[code] = asked
        return f"{BACK}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, sent: dict[str, str]) -> dict[str, Any]:
        asked = self.codes.pop(sent["code"])
        assert sent["client_secret"] == "a secret of ours"
        assert sent["redirect_uri"] == asked["redirect_uri"]
        verifier = hashlib.sha256(sent["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(verifier).rstrip(b"=").decode()
        assert challenge == asked["code_challenge"]
        claims = {
            "iss": self.issuer,
            "aud": "regild",
            "iat": int(time.time()),
            "exp": int(time.time()) + 60,
            **self.person,
            **self.said,
        }
        token = jwt.encode(claims, headers={"kid": "1"}, **self.signing)
        return {"access_token": "opaque", "token_type": "Bearer", "id_token": token}

    def about(self) -> dict[str, Any]:
        return self.person | self.userinfo


@contextmanager
def provider() -> Iterator[Provider]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/authorize":
                self.send_response(302)
                there = running.authorize(dict(parse_qsl(parts.query)))
                self.send_header("Location", there)
                self.end_headers()
                return
            self._answer(
                {
                    "/.well-known/openid-configuration": running.configuration,
                    "/keys": running.keys,
                    "/userinfo": running.about,
                }[parts.path]()
            )

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            sent = dict(parse_qsl(self.rfile.read(length).decode()))
            try:
                self._answer(running.token(sent))
            except (AssertionError, KeyError):
                self.send_error(400)

        def _answer(self, body: dict[str, Any]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_line: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running = Provider(f"http://localhost:{server.server_address[1]}")
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield running
    server.shutdown()
    server.server_close()
