import os
from pathlib import Path

OUR_APPS = (
    "campaigns",
    "sources",
    "annotators",
    "proposing",
    "pooling",
    "rating",
    "agreement",
    "scoring",
    "judging",
    "annotation_site",
)
ROOT = Path(__file__).resolve().parent.parent
# Where machine, storm and proxy begin: a commit passes or fails by itself. Their commands draw
# another seed each time.
SEED = 7
# How long machine, storm and proxy go on, each: 20 seconds in `make test`, and longer in
# `make test-long` and `make nightly`.
SECONDS = float(os.environ.get("TEST_SECONDS", "20"))
# Seconds. On a busy machine a process alone may take a minute to start; only what hangs is
# waited for as long as this.
PATIENCE = 180
