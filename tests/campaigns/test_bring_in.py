import pytest

from campaigns.models import Campaign
from core.refusals import CampaignExists, SystemExists
from regild.problems import BadFiles
from sources.models import Answer, GoldAnswer, Item, System
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.factories import ANSWERS, GOLD, SENTENCES, make_campaign, source

pytestmark = pytest.mark.django_db


def bring_in(**changes):
    files = {
        "slug": "boats",
        "sentences": source(SENTENCES, "sentences.csv"),
        "gold": source(GOLD, "gold.txt"),
        "language": "en",
    }
    said = files | changes
    given = {name: said.pop(name) for name in ("sentences", "gold", "mapping") if name in said}
    return create_campaign(files=given, **said)


def test_a_campaign_holds_its_sentences_gold_and_scale():
    made = bring_in(gold=source(GOLD.replace("happy 4;", "happy 4;pn 2;"), "gold.txt"))
    assert (made.sentences, made.gold_substitutes) == (5, 11)
    first = Item.objects.get(key="1")
    assert (first.label, first.content["target"]) == ("glad", "glad")
    assert first.gold_codes == {"pn": 2}
    assert list(first.gold.order_by("id").values_list("text", "votes")) == [
        ("happy", 4),
        ("pleased", 3),
        ("delighted", 1),
    ]
    assert list(made.campaign.scale.values_list("value", "weight")) == [
        (0, 0.0),
        (1, 1.0),
        (2, 2.0),
        (3, 3.0),
    ]


def test_a_sentence_that_is_another_over_again_is_kept_and_told():
    again = SENTENCES.replace("A ,glad, heart needs no drum.", "She was ,glad, to see us.")
    made = bring_in(sentences=source(again, "sentences.csv"))
    assert made.sentences == 5
    (notice,) = made.notices
    assert (notice.name, notice.problem.line) == ("sentences.csv", 3)
    assert notice.problem.message == "sentence '2' is sentence '1' over again"


def test_scale_labels_are_in_the_campaigns_language():
    made = bring_in(language="fr", scale="good-reasonable-bad")
    assert list(made.campaign.scale.values_list("label", flat=True)) == [
        "Mauvais",
        "Acceptable",
        "Bon",
    ]


def test_the_problems_of_all_files_come_back_at_once_and_nothing_is_stored():
    with pytest.raises(BadFiles) as caught:
        bring_in(
            sentences=source(SENTENCES.replace("room.n", "room"), "sentences.csv"),
            gold=source("glad.a 1 :: happy many;\nnot a line\n", "gold.txt"),
            mapping=source("happy -> glad\n", "mapping.txt"),
        )
    found = {(bad.name, problem.line) for bad in caught.value.files for problem in bad.problems}
    assert found == {
        ("sentences.csv", 4),
        ("sentences.csv", 5),
        ("gold.txt", 1),
        ("gold.txt", 2),
        ("mapping.txt", 1),
    }
    assert not Campaign.objects.exists()


def test_gold_for_a_sentence_nobody_brought_is_a_problem_with_its_line():
    with pytest.raises(BadFiles, match=r"gold\.txt, line 6: no sentence has the id '99'"):
        bring_in(gold=source(GOLD + "glad.a 99 :: happy 1;\n", "gold.txt"))


def test_another_part_of_speech_for_the_same_id_is_only_told():
    made = bring_in(gold=source(GOLD.replace("glad.a 1", "glad.r 1"), "gold.txt"))
    (notice,) = made.notices
    assert (notice.name, notice.problem.line) == ("gold.txt", 1)


def test_an_excluded_target_must_exist():
    with pytest.raises(BadFiles, match=r"'compris\.a', which was to be excluded"):
        bring_in(excluded_targets=["compris.a"])


def test_a_slug_is_taken_once():
    bring_in()
    with pytest.raises(CampaignExists):
        bring_in()


def test_who_gave_a_substitute_is_kept_where_the_file_says_so():
    table = "sentence,substitute,votes,annotator\n1,happy,1,ann\n1,happy,1,bob\n1,merry,1,bob\n"
    bring_in(gold=source(table, "gold.csv"))
    assert dict(GoldAnswer.objects.values_list("text", "given_by")) == {
        "happy": ["ann", "bob"],
        "merry": ["bob"],
    }


def test_answers_keep_their_rank_and_a_skipped_sentence_has_none():
    campaign = make_campaign(subsets=None)
    added = add_system(
        campaign=campaign,
        name="sparse",
        kind="baseline",
        answers=source("glad.a 1 :: happy;merry\nglad.a 2 :: \n"),
    )
    assert (added.attempted, added.answers, added.system.kind) == (1, 2, "baseline")
    answers = Answer.objects.filter(system=added.system).order_by("rank")
    assert list(answers.values_list("rank", "text")) == [(1, "happy"), (2, "merry")]


def test_a_bad_systems_file_stores_nothing_and_names_every_line():
    campaign = make_campaign(subsets=None)
    with pytest.raises(BadFiles) as caught:
        add_system(
            campaign=campaign,
            name="noisy",
            answers=source("loading..\nglad.a 1 :: happy\n100%|#####|\n", "noisy.txt"),
        )
    assert [problem.line for problem in caught.value.files[0].problems] == [1, 3]
    assert System.objects.count() == 1


def test_a_systems_name_is_taken_once():
    campaign = make_campaign(subsets=None)
    with pytest.raises(SystemExists):
        add_system(campaign=campaign, name="first", answers=source(ANSWERS))
