"""The site's commands and the command `regild`: the same words and the same numbers."""

import json

import pytest
from django.core.management import call_command

from pooling.models import Candidate
from rating.services.importing import import_ratings
from tests.commands import facts_of
from tests.factories import make_campaign, source
from tests.regild.running import GOLD, SYSTEM, python

pytestmark = pytest.mark.sqlite


class TestScore:
    @pytest.mark.parametrize(
        "options",
        [
            [],
            ["--json"],
            ["--measures", "best.R,semdis.best_norm", "--json"],
            ["--task", "mw"],
            ["--compat", "semeval2007"],
        ],
    )
    def test_says_what_the_sites_command_says(self, write, run, capsys, options):
        files = [write("gold.txt", GOLD), write("run.txt", SYSTEM)]
        said = run("score", *files, *options)
        call_command("score", *files, *options)
        assert said == (0, *capsys.readouterr())


class TestTheSitesScore:
    def test_needs_no_setting_of_a_site(self, write):
        files = [write("gold.txt", GOLD), write("run.txt", SYSTEM)]
        asked = python("manage.py", "score", *files, "--measures", "best.R")
        assert (asked.returncode, asked.stderr) == (0, "")
        assert "best.R" in asked.stdout
        assert python("manage.py", "score", "--help").returncode == 0

    def test_refuses_a_wrong_file_with_code_2(self, write):
        asked = python("manage.py", "score", write("gold.txt", GOLD), "nowhere.txt")
        assert (asked.returncode, asked.stdout) == (2, "")
        assert "nowhere.txt: No such file" in asked.stderr


class TestAgreement:
    @pytest.mark.django_db
    def test_gives_the_numbers_of_a_campaign_with_these_ratings(self, write, run):
        campaign = make_campaign("boats", subsets=None)
        candidates = [*Candidate.objects.values_list("item__key", "text").order_by("id")]
        rows = [
            f"{annotator},{sentence},{text},{(number * step) % 4}"
            for step, annotator in enumerate(("ann", "bob", "eve"), 1)
            for number, (sentence, text) in enumerate(candidates)
        ]
        ratings = "\n".join(["annotator,sentence,substitute,value", *rows]) + "\n"
        import_ratings(campaign=campaign, ratings=source(ratings, "ratings.csv"))
        campaigns = facts_of("agreement", "boats")
        seed = ["--seed", campaign.seed]
        _code, out, _err = run("agreement", write("r.csv", ratings), "--json", *map(str, seed))
        found = json.loads(out)
        for key in ("n_ratings", "n_candidates", "n_annotators"):
            assert found[key] == campaigns[key]
        assert len(found["measures"]) == 14
        for key, measure in found["measures"].items():
            assert measure == pytest.approx(campaigns["measures"][key]), key
