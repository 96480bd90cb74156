import os

# Before numpy is loaded. Our matrices are too small to share among threads: with two of them a
# re-score took twice the CPU time, and the cores are the web's.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from annotation_site.celery import app as celery_app

__all__ = ["celery_app"]
