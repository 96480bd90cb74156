import atexit
import gc
import os

# Before numpy is loaded. Our matrices are too small to share among threads: with two of them a
# re-score took twice the CPU time, and the cores are the web's.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from annotation_site.celery import app as celery_app

# What a start loads stays. Python would look through all of it for garbage again and again, and
# once more at the end, when it goes anyway: a third of the time of a short command.
gc.set_threshold(10_000)
atexit.register(gc.freeze)

__all__ = ["celery_app"]
