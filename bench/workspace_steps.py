"""The steps of `bench.workspace`, each run as a process: load, measure.

`python -m bench.workspace_steps STEP SENTENCES` works on the database of DATABASE_URL and
prints one JSON object.
"""

import json
import re
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from statistics import median
from typing import Any

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from agreement.models import CandidateSum  # noqa: E402
from agreement.selectors.read_lists import ListAsked, candidate_search  # noqa: E402
from agreement.services import measure_agreement, request_report  # noqa: E402
from annotators.models import Remark  # noqa: E402
from bench import pooling_steps  # noqa: E402
from bench.made_up_ratings import load_ratings, load_scale  # noqa: E402
from campaigns.models import Campaign, Invitation, Member  # noqa: E402
from campaigns.services.people import invite_member  # noqa: E402
from pooling.models import Candidate, Merge  # noqa: E402
from rating.models import Assignment  # noqa: E402
from rating.services.exclusions import exclude  # noqa: E402
from scoring.models import PublicEntry, SubmissionLink  # noqa: E402
from scoring.services.freezing import freeze_gold  # noqa: E402
from scoring.services.publishing import publish_release  # noqa: E402
from scoring.services.rescoring import rescore  # noqa: E402
from scoring.services.submitting import make_link  # noqa: E402
from tests.annotation_site.permission_table import ROWS, Row  # noqa: E402

SLUG = pooling_steps.SLUG
OWNER = "owner"
RUNS = 5

# What a page does nothing without.
ASKED = {"campaigns/<slug:slug>/gold/compare/": "?a=1&b=2"}
# What is downloaded, and not read on a screen.
FILES = re.compile(r"\.csv$|\.json$|link\.svg$|:form>$|:format>/$")


def load(sentences: int) -> dict[str, Any]:
    """A campaign in which everything has been done once."""
    pooling_steps.load(sentences)
    pooling_steps.work(sentences)
    campaign = Campaign.objects.get(slug=SLUG)
    campaign.state = Campaign.State.OPEN
    campaign.leaderboard = True
    campaign.save()
    load_scale(campaign)
    owner = User.objects.create(username=OWNER)
    Member.objects.create(campaign=campaign, user=owner, role=Member.Role.OWNER)
    load_ratings(campaign.subsets.all())
    load_remarks(campaign)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    exclude(campaign.annotators.order_by("id")[0], reason="Only a look.", by=owner)
    request_report(campaign)
    invite_member(campaign=campaign, by=owner, email="new@example.org", role=Member.Role.VIEWER)
    measure_agreement(campaign=campaign)
    freeze_gold(campaign=campaign, by=owner)
    rescore(campaign=campaign, by=owner)
    publish_release(release=campaign.releases.get(), by=owner)
    freeze_gold(campaign=campaign, rule="median", by=owner)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {}


def load_remarks(campaign: Campaign) -> None:
    first = campaign.annotators.order_by("id")[0]
    Remark.objects.bulk_create(
        Remark(annotator=first, item_id=sentence, comment="A word is missing.")
        for sentence in campaign.items.values_list("id", flat=True)[::20]
    )


def measure(sentences: int) -> dict[str, Any]:
    """Page → median milliseconds and queries."""
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get(username=OWNER))
    things = everything()
    paths = {row.route: address(row, things) for row in ROWS if is_page(row)}
    elsewhere = {route: status for route, status in answered(client, paths) if status != 200}
    for route, status in elsewhere.items():
        print(f"not timed, it answers {status}: {paths.pop(route)}", file=sys.stderr)
    paths |= {f"read/{query}": path for query, path in asked_of_lists(things).items()}
    return {page: timed(client, path) for page, path in paths.items()}


def answered(client: Client, paths: dict[str, str]) -> Iterator[tuple[str, int]]:
    """What other tasks have alone, or this campaign nothing of, is no page here."""
    for route, path in paths.items():
        yield route, client.get(path).status_code


def asked_of_lists(things: dict[str, str]) -> dict[str, str]:
    """What lists of candidates and sentences are asked, by what makes it costly."""
    campaign = Campaign.objects.get(slug=SLUG)
    half = CandidateSum.objects.filter(campaign=campaign)[campaign_half(campaign)]
    deep = {}
    for sort in ("-mean", "-n", "text", "item"):
        search = candidate_search(campaign, ListAsked(sort=sort)).search
        deep[sort] = search.token(search.place_in(half))
    rare = f"system={things['system']}&origin=gold"  # what systems gave is never gold alone
    queries = {
        "": [
            *("sort=-mean", "sort=differ", "sort=-votes", "sort=text", "sort=-n"),
            *(f"sort={sort}&after={token}" for sort, token in deep.items()),
            *("text=b", "text=bab&sort=-sd", "text=zzz", "target=cibleb&sort=-mean"),
            *("mean_min=2&mean_max=2.5&sort=-differ", "n_min=4", "differ_min=.9&origin=gold"),
            *(f"system={things['system']}&sort=-mean", "value=3&part=n&sort=sd"),
            *("state=hidden", "state=unjudged&sort=-n", rare, f"{rare}&mean_min=.1&sort=-sd"),
        ],
        "items/": ["sort=-differ", "text=1", "text=zzz", "n_min=1&sort=mean"],
        f"items/{half.item_id}/": [
            *(f"list=candidates&candidate={half.pk}&sort=-mean", "sort=-differ"),
            f"list=candidates&candidate={half.pk}&sort=-mean&state=hidden",
        ],
    }
    named = {}
    for part, asked in queries.items():
        for query in asked:
            shown = re.sub(r"after=.*", "after=half", query)
            shown = re.sub(r"(items/|candidate=)\d+", r"\1ID", f"{part}?{shown}")
            named[shown] = f"/campaigns/{SLUG}/read/{part}?{query}"
    return named


def campaign_half(campaign: Campaign) -> int:
    return CandidateSum.objects.filter(campaign=campaign).count() // 2


def is_page(row: Row) -> bool:
    ours = row.route.startswith(("campaigns/<slug", "leaderboard/", "submit/", "golds/"))
    # The first page has the bars of all of a lead's campaigns.
    here = ours or not row.route
    return row.method == "GET" and here and not FILES.search(row.route)


def everything() -> dict[str, str]:
    """What the words of the permission table stand for here."""
    campaign = Campaign.objects.get(slug=SLUG)
    owner = User.objects.get(username=OWNER)
    token = make_link(
        campaign=campaign,
        label="Team",
        visibility=SubmissionLink.Visibility.PUBLIC,
        open_until=timezone.now() + timedelta(days=1),
        by=owner,
    )
    rows = {
        "annotator": campaign.annotators.order_by("-id"),
        "assignment": Assignment.objects.order_by("-id"),
        "candidate": Candidate.objects.order_by("id"),
        "exclusion": campaign.annotators.order_by("id")[0].exclusions.order_by("id"),
        "invitation": Invitation.objects.order_by("id"),
        "job": campaign.jobs.order_by("id"),
        "link": SubmissionLink.objects.order_by("id"),
        "member": campaign.members.order_by("id"),
        "merge": Merge.objects.order_by("id"),
        "remark": Remark.objects.order_by("id"),
        "report": campaign.agreement_reports.order_by("id"),
        "sentence": campaign.items.order_by("id"),
        "system": campaign.systems.order_by("id"),
    }
    ids = {word: str(found.values_list("id", flat=True)[0]) for word, found in rows.items()}
    entry = PublicEntry.objects.order_by("id")[0].key
    ids |= {"slug": SLUG, "link token": token, "public entry": entry}
    return {**ids, "release": "1", "subset": "1", "words": "lexicon"}


def address(row: Row, things: dict[str, str]) -> str:
    def thing(found: re.Match[str]) -> str:
        word = row.things.get(found[1], found[1])
        return things.get(word, word)

    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", thing, row.route) + ASKED.get(row.route, "")


def timed(client: Client, path: str) -> tuple[float, int]:
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(path)
    if answer.status_code != 200:
        sys.exit(f"{path} answered {answer.status_code}")
    queries = len(captured)  # forgotten with the next request
    times = []
    for _run in range(RUNS):
        started = time.perf_counter()
        client.get(path)
        times.append(1000 * (time.perf_counter() - started))
    return median(times), queries


if __name__ == "__main__":
    step, count = sys.argv[1:]
    print(json.dumps({"load": load, "measure": measure}[step](int(count))))
