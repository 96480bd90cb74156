"""A whole campaign as one archive: nothing left out, nothing changed, nothing torn."""

import json
import zipfile
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest
from django.apps import apps
from django.db import models

from agreement.models import AgreementReport
from annotation_site.archives.archive import ArchiveRefused, new_archive, open_archive
from annotation_site.archives.campaign_tables import (
    IDS_WITHIN,
    LEFT_BEHIND,
    campaign_paths,
    columns_of,
)
from annotation_site.archives.moving import export_campaign, import_campaign
from annotation_site.archives.rows import fields_of, line_of, name_of
from annotators.services.finding import find_annotator
from campaigns.models import AuditEntry, Campaign, Job, JobKind, Member
from campaigns.services.api_tokens import use_api_token
from campaigns.services.jobs import ask
from pooling.models import Candidate
from rating.models import Rating
from rating.selectors.counting import counting_ratings
from scoring.models import ReleaseComparison
from scoring.services.freezing import freeze_gold
from tests import OUR_APPS
from tests.agreement.rated import rate as rate_by_file
from tests.annotation_site.sites import site_of_the_other_kind, whole_campaign
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, token_for
from tests.rating.sitting import delete_annotators
from tests.scales import coded_campaign

# Looked at, and found to hold no id of a row. A new column of these kinds must be put here or
# into IDS_WITHIN.
WITHOUT_IDS = {
    "agreement.AgreementReport.devices",
    # Systems by the names that they had.
    "scoring.RankingForecast.found",
    "scoring.RankingForecast.seed",
    "scoring.RankingForecast.needed",
    "scoring.RankingForecast.planned",
    # What a public page tells is names and numbers of that day.
    "scoring.PublicGold.told",
    "scoring.PublicEntry.told",
    "campaigns.Campaign.proposers",
    "pooling.Sample.seed",
    "pooling.RatingRound.seed",
    "proposing.ProposalRound.seed",
    "proposing.Proposal.answers",
    # Whoever proposed goes by the name that they had when it was frozen.
    "proposing.FirstGold.records",
    "proposing.FirstGold.facts",
    "campaigns.Campaign.mapping",
    "campaigns.Campaign.excluded_targets",
    "campaigns.Campaign.excluding_rules",
    "campaigns.Campaign.examples",
    "campaigns.Campaign.practice",
    "campaigns.Campaign.questions",
    "campaigns.Campaign.comprehension",
    "campaigns.Campaign.quotas",
    "campaigns.Campaign.seed",
    "campaigns.Campaign.sources_version",
    "campaigns.Campaign.pooled_version",
    "campaigns.Campaign.pool_version",
    "campaigns.Campaign.dispatched_version",
    "campaigns.Campaign.ratings_version",
    "campaigns.Campaign.tallied_version",
    "rating.RatingImport.notices",
    "campaigns.TreeRevision.before",
    "campaigns.TreeRevision.after",
    "campaigns.TreeRevision.fates",
    "agreement.AgreementReport.levels",
    "rating.SubsetTally.counts",
    "campaigns.Trial.seed",
    "sources.Item.content",
    "sources.Item.gold_codes",
    "sources.GoldAnswer.given_by",
    "sources.System.former_names",
    "sources.System.only",
    "annotators.Annotator.answers",
    "annotators.Annotator.recruited",
    "annotators.Annotator.flags",
    "rating.AnnotatorCheck.distances",
    "rating.AnnotatorCheck.outliers",
    "rating.Exclusion.found",
    "agreement.AgreementReport.policy",
    "agreement.WordList.frequencies",
    "agreement.AgreementReport.seed",
    "agreement.AgreementReport.ratings_version",
    "agreement.AgreementReport.sources_version",
    "agreement.AgreementReport.pool_version",
    "agreement.AgreementReport.ledger",
    "rating.Ledger.ratings",
    "rating.Ledger.ratings_version",
    "scoring.Release.ledger",
    "agreement.AgreementReport.hardest",
    "agreement.AgreementReport.measures",
    "agreement.AgreementReport.by_origin",
    "agreement.AgreementReport.by_grouping",
    "agreement.AgreementReport.by_sentence",
    "agreement.AgreementReport.distributions",
    "agreement.AgreementReport.first_gold_without",
    "agreement.AgreementReport.coverage",
    "agreement.AgreementReport.comparison",
    "scoring.Release.policy",
    "scoring.Release.counts",
    "scoring.Release.annotated",
    "scoring.Release.comparison",
    "scoring.SoftSystem.measures",
    "scoring.Release.ratings_version",
    "scoring.ReleaseEntry.ratings",
    "scoring.Evaluation.beside",
    "scoring.Evaluation.seed",
}


def manifest(path):
    with zipfile.ZipFile(path) as zipped:
        return json.loads(zipped.read("manifest.json"))


def altered(path, member, change):
    """The same archive with one member changed."""
    other = path.with_name(f"altered-{path.name}")
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(other, "w") as after:
        for name in before.namelist():
            content = before.read(name)
            after.writestr(name, change(content) if name == member else content)
    return other


@pytest.fixture
def small(tmp_path):
    """An archive of one table with two lines."""
    path = tmp_path / "small.zip"
    with new_archive(path, kind="test", migrations=[], now=datetime.now(UTC)) as archive:
        archive.add("shelf.Book", ["title"], [b'["one"]\n', b'["two"]\n'])
    return path


class TestTheFile:
    def test_it_gives_back_what_it_was_given(self, small):
        with open_archive(small, kind="test") as archive:
            archive.verify()
            (table,) = archive.manifest.tables
            assert [*archive.lines(table)] == [b'["one"]\n', b'["two"]\n']
            assert table.columns == ["title"]

    def test_only_its_owner_can_read_it(self, small):
        assert small.stat().st_mode & 0o777 == 0o600

    def test_what_is_there_is_not_overwritten(self, small, tmp_path):
        before = small.read_bytes()
        with (
            pytest.raises(ArchiveRefused, match="already exists"),
            new_archive(small, kind="test", migrations=[], now=datetime.now(UTC)),
        ):
            raise AssertionError("it was opened")
        assert small.read_bytes() == before

    def test_an_accident_leaves_no_file_behind(self, tmp_path):
        with (
            pytest.raises(ZeroDivisionError),
            new_archive(
                tmp_path / "torn.zip", kind="test", migrations=[], now=datetime.now(UTC)
            ) as archive,
        ):
            archive.add("shelf.Book", ["title"], (b"%d\n" % (1 // n) for n in (1, 0)))
        assert [*tmp_path.iterdir()] == []

    def test_a_folder_that_is_not_there_is_named(self, tmp_path):
        path = tmp_path / "nowhere" / "a.zip"
        with (
            pytest.raises(ArchiveRefused, match=r"nowhere/a\.zip: No such file"),
            new_archive(path, kind="test", migrations=[], now=datetime.now(UTC)),
        ):
            raise AssertionError("it was opened")

    @pytest.mark.parametrize(
        ("member", "change", "message"),
        [
            ("shelf.Book.jsonl", lambda lines: lines.replace(b"two", b"TWO"), "differs from"),
            ("shelf.Book.jsonl", lambda lines: lines + b"[3]\n", "has 3 rows .* says 2"),
            ("manifest.json", lambda text: text.replace(b"[", b"", 1), "no manifest"),
            (
                "manifest.json",
                lambda text: text.replace(b'"format": 1', b'"format": 2'),
                "other",
            ),
            ("manifest.json", lambda text: text.replace(b"shelf.", b"shop."), "cannot be read"),
        ],
    )
    def test_an_altered_file_is_refused(self, small, member, change, message):
        with (
            pytest.raises(ArchiveRefused, match=message),
            open_archive(altered(small, member, change), kind="test") as archive,
        ):
            archive.verify()

    def test_a_file_cut_short_another_file_and_no_file_are_refused(self, small, tmp_path):
        cut, other = tmp_path / "cut.zip", tmp_path / "other.txt"
        cut.write_bytes(small.read_bytes()[:-40])
        other.write_text("sentence,lexelt\n")
        for path in (cut, other, tmp_path / "none.zip"):
            with (
                pytest.raises(ArchiveRefused, match=path.name),
                open_archive(path, kind="test"),
            ):
                raise AssertionError("it was opened")

    def test_an_archive_of_another_kind_is_refused(self, small):
        with (
            pytest.raises(ArchiveRefused, match="holds a test, not a backup"),
            open_archive(small, kind="backup"),
        ):
            raise AssertionError("it was opened")


class TestALine:
    def test_a_moment_is_said_in_utc_to_the_microsecond(self):
        paris = timezone(timedelta(hours=2))
        moment = datetime(2026, 7, 1, 12, 0, 0, 123_456, tzinfo=paris)
        assert line_of([moment]) == b'["2026-07-01T10:00:00.123456+00:00"]\n'

    def test_json_is_said_the_same_whatever_its_order(self):
        assert line_of([{"b": [1], "a": None}]) == line_of([{"a": None, "b": (1,)}])

    def test_a_number_is_said_as_postgresql_gives_it_back(self):
        # SELECT '[1e16, -0.0, 1e-7, 3.0, 1e300]'::jsonb, read by json.loads, gives the integer
        # 10000000000000000, 0.0, 1e-07, 3.0 and the integer 10 to the power of 300.
        floats, integers = [1e16, -0.0, 1e-7, 3.0, 1e300], [10**16, 0.0, 1e-7, 3.0, 10**300]
        assert line_of(floats) == line_of(integers)
        assert line_of([3.0, 0.1 + 0.2]) == b"[3.0,0.30000000000000004]\n"

    def test_an_uuid_is_said_in_full_and_text_as_it_is(self):
        key = "6f9619ff-8b86-4011-b42d-00c04fc964ff"
        assert line_of([UUID(key), "« é\n »"]) == f'["{key}","« é\\n »"]\n'.encode()

    def test_what_it_cannot_say_is_refused(self):
        with pytest.raises(TypeError, match="no way to say"):
            line_of([b"bytes"])


class TestWhatBelongsToACampaign:
    def test_every_table_of_ours_does_or_is_said_to_stay(self):
        ours = {name_of(m) for m in apps.get_models() if m._meta.app_label in OUR_APPS}
        assert ours - LEFT_BEHIND == {name_of(model) for model in campaign_paths()}

    def test_every_column_names_rows_that_go_along(self):
        for model in campaign_paths():
            assert columns_of(model)

    def test_every_column_that_could_hide_an_id_was_looked_at(self):
        could = {
            str(field)
            for model in campaign_paths()
            for field in fields_of(model)
            if isinstance(field, models.JSONField | models.BigIntegerField)
            and not field.primary_key
        }
        assert could == WITHOUT_IDS | IDS_WITHIN.keys()


@pytest.mark.django_db(transaction=True)
class TestACampaignThatMoves:
    @pytest.fixture
    def moved(self, tmp_path):
        """The path of an archive with every table filled; an annotator's token; the campaign,
        brought in again where others have taken its ids."""
        campaign, token = whole_campaign()
        path = tmp_path / "boats.zip"
        export_campaign(campaign=campaign, path=path)
        delete_annotators(campaign)
        campaign.delete()
        make_campaign("other", subsets=3)
        return path, token, import_campaign(path)

    def test_it_is_equal_and_its_ids_are_not(self, moved, tmp_path):
        path, _token, imported = moved
        assert imported.notices == []
        again = tmp_path / "again.zip"
        export_campaign(campaign=imported.campaign, path=again)
        assert manifest(again)["tables"] == manifest(path)["tables"]
        assert [t["name"] for t in manifest(path)["tables"] if not t["rows"]] == []

    def test_its_releases_are_compared_again(self, tmp_path):
        campaign, _token = whole_campaign()
        freeze_gold(campaign=campaign, rule="median")
        export_campaign(campaign=campaign, path=tmp_path / "boats.zip")
        delete_annotators(campaign)
        campaign.delete()
        import_campaign(tmp_path / "boats.zip")
        compared = ReleaseComparison.objects.values_list("first__number", "second__number")
        assert list(compared) == [(1, 2)]

    def test_a_personal_link_goes_on_working(self, moved):
        _path, token, imported = moved
        assert find_annotator(token).campaign_id == imported.campaign.pk

    def test_ids_inside_other_values_name_the_same_rows(self, moved):
        campaign = moved[2].campaign
        systems = dict(campaign.systems.values_list("id", "name"))
        happy = Candidate.objects.get(
            item__campaign=campaign, item__key="1", text="happy", role="pooled"
        )
        assert [[systems[id], rank] for id, rank in happy.answers] == [
            ["first", 1],
            ["second", 2],
        ]
        repeat = Candidate.objects.filter(item__campaign=campaign, role="repeat").first()
        assert repeat.text == repeat.repeat_of.text
        report = campaign.agreement_reports.get()
        annotators = {str(id) for id in campaign.annotators.values_list("id", flat=True)}
        assert report.by_annotator.keys() < annotators
        assert {str(id) for pair in report.pairs for id in pair["annotators"]} < annotators
        assert report.last_rating == counting_ratings(campaign).latest("id").pk
        tree = campaign.categories.values_list("name", "parent__name", "option__label")
        labels = [*campaign.scale.values_list("label", flat=True)]
        assert [*tree] == [*((label, "All", label) for label in labels), ("All", None, None)]
        entry = AuditEntry.objects.get(campaign=campaign, action="exclude sitting")
        excluded = campaign.annotators.get(exclusions__isnull=False)
        assert entry.detail["annotator"] == excluded.pk
        assert entry.detail["sitting"] == excluded.assignments.get().pk

    def test_what_comes_after_gets_ids_of_its_own(self, moved):
        make_campaign("next")
        assert AgreementReport.objects.create(**copied(AgreementReport.objects.get())).pk

    def test_it_cannot_come_twice(self, moved):
        path, _token, imported = moved
        before = Rating.objects.count()
        with pytest.raises(ArchiveRefused, match="There is already a campaign boats here"):
            import_campaign(path)
        Campaign.objects.filter(pk=imported.campaign.pk).update(slug="renamed")
        # By another name: nobody can be two annotators with one token.
        with pytest.raises(ArchiveRefused, match="refuses a row of"):
            import_campaign(path)
        assert (Campaign.objects.count(), Rating.objects.count()) == (2, before)


def copied(row):
    return {f.name: getattr(row, f.name) for f in row._meta.fields if not f.primary_key}


@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_not_here_is_told_and_the_rest_comes(tmp_path):
    campaign, _token = whole_campaign()
    path = tmp_path / "boats.zip"
    printed_by("export_campaign", "boats", path)
    delete_annotators(campaign)
    campaign.delete()
    for name in ("olga", "vera"):
        Member._meta.get_field("user").related_model.objects.get(username=name).delete()
    make_lead("olga")

    facts = facts_of("import_campaign", path)
    vera = [notice for notice in facts["notices"] if notice["username"] == "vera"]
    assert [(n["table"], n["column"], n["rows"], n["kept"]) for n in vera] == [
        ("campaigns.AuditEntry", "actor", 1, True),
        ("campaigns.Member", "user", 1, False),
        ("rating.Exclusion", "excluded_by", 1, True),
    ]
    members = Member.objects.values_list("campaign__slug", "user__username", "role")
    assert [*members] == [("boats", "olga", "owner")]
    # The log keeps the name of an account that is gone.
    assert AuditEntry.objects.get(campaign__slug="boats", actor_name="vera").actor is None


@pytest.mark.django_db(transaction=True)
def test_work_under_way_stays_behind(tmp_path):
    campaign, _token = whole_campaign()
    job = ask(JobKind("agreement", "nobody.runs.this"), campaign=campaign)
    AgreementReport.objects.update(job=job)
    export_campaign(campaign=campaign, path=tmp_path / "boats.zip")
    delete_annotators(campaign)
    campaign.delete()
    import_campaign(tmp_path / "boats.zip")
    assert not Job.objects.exists()
    assert AgreementReport.objects.get().job is None


@pytest.mark.django_db(transaction=True)
def test_what_a_program_may_do_stays_behind(tmp_path):
    campaign, _token = whole_campaign()
    token = token_for(make_lead("anne", campaign, "owner"), campaign=campaign)
    export_campaign(campaign=campaign, path=tmp_path / "boats.zip")
    assert "campaigns.ApiToken" not in str(manifest(tmp_path / "boats.zip"))
    delete_annotators(campaign)
    campaign.delete()
    import_campaign(tmp_path / "boats.zip")
    assert use_api_token(token) is None


@pytest.mark.django_db(transaction=True)
def test_an_archive_of_another_version_is_refused(tmp_path):
    campaign, _token = whole_campaign()
    path = tmp_path / "boats.zip"
    export_campaign(campaign=campaign, path=path)
    delete_annotators(campaign)
    campaign.delete()
    for before, after, message in (
        (
            b"rating.0001_version_0_1",
            b"rating.0099_later",
            "rating.0099_later, which is not applied",
        ),
        (b'"rating.0001_version_0_1",', b"", "was made before rating.0001_version_0_1"),
        (b'"native_speaker"', b'"mother_tongue"', "annotators.Annotator is not that of"),
    ):
        other = altered(path, "manifest.json", lambda t, b=before, a=after: t.replace(b, a))
        with pytest.raises(ArchiveRefused, match=message):
            import_campaign(other)
        other.unlink()
    assert not Campaign.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_to_the_other_kind_of_database_and_back_it_stays_equal(tmp_path):
    campaign, _token = whole_campaign()
    paths = [tmp_path / f"{number}.zip" for number in range(3)]
    export_campaign(campaign=campaign, path=paths[0])
    with site_of_the_other_kind(tmp_path / "other") as other:
        other.do(
            *("shell", "--no-imports", "-c"),
            "from django.contrib.auth.models import User\n"
            "for name in ('olga', 'vera'): User.objects.create_user(name)",
        )
        other.do("import_campaign", paths[0])
        other.do("export_campaign", "boats", paths[1])
    delete_annotators(campaign)
    campaign.delete()
    imported = import_campaign(paths[1])
    export_campaign(campaign=imported.campaign, path=paths[2])
    tables = [manifest(path)["tables"] for path in paths]
    assert tables[0] == tables[1] == tables[2]


@pytest.mark.django_db(transaction=True)
def test_the_codes_of_a_scale_move_with_their_campaign(tmp_path):
    campaign = coded_campaign((5, 3, 1))
    rate_by_file(campaign, {"happy": "11", "sorry": "53"})
    told = list(campaign.scale.values_list("position", "value", "label", "weight"))
    before = list(Rating.objects.order_by("id").values_list("value", flat=True))
    export_campaign(campaign=campaign, path=tmp_path / "boats.zip")
    delete_annotators(campaign)
    campaign.delete()
    moved = import_campaign(tmp_path / "boats.zip").campaign
    assert list(moved.scale.values_list("position", "value", "label", "weight")) == told
    came = Rating.objects.filter(annotator__campaign=moved).order_by("id")
    assert list(came.values_list("value", flat=True)) == before == [1, 1, 5, 3]
    release = freeze_gold(campaign=moved, min_ratings=2)
    assert [option["value"] for option in release.policy["scale"]] == [5, 3, 1]
