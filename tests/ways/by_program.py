"""A campaign by the JSON API alone: a lead's program, and annotators' clients."""

from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.module_loading import import_string

from campaigns.models import Job
from tests.rating.volunteer import Volunteer, rating
from tests.ways.files import (
    CHANGES,
    CORPUS,
    DOUBLES,
    NOTE,
    PEOPLE,
    SEED,
    SETS,
    SUBJECTS,
    SUBSETS,
    THEME,
    THEMED,
    TRAIN,
    rated_by,
    sorted_by,
)

API = "/api/v1/campaigns/"


def upload(path: Path) -> SimpleUploadedFile:
    return SimpleUploadedFile(path.name, path.read_bytes())


class Lead:
    """Knows the API's addresses and nothing else; jobs are worked off at once."""

    def __init__(self, http: Client, slug: str) -> None:
        self.http, self.slug = http, slug

    def sends(self, path: str, **data: Any) -> Any:
        return self.told(self.http.post(f"{API}{self.slug}/{path}", data))

    def says(self, path: str, **body: Any) -> Any:
        there = f"{API}{self.slug}/{path}"
        return self.told(self.http.post(there, body, content_type="application/json"))

    def reads(self, path: str) -> Any:
        answer = self.http.get(f"{API}{self.slug}/{path}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def told(self, answer: Any) -> Any:
        assert answer.status_code in (200, 201, 202), answer.content
        if answer.status_code != 202:
            return answer.json()
        job = Job.objects.get(id=answer.json()["id"])
        import_string(job.task)(job_id=job.pk)
        now = self.http.get(answer["Location"]).json()
        assert now["state"] == "done", now
        return now["result"]


def mail(program: Client, slug: str, folder: Path) -> None:
    lead = Lead(program, slug)
    files = {
        name: upload(folder / f"{name}.csv") for name in ("documents", "categories", "gold")
    }
    named = {"slug": slug, "title": slug, "task": "categories", "language": "en"}
    lead.told(program.post(API, {**named, **files}))
    lead.sends("systems/", name="careful", answers=upload(folder / "careful.csv"))
    lead.sends("baselines/", name="words", kind="words")
    lead.says("pool/")
    lead.says("subsets/", subsets=SUBSETS, block_size=1, seed=SEED, double_share=DOUBLES)
    lead.says("open/")
    for person in range(PEOPLE):
        sort_everything(slug, person)
    lead.says("agreement/")
    found = {one["document"]: one for one in lead.reads("documents/disagreements/")["rows"]}
    lead.says(f"documents/{found[THEMED]['id']}/themes/", theme=THEME)
    lead.says("categories/revisions/", changes=CHANGES, note=NOTE)
    lead.says("agreement/")
    release_and_score(lead)


def sort_everything(slug: str, person: int) -> None:
    volunteer = Volunteer(slug)
    while (taken := volunteer.take()).status_code != 204:
        sitting = taken.json()
        codes = {option["label"]: option["value"] for option in sitting["scale"]}
        chosen = [
            rating(
                document["candidates"][0]["id"],
                codes[sorted_by(person, SUBJECTS[document["headers"]["subject"]])],
            )
            for document in sitting["sentences"]
        ]
        assert volunteer.rate(sitting["id"], *chosen).status_code == 200
        assert volunteer.complete(sitting["id"]).status_code == 200


def utterances(program: Client, slug: str, folder: Path) -> None:
    lead = Lead(program, slug)
    made = program.post("/api/v1/coconuts/", {**SETS, "corpus": upload(CORPUS)})
    assert made.status_code == 200, made.content
    sets = SimpleUploadedFile("sets.json", b"".join(made) if made.streaming else made.content)
    named = {"slug": slug, "title": slug, "task": "utterances", "language": "en"}
    lead.told(program.post(API, {**named, "sets": sets}))
    lead.sends("systems/", name="coin", answers=upload(folder / "coin.csv"))
    for order in ("2", "3"):
        model = {"kind": "ngram", "order": order, "train": upload(TRAIN)}
        lead.sends("baselines/", name=f"{order}-grams", **model)
    lead.says("pool/")
    lead.says("subsets/", subsets=SUBSETS, block_size=4, seed=SEED)
    lead.says("open/")
    for person in range(PEOPLE):
        rate_everything(slug, person)
    lead.says("agreement/")
    release_and_score(lead)


def rate_everything(slug: str, person: int) -> None:
    volunteer = Volunteer(slug)
    while (taken := volunteer.take()).status_code != 204:
        sitting = taken.json()
        given = [
            rating(one["id"], rated_by(person, one["text"]))
            for shown in sitting["sentences"]
            for one in shown["candidates"]
        ]
        assert volunteer.rate(sitting["id"], *given).status_code == 200
        assert volunteer.complete(sitting["id"]).status_code == 200


def release_and_score(lead: Lead) -> None:
    lead.says("releases/", min_ratings=1)
    exported = lead.http.get(f"{API}{lead.slug}/releases/1/files/csv/")
    assert b"".join(exported.streaming_content if exported.streaming else [exported.content])
    lead.says("releases/1/scores/")
    assert lead.says("leaderboard/show/") == {"shown": True}
    assert Client().get(f"{API}{lead.slug}/leaderboard/").json()["boards"]
