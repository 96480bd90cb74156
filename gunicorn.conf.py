"""How the web process runs; every value can be set from the environment."""

import os

# One a core: a rating is mostly waiting for the database, which needs the cores too.
workers = int(os.environ.get("WEB_WORKERS", os.cpu_count() or 2))
threads = int(os.environ.get("WEB_THREADS", "4"))
worker_class = "gthread"
timeout = 60
keepalive = 5
# A door for commands that nobody here gives; in a container it finds no place and complains.
control_socket_disable = True
# Memory that a large upload left behind goes back with the process.
max_requests = 20_000
max_requests_jitter = 2_000
