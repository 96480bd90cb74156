"""What a web process is asked first, as gunicorn hands it on: does it live, then to rate."""

import io
import json
import uuid
from wsgiref.util import setup_testing_defaults

from annotation_site.wsgi import application

CONSENT = {"consent": True, "native_speaker": True}


def ask(method, path, body=None, token=""):
    sent = json.dumps(body).encode()
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "HTTP_HOST": "localhost",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(sent)),
        "wsgi.input": io.BytesIO(sent),
    }
    if token:
        environ["HTTP_AUTHORIZATION"] = f"Annotator {token}"
    setup_testing_defaults(environ)
    statuses = []
    said = b"".join(application(environ, lambda status, _headers: statuses.append(status)))
    return statuses[0], json.loads(said)


def first_requests(slug):
    """The statuses of being asked whether it lives, of joining, taking a subset and rating."""
    healthy, _ok = ask("GET", "/healthz")
    joined, annotator = ask("POST", f"/api/v1/campaigns/{slug}/join/", CONSENT)
    token = annotator["token"]
    taken, sitting = ask("POST", "/api/v1/assignments/", {}, token)
    candidate = sitting["sentences"][0]["candidates"][0]["id"]
    rating = {"candidate": candidate, "value": 2, "key": str(uuid.uuid4()), "elapsed_ms": 900}
    address = f"/api/v1/assignments/{sitting['id']}/ratings/"
    rated, _stored = ask("PUT", address, {"ratings": [rating]}, token)
    return [healthy, joined, taken, rated]
