"""The programs that the guides show are run as they stand, against a site of our own."""

import json
import os
import subprocess
import sys

import pytest
from django.urls import reverse

from annotators.models import Annotator
from annotators.services.joining import join_campaign
from pooling.models import Candidate
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from tests.docs.guides import tokens
from tests.factories import make_campaign
from tests.needs import needs
from tests.people import make_lead, token_for
from tests.processes import PATIENCE, ROOT, running
from tests.rating.sitting import sit
from tests.scoring.released import rated_campaign

pytestmark = [
    pytest.mark.django_db(transaction=True),
    needs("curl", "jq"),
    pytest.mark.sqlite,
]

DOCS = ROOT / "docs"
SITE = "https://regild.example"
WORKER = ("celery", "-A", "annotation_site", "worker", "--loglevel=ERROR", "--pool=solo")
RUN_WITH = {"sh": ["bash", "-eu", "-o", "pipefail", "-c"], "python": [sys.executable, "-c"]}


def programs(guide):
    """(language, text) of what calls the API."""
    return [
        (token.info, token.content)
        for token in tokens(guide)
        if token.type == "fence" and SITE in token.content and "/api/" in token.content
    ]


def run(language, text, *, site, token, folder):
    ended = subprocess.run(
        [*RUN_WITH[language], text.replace(SITE, site)],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "TOKEN": token},
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
    )
    assert (ended.returncode, ended.stderr) == (0, ""), text
    return ended.stdout


@pytest.fixture
def in_order(live_server, tmp_path):
    """Runs a guide's programs one after the other; what they printed."""

    def run_all(guide, token):
        return [
            run(language, text, site=live_server.url, token=token, folder=tmp_path)
            for language, text in programs(guide)
        ]

    return run_all


def test_an_evaluator_takes_a_release_and_its_scores(in_order, tmp_path):
    campaign = rated_campaign("notes")
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    viewer = make_lead("viewer", campaign, "viewer")
    _curl, ranks = in_order(DOCS / "evaluators.md", token_for(viewer, scope="viewer"))
    assert (tmp_path / "gold.txt").read_text().startswith("glad.a 1 :: pleased 3")
    assert "rival" in (tmp_path / "table2.tex").read_text()
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")
    # 3/4 and 8/9 of 1 where 'first' has 1 and 1, as tests/scoring/released.py says.
    assert "1 1 first\n" in ranks
    assert "over 2 systems" in ranks


def test_a_lead_goes_from_sentences_to_table_2(live_server, tmp_path):
    (tmp_path / "annotation_site").symlink_to(ROOT / "annotation_site")
    token = token_for(make_lead("lead"), scope="manager")
    guide = DOCS / "api.md"
    # A shell keeps what was said in the block before.
    blocks = [(block.info, block.content) for block in tokens(guide) if block.type == "fence"]
    shell = "".join(text for language, text in blocks if language == "sh")
    with running(*WORKER):
        printed = run("sh", shell, site=live_server.url, token=token, folder=tmp_path)
    # The ratings are the first gold's votes three times: nobody disagrees with anybody.
    assert '"value": 1,' in printed
    assert "/rate/notes/" in printed
    # Twelve sentences, each with what five annotators proposed; and the gold of it.
    assert "/rate/bare/" in printed
    assert "\n60\n" in printed
    first = (tmp_path / "first-gold.txt").read_text()
    assert "softly.r 10 :: quietly 5;gently 3;" in first
    assert "turn.n 9 :: " in first
    assert len((tmp_path / "plan.csv").read_text().splitlines()) > 24
    assert len((tmp_path / "gold.txt").read_text().splitlines()) == 24
    table = (tmp_path / "table2.tex").read_text()
    assert [name for name in ("baseline", "careful", "neural") if name in table] == [
        "baseline",
        "careful",
        "neural",
    ]
    [python] = [text for language, text in blocks if language == "python"]
    lacking = run("python", python, site=live_server.url, token=token, folder=tmp_path)
    # What was brought in counts like what is rated here: no subset is short.
    of_notes = [line for line in lacking.splitlines() if line.startswith("notes ")]
    assert of_notes == ["notes scores Let teams submit systems"]
    # A gold is all that the other has as yet.
    assert "bare sources Add a system" in lacking.splitlines()


def test_a_lead_looks_at_the_overview_and_pools(in_order):
    campaign = make_campaign("notes", subsets=None)
    manager = make_lead("manager", campaign, "manager")
    with running(*WORKER):
        overview, pooled = in_order(DOCS / "leads.md", token_for(manager))
    assert json.loads(overview)["campaign"] == "notes"
    assert pooled == f"done {Candidate.objects.count()} \n"


def test_an_annotator_takes_what_is_kept_and_withdraws(in_order, tmp_path):
    campaign = make_campaign("notes", subsets=1)
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    rated = sit(joined.annotator).rated
    link = reverse("rate-back", args=["notes", joined.token])
    token = link.partition("back/")[2].strip("/")
    _export, told, _withdraw = in_order(DOCS / "annotators.md", token)
    assert len(json.loads((tmp_path / "mine.json").read_text())["ratings"]) == rated
    assert told.startswith(f"{rated} ratings, since ")
    assert Annotator.objects.get().withdrawn_at is not None
