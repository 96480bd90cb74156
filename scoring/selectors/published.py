"""Reads over releases that anybody may see: which there are, and what their pages tell."""

from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from campaigns.selectors.permission import RETIRED
from campaigns.selectors.task import task_of
from regild.scoring.exports.card import card_facts
from regild.scoring.exports.citation import bibtex, citation
from regild.scoring.exports.publication import UNKNOWN_LICENSE, Publication
from regild.scoring.exports.statement import Section, sections
from regild.scoring.frozen import FrozenGold
from scoring.models import PublicEntry, PublicGold, Release
from scoring.selectors.releases import frozen_gold
from scoring.selectors.statements import from_json

# What the page has in a form of its own.
APART = ("Where the ratings went", "Citation")
# On a page, whatever the task calls it in its files.
HOW_WEIGHED = "How ratings became the gold"


class PublishedGold(NamedTuple):
    """A line of a list of public releases; `page` is its address on this site."""

    slug: str
    number: int
    title: str
    language: str
    task: str
    published_at: datetime
    sentences: int
    candidates: int
    ratings: int
    annotators: int
    systems: int
    license: str
    doi: str
    page: str


def published_golds(*, newest_alone: bool = True) -> list[PublishedGold]:
    """Those with a public page, the newest page first; of each campaign its newest release
    alone, or all."""
    rows = _live().annotate(n=Count("entries", filter=_in_play("entries__")))
    found = [_line(gold) for gold in rows.order_by("-published_at", "-id")]
    if not newest_alone:
        return found
    newest: dict[str, int] = {}
    for line in found:
        newest[line.slug] = max(line.number, newest.get(line.slug, 0))
    return [line for line in found if line.number == newest[line.slug]]


def _in_play(path: str = "") -> Q:
    return Q(**{f"{path}system__isnull": False, f"{path}system__hidden_at__isnull": True})


def _live() -> QuerySet[PublicGold]:
    golds = PublicGold.objects.select_related("release__campaign")
    golds = golds.defer("release__policy", "release__comparison")
    return golds.filter(withdrawn_at=None).exclude(release__campaign__slug__startswith=RETIRED)


def _line(gold: Any) -> PublishedGold:
    release, counts = gold.release, gold.release.counts
    return PublishedGold(
        slug=release.campaign.slug,
        number=release.number,
        title=gold.told["title"],
        language=gold.told["language"],
        task=release.campaign.task,
        published_at=gold.published_at,
        **{name: counts[name] for name in ("sentences", "candidates", "ratings", "annotators")},
        systems=gold.n,
        license=gold.told["license"],
        doi=release.doi,
        page=page_of(release),
    )


def page_of(release: Release) -> str:
    """Its public address on this site."""
    return reverse("public-gold", args=[release.campaign.slug, release.number])


def address_of(release: Release) -> str:
    """Its public address in full; empty where it has no public page."""
    return address_where(release, public_of(release))


def page_of_public(release: Release) -> str:
    """Its public address on this site; empty where it has no public page."""
    return page_of(release) if address_of(release) else ""


def address_where(release: Release, public: PublicGold | None) -> str:
    if public is None or public.withdrawn_at:
        return ""
    return settings.SITE_URL + page_of(release)


def public_of(release: Release) -> PublicGold | None:
    """Its page, also where it was withdrawn; None where there never was one."""
    return PublicGold.objects.filter(release=release).first()


def find_public(slug: str, number: int) -> PublicGold | None:
    """Of a release that is or was public; None where nobody was ever told of one."""
    golds = PublicGold.objects.select_related("release__campaign")
    golds = golds.exclude(release__campaign__slug__startswith=RETIRED)
    return golds.filter(release__campaign__slug=slug, release__number=number).first()


def find_entry(gold: PublicGold, key: str) -> PublicEntry | None:
    return gold.entries.select_related("system").filter(key=key).first()


def is_gone(entry: PublicEntry) -> bool:
    """Hidden or removed since: its address stays, what it told does not."""
    return entry.system is None or entry.system.hidden_at is not None


def entries_of(gold: PublicGold) -> QuerySet[PublicEntry]:
    return gold.entries.filter(_in_play())


def public_gold(gold: PublicGold) -> FrozenGold:
    """The release as it was made public: what the campaign says since is not in it."""
    told = gold.told
    frozen = frozen_gold(gold.release, statement=from_json(told["statement"]))
    return frozen._replace(
        title=told["title"],
        language=told["language"],
        penalty=told["penalty"],
        policy={**frozen.policy, "pooled_systems": told["pooled_systems"]},
    )


def publication_of(release: Release, *, license: str = "") -> Publication:
    """`license` unless the release was made public with one, or its campaign says one."""
    public = public_of(release)
    said = public.told["license"] if public else release.campaign.license
    return Publication(
        address_of(release),
        license or said or UNKNOWN_LICENSE,
        release.made_at.date(),
        release.doi,
    )


class Citation(NamedTuple):
    bibtex: str
    cff: str


def citation_of(gold: PublicGold, *, entry: PublicEntry | None = None) -> Citation:
    """Of the release, or of a system's scores on it; the same once it is withdrawn."""
    publication = publication_of(gold.release)
    publication = publication._replace(url=settings.SITE_URL + page_of(gold.release))
    frozen = public_gold(gold)
    if entry is None:
        return Citation(bibtex(frozen, publication), citation(frozen, publication))
    there = publication._replace(url=f"{publication.url}{entry.key}/")
    return Citation(bibtex(frozen, there, entry=entry.told["name"]), "")


def card_sections(gold: PublicGold) -> list[Section]:
    """What the page shows of the card: all but its files, and where the ratings went, which
    pages have a table for."""
    task, frozen = task_of(gold.release.campaign), public_gold(gold)
    facts = card_facts(
        frozen,
        publication_of(gold.release),
        heading=HOW_WEIGHED,
        choices=task.scoring.gold_choices(frozen.policy, frozen.columns),
    )
    shown = sections(facts, frozen.statement)
    return [section for section in shown if section.heading not in APART]
