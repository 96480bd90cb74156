"""Releases whose weights do not carry how strict annotators are."""

import json

import numpy as np
import pytest
from django.urls import reverse

import regild
from campaigns.models import Job
from core.refusals import Refused
from pooling.services.fill_pool import pool_campaign
from rating.models import Rating
from regild.scoring.verification import verify_folder
from scoring.jobs import release as release_task
from scoring.models import ReleaseEntry, Score
from scoring.selectors.golds import both_golds, rated_gold
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from tests.agreement.rated import rate
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import exported

pytestmark = pytest.mark.django_db


def weights(release):
    rows = ReleaseEntry.objects.filter(release=release).values_list(
        "item__key", "text", "weight"
    )
    return {(key, text): weight for key, text, weight in rows}


def ratings(campaign):
    rows = Rating.objects.filter(
        candidate__item__campaign=campaign, superseded_at=None
    ).values_list("annotator_id", "candidate__item__key", "candidate__text", "value")
    return [(f"a{annotator}", f"{key} {text}", value) for annotator, key, text, value in rows]


def test_weights_are_the_adjusted_means_of_the_library(campaign):
    found = regild.measure_severity(ratings(campaign))
    expected = {one.item: one for one in found.items}
    release = freeze_gold(campaign=campaign, rule="severity")
    decided = {key: weight for key, weight in weights(release).items() if weight is not None}
    assert len(decided) == 8
    for (key, text), weight in decided.items():
        adjusted = min(max(expected[f"{key} {text}"].adjusted, 0), 3)
        assert weight == pytest.approx(adjusted, abs=0.00051)
    severity = release.comparison["severity"]
    assert [one["effect"] for one in severity["annotators"]] == pytest.approx(
        sorted(one.effect for one in found.annotators)
    )
    assert severity["var_annotator"] == pytest.approx(found.var_annotator)
    assert severity["parts"] == found.parts == 1


def test_never_unasked_but_set_beside_every_release(campaign):
    plain = freeze_gold(campaign=campaign)
    adjusted = freeze_gold(campaign=campaign, rule="severity")
    assert plain.policy["rule"] == "mean"
    beside = plain.comparison["rules"]["severity"]
    assert beside["mean_difference"] == pytest.approx(
        adjusted.comparison["rules"]["mean"]["mean_difference"]
    )
    both = weights(plain), weights(adjusted)
    differences = [
        abs(both[0][key] - both[1][key]) for key in both[0] if both[0][key] is not None
    ]
    assert beside["mean_difference"] == pytest.approx(np.mean(differences))
    moved = plain.comparison["severity"]["moved"]
    assert abs(moved[0]["mean"] - moved[0]["severity"]) == pytest.approx(max(differences))


def test_ratings_that_do_not_tell_severity_are_refused(db):
    campaign = make_campaign("alone")
    pool_campaign(campaign=campaign)
    rate(campaign, {"happy": "3", "content": "1"}, sentence="1")
    with pytest.raises(Refused, match="only one annotator rated") as refused:
        freeze_gold(campaign=campaign, rule="severity", min_ratings=1)
    assert refused.value.code == "no_severity"
    plain = freeze_gold(campaign=campaign, min_ratings=1)
    assert plain.comparison["rules"]["severity"]["reason"] == "only one annotator rated"


def test_scores_are_on_the_weights_of_the_release(campaign):
    release = freeze_gold(campaign=campaign, rule="severity")
    second = both_golds(release).second
    assert second["1"]["happy"] == weights(release)["1", "happy"]
    rated = rated_gold(release)
    gold = rated.reweighted(np.ones(rated.annotators))
    for row, (key, places) in enumerate(zip(gold.sentences, gold.places, strict=True)):
        for text, place in places.items():
            assert gold.weights[row, place] == pytest.approx(
                second[key].get(text, 0), abs=0.0011
            )
    rescore(campaign=campaign)
    found = Score.objects.filter(
        evaluation__release=release, evaluation__gold="second", measure="semdis.best_norm"
    )
    assert found
    assert all(score.annotators_low is not None for score in found)


def test_a_folder_of_it_is_verified(campaign, tmp_path):
    folder = exported(freeze_gold(campaign=campaign, rule="severity"), "dataset")
    for path, data in folder.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    assert [line for check in verify_folder(tmp_path) for line in check.wrong] == []


def test_page_api_and_command_make_the_same_and_show_it(campaign):
    lead = make_lead("ada", campaign, "owner")
    page, program = signed_in(lead), program_of(lead)
    asked = {"rule": "severity", "min_ratings": 3, "list_unanimous_zeros": "on"}
    page.post(reverse("gold-make", args=["boats"]), asked)
    path = "/api/v1/campaigns/boats/releases/"
    release_task(job_id=Job.objects.latest("id").pk)
    program.post(path, {"rule": "severity"}, content_type="application/json")
    release_task(job_id=Job.objects.latest("id").pk)
    facts = facts_of("release_gold", "boats", "--rule", "severity")
    one, two, three = campaign.releases.order_by("number")
    assert one.policy == two.policy == three.policy == facts["policy"]
    assert one.sha256 == two.sha256 == three.sha256
    told = program.get(f"{path}1/").json()
    assert told["comparison"] == json.loads(json.dumps(three.comparison)) == facts["comparison"]
    html = page.get(reverse("gold-release", args=["boats", 1])).content.decode()
    assert "How strict annotators are" in html
    for annotator in told["comparison"]["severity"]["annotators"]:
        assert f"annotator {annotator['annotator']}" in html
    assert "mean adjusted for annotators" in html
    printed, _ = printed_by("release_gold", "boats", "--rule", "severity")
    assert "Annotators rate from" in printed


def test_parts_that_cannot_be_compared_are_told(campaign):
    for rating in Rating.objects.filter(candidate__item__key="3"):
        other, _new = campaign.annotators.get_or_create(
            name=f"other {rating.annotator_id}",
            source="imported",
            defaults={"native_speaker": True, "token_hash": f"t{rating.annotator_id}"},
        )
        Rating.objects.filter(id=rating.id).update(annotator=other)
    printed, _ = printed_by("release_gold", "boats", "--rule", "severity")
    assert "Warning: the ratings fall into 2 parts" in printed
    page = signed_in(make_lead("ada", campaign, "owner"))
    html = page.get(reverse("gold-release", args=["boats", 1])).content.decode()
    assert "fall into 2 parts that share no annotator" in " ".join(html.split())
