"""Keep a worker busy: `python -m bench.load_jobs SLUG KIND` asks for jobs for ever.

One after the other, each as the lead's button does; killed when enough was measured.
"""

import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
django.setup()

from agreement.services import request_report  # noqa: E402
from campaigns.models import Campaign, Job  # noqa: E402
from scoring.services.rescoring import request_rescore  # noqa: E402

POLL_SECONDS = 0.05


def main(slug: str, kind: str) -> None:
    campaign = Campaign.objects.get(slug=slug)
    requests = {
        "reports": lambda: request_report(campaign),
        "re-scores": lambda: request_rescore(campaign=campaign, number=1, by=None),
    }
    while True:
        finish(requests[kind]())


def finish(job: Job) -> None:
    while job.state in {Job.State.QUEUED, Job.State.RUNNING}:
        time.sleep(POLL_SECONDS)
        job.refresh_from_db(fields=["state"])
    if job.state != Job.State.DONE:
        sys.exit(f"job {job.pk} failed: {Job.objects.get(pk=job.pk).error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
