"""A system's answers come back as its campaign's task takes them."""

import pytest

from sources.models import Answer
from sources.services.systems import add_system
from tests.categories.factories import make_categories
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.utterances.factories import SCORES, make_utterances

pytestmark = pytest.mark.django_db

# Names that a spreadsheet would take for a formula, or that have a comma, come back too.
TREE_LABELS = "document,category,score\n1,Plan,0.9\n2,Private,\n3,Report,-0.5\n"
SCORED = 'sentence,score,substitute\n1,.9,"\'-happy"\n1,.5,"so, so"\n5,2,still\n'
TIED = "set,utterance,score\n1,3,2\n1,1,2\n1,2,-9e-07\n2,2,0.1\n"
KINDS = {
    "boats": (lambda: make_campaign("boats", subsets=None), SCORED, "csv"),
    "mail": (make_categories, TREE_LABELS, ""),
    "odd": (make_utterances, TIED, ""),
}
HEADS = {
    "boats": "sentence,lexelt,rank,substitute,score",
    "mail": "document,category,score",
    "odd": "set,utterance,score",
}


def rows(system):
    of = Answer.objects.filter(system=system).order_by("item__position", "rank")
    return [*of.values_list("item__key", "rank", "text", "score")]


@pytest.mark.parametrize("slug", KINDS)
def test_what_is_downloaded_is_taken_again_and_is_the_same(slug):
    make, answers, form = KINDS[slug]
    campaign = make()
    lead = make_lead("lead", campaign)
    first = add_system(campaign=campaign, name="one", answers=source(answers, "a.csv")).system
    asked = {"form": form} if form else {}
    address = f"systems/{first.pk}/answers/"
    sent = program_of(lead).get(f"/api/v1/campaigns/{slug}/{address}", asked)
    page = signed_in(lead).get(f"/campaigns/{slug}/sources/{address}", asked)
    assert sent["Content-Disposition"] == f'attachment; filename="{slug}-{first.pk}.csv"'
    data = sent.getvalue()
    assert page.getvalue() == data
    assert data.decode().splitlines()[0] == HEADS[slug]
    again = add_system(campaign=campaign, name="two", answers=source(data.decode(), "b.csv"))
    assert rows(again.system) == rows(first)
    assert len(rows(first)) == len(answers.splitlines()) - 1
    assert address in signed_in(lead).get(f"/campaigns/{slug}/sources/").text


def test_a_form_that_a_task_has_not_is_refused():
    campaign = make_utterances()
    lead = make_lead("lead", campaign)
    system = add_system(campaign=campaign, name="one", answers=source(SCORES)).system
    address = f"systems/{system.pk}/answers/?form=lines"
    sent = program_of(lead).get(f"/api/v1/campaigns/odd/{address}")
    assert (sent.status_code, sent.json()["errors"][0]["field"]) == (400, "form")
    assert signed_in(lead).get(f"/campaigns/odd/sources/{address}").status_code == 404
