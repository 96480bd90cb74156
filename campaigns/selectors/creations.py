"""Large campaigns that a worker makes. Until one is whole it has a slug that no address can
hold, and its job has the slug it will have as its key."""

from django.contrib.auth.models import User
from django.db.models import QuerySet

from campaigns.models import Job, JobKind
from campaigns.selectors.permission import RETIRED

CREATE = JobKind("create", "sources.jobs.create")


def creations() -> QuerySet[Job]:
    """Jobs whose campaign is not whole: under way, or failed."""
    jobs = Job.objects.filter(kind=CREATE.name, campaign__slug__startswith=RETIRED)
    return jobs.select_related("campaign")


def creations_of(user: User, *, slug: str) -> QuerySet[Job]:
    """Those of this slug that the user asked for, newest first; an operator sees all."""
    jobs = creations().filter(key=slug).order_by("-id")
    return jobs if user.is_superuser else jobs.filter(arguments__by=user.pk)
