"""A program that listens to a campaign's webhooks, and a worker that delivers to it."""

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from django.utils import timezone

from campaigns.services.webhooks import deliver, due_messages, make_webhook


class Told(list):
    """What a receiver was sent; it answers with `status`."""

    status = 204
    url = ""


@contextmanager
def receiver():
    told = Told()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            told.append((dict(self.headers), body))
            self.send_response(told.status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *arguments):
            return None

    server = HTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = Thread(target=server.serve_forever, args=[0.02], daemon=True)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def listen(campaign, lead, url, *events):
    return make_webhook(campaign=campaign, url=url, events=list(events), by=lead)


def deliver_all(now=None):
    now = now or timezone.now()
    for message_id in due_messages(now=now):
        deliver(message_id=message_id, now=now)
