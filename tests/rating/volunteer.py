"""An annotator whose client speaks the rating contract and nothing else."""

import uuid

from rest_framework.test import APIClient

CONSENT = {"consent": True, "native_speaker": True}


class Volunteer:
    """A client that speaks the contract and nothing else."""

    def __init__(self, slug: str = "boats") -> None:
        self.http = APIClient()
        joined = self.http.post(f"/api/v1/campaigns/{slug}/join/", CONSENT, format="json")
        assert joined.status_code == 201
        self.id, self.token = joined.json()["annotator"], joined.json()["token"]
        self.http.credentials(HTTP_AUTHORIZATION=f"Annotator {self.token}")

    def take(self):
        return self.http.post("/api/v1/assignments/", {}, format="json")

    def rate(self, assignment, *ratings):
        url = f"/api/v1/assignments/{assignment}/ratings/"
        return self.http.put(url, {"ratings": list(ratings)}, format="json")

    def complete(self, assignment):
        return self.http.post(f"/api/v1/assignments/{assignment}/complete/", {}, format="json")

    def sit(self, value=2):
        """Take a subset, rate all of it, complete it; the assignment, or None."""
        taken = self.take()
        if taken.status_code == 204:
            return None
        sitting = taken.json()
        entries = [rating(candidate, value) for candidate in candidates(sitting)]
        assert self.rate(sitting["id"], *entries).status_code == 200
        assert self.complete(sitting["id"]).status_code == 200
        return sitting


def candidates(sitting):
    return [c["id"] for sentence in sitting["sentences"] for c in sentence["candidates"]]


def rating(candidate, value=2, **more):
    return {
        "candidate": candidate,
        "value": value,
        "key": str(uuid.uuid4()),
        "elapsed_ms": 900,
        **more,
    }
