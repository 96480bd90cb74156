"""An annotator of a first stage whose client speaks the contract and nothing else."""

import uuid

from tests.rating.volunteer import Volunteer


def said(sentence, *answers, **more):
    return {
        "sentence": sentence,
        "answers": list(answers),
        "key": str(uuid.uuid4()),
        "elapsed_ms": 4000,
    } | more


class Proposer(Volunteer):
    def propose(self, turn, *proposals):
        return self.http.put(
            f"/api/v1/assignments/{turn}/proposals/",
            {"proposals": list(proposals)},
            format="json",
        )


def sentences(turn):
    return [sentence["id"] for sentence in turn["sentences"]]
