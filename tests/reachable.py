"""`python -m tests.reachable URL…` exits 0 when every database and broker answers."""

import sys
from urllib.parse import urlsplit

import psycopg2
import redis


def reachable(url: str) -> bool:
    try:
        if urlsplit(url).scheme == "redis":
            redis.Redis.from_url(url, socket_connect_timeout=2).ping()
        else:
            # The database itself is made by the test run; the server must be there.
            server = urlsplit(url)._replace(path="/postgres").geturl()
            psycopg2.connect(server, connect_timeout=2).close()
    except (psycopg2.OperationalError, redis.ConnectionError):
        return False
    return True


if __name__ == "__main__":
    sys.exit(not all(reachable(url) for url in sys.argv[1:]))
