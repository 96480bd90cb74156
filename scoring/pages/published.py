"""Public releases, each with a page that anybody can cite: no account, nothing that changes."""

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.downloads import answer_file, answer_open_file
from core.refusals import Refused, said
from core.throttling import Limit, Try, address_of, count, seconds_to_wait
from scoring.models import PublicGold
from scoring.selectors.public_pages import entry_page, public_page
from scoring.selectors.published import citation_of, find_entry, find_public, is_gone
from scoring.services.exporting import download_gold, formats_of

# In five minutes, from one address: each is written anew from the release.
DOWNLOADS = Limit("public-downloads", 60)
GONE, TOO_MANY = 410, 429


@require_safe
def gold(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = _found(slug, number)
    if found.withdrawn_at:
        return _gone(request, found)
    context = public_page(found)._asdict() | {
        "campaign": found.release.campaign,
        "release": found.release,
        "formats": formats_of(found.release.campaign),
    }
    return render(request, "scoring/public/gold.html", context)


@require_safe
def entry(request: HttpRequest, slug: str, number: int, name: str) -> HttpResponse:
    found = _found(slug, number)
    one = find_entry(found, name)
    if one is None:
        raise Http404
    one.gold = found
    if found.withdrawn_at or is_gone(one):
        return _gone(request, found)
    context = entry_page(one)._asdict() | {
        "gold": found,
        "campaign": found.release.campaign,
        "release": found.release,
    }
    return render(request, "scoring/public/entry.html", context)


@require_safe
def download(
    request: HttpRequest, slug: str, number: int, format: str
) -> HttpResponse | FileResponse:
    found = _found(slug, number)
    if found.withdrawn_at:
        return _gone(request, found)
    if format not in formats_of(found.release.campaign):
        raise Http404
    tries = [Try(DOWNLOADS, address_of(request))]
    if wait := seconds_to_wait(tries):
        answer = render(request, "429.html", status=TOO_MANY)
        answer["Retry-After"] = str(wait)
        return answer
    count(tries)
    try:
        file = download_gold(release=found.release, format=format)
    except Refused as refusal:
        raise Http404(said(refusal.text)) from refusal
    return answer_open_file(file.file, content_type=file.content_type, name=file.name)


@require_safe
def citation(request: HttpRequest, slug: str, number: int, form: str) -> HttpResponse:
    """Also of a release that was withdrawn: who cited it may have to look it up."""
    found = citation_of(_found(slug, number))
    if form == "bib":
        kind = "application/x-bibtex; charset=utf-8"
        return answer_file(found.bibtex + "\n", content_type=kind, name=f"{slug}-{number}.bib")
    if form == "cff":
        kind = "application/yaml; charset=utf-8"
        return answer_file(found.cff, content_type=kind, name="CITATION.cff")
    raise Http404


def _found(slug: str, number: int) -> PublicGold:
    found = find_public(slug, number)
    if found is None:
        raise Http404
    return found


def _gone(request: HttpRequest, gold: PublicGold) -> HttpResponse:
    context = {"gold": gold, "release": gold.release, "citation": citation_of(gold)}
    return render(request, "scoring/public/gone.html", context, status=GONE)
