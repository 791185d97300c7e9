"""A receiver of webhooks for Python 3.9 or newer, with nothing but its standard library. It believes only what is
signed, keeps each event once in a folder, and answers before any work is done.

    WEBHOOK_SECRET=whsec_... PORT=8443 TLS_CERT=cert.pem TLS_KEY=key.pem python3 receiver.py

Without TLS_CERT it speaks plain HTTP, for a place behind a proxy that ends TLS.
"""

import hashlib
import hmac
import json
import os
import re
import ssl
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE = 300
LONGEST_BODY = 256 * 1024


class Refused(Exception):
    pass


def verify(body, header, secret, now=None):
    """Raises unless `body` (bytes, as they came) was signed with `secret` within five minutes of `now`."""
    if not secret:
        raise Refused("WEBHOOK_SECRET is not set.")
    parts = [part.strip().partition("=") for part in (header or "").split(",")]
    times = [value for name, _, value in parts if name == "t"]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]):
        raise Refused("Service-Signature has no time.")
    expected = hmac.new(secret.encode(), times[0].encode() + b"." + body, hashlib.sha256).hexdigest()
    # Two while the secret is being replaced; bytes, because text beyond ASCII cannot be compared in constant time.
    found = [hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in parts if name == "v1"]
    if not any(found):
        raise Refused("No signature matches the body.")
    if not abs((time.time() if now is None else now) - int(times[0])) <= TOLERANCE:
        raise Refused("The signature is too old, or from the future.")


def keep(inbox, event_id, body):
    """Deliveries may repeat: the file's name is the event's id, and only the first can make it."""
    if not re.fullmatch(r"evt_[0-9a-f]{32}", event_id):
        raise ValueError(f"not an event's id: {event_id}")
    part = os.path.join(inbox, f".{uuid.uuid4()}")
    with open(part, "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(part, os.path.join(inbox, f"{event_id}.json"))
        return True
    except FileExistsError:
        return False
    finally:
        os.unlink(part)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A connection that says nothing, or stops in the middle, is closed.
    timeout = 60
    secret = os.environ.get("WEBHOOK_SECRET", "")
    inbox = os.environ.get("INBOX", "inbox")

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            return self.refuse(411, "Say how long the body is.")
        if int(length) > LONGEST_BODY:
            return self.refuse(413, "No event is that long.")
        # The bytes as they came. Whatever parses JSON must come after the signature was checked.
        body = self.rfile.read(int(length))
        try:
            verify(body, self.headers.get("Service-Signature"), self.secret)
        except Refused as why:
            return self.refuse(400, str(why))
        event = json.loads(body)
        is_new = keep(self.inbox, event["id"], body)
        self.send_response(204)
        self.end_headers()
        print("new" if is_new else "again", event["type"], event["id"], flush=True)

    def do_GET(self):
        self.refuse(405, "Send events by POST.")

    def refuse(self, status, why):
        """Wheelhouse shows the answer beside the attempt, so say why."""
        self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(why.encode())))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(why.encode())
        print("refused", status, why, flush=True)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    """TLS begins in the thread of each connection: one that stalls holds up no other."""

    tls = None

    def finish_request(self, request, client_address):
        if self.tls is None:
            return super().finish_request(request, client_address)
        request.settimeout(10)
        with self.tls.wrap_socket(request, server_side=True) as secured:
            super().finish_request(secured, client_address)

    def handle_error(self, request, client_address):
        print("lost a connection", flush=True)


if __name__ == "__main__":
    os.makedirs(Receiver.inbox, exist_ok=True)
    port = int(os.environ.get("PORT", "8443"))
    server = Server(("", port), Receiver)
    if "TLS_CERT" in os.environ:
        server.tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        server.tls.load_cert_chain(os.environ["TLS_CERT"], os.environ["TLS_KEY"])
    print("listening on port", port, flush=True)
    server.serve_forever()
