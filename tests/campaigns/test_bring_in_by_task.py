"""A campaign of each task: page, API and command make the same one, and refuse the same."""

import html
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError

from campaigns.models import AuditEntry, Campaign
from regild.tasks import TASKS
from tests.categories.factories import make_categories
from tests.commands import facts_of
from tests.people import make_lead, program_of, signed_in
from tests.sources_by_task import FILES
from tests.utterances.factories import make_utterances

pytestmark = pytest.mark.django_db

NEW = "/campaigns/new/"
CAMPAIGNS = "/api/v1/campaigns/"


@pytest.fixture
def lead(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    return make_lead("lead")


def uploads(files):
    return {
        name: SimpleUploadedFile(file, text.encode()) for name, (file, text) in files.items()
    }


def by_page(lead, slug, task, files, **chosen):
    data = {"task": task, "title": "A title", "slug": slug, "language": "en", **chosen}
    if len(TASKS[task].scales) and "scale" not in data:
        data["scale"] = next(iter(TASKS[task].scales))
    if "multiwords" in TASKS[task].settings:
        data.setdefault("multiwords", "keep")
    return signed_in(lead).post(NEW, {**data, **uploads(files)})


def by_program(lead, slug, task, files, **chosen):
    data = {"task": task, "title": "A title", "slug": slug, "language": "en", **chosen}
    return program_of(lead).post(CAMPAIGNS, {**data, **uploads(files)})


def by_command(folder, slug, task, files, *chosen):
    options = ["--task", task, "--title", "A title", "--language", "en", *chosen]
    for name, (file, text) in files.items():
        (folder / file).write_text(text, encoding="utf-8")
        options += [f"--{name}", folder / file]
    return facts_of("create_campaign", slug, *options)


def stored(slug):
    """All that was brought in, whatever ids it has."""
    campaign = Campaign.objects.get(slug=slug)
    tree = campaign.categories.values_list(
        "position", "name", "parent__name", "definition", "option__value"
    )
    gold = campaign.items.filter(gold__isnull=False).order_by("position", "gold__id")
    settings = Campaign.objects.filter(id=campaign.pk).values(
        "title", "task", "language", "multiwords", "mapping", "excluded_targets", "min_ratings"
    )
    return {
        "settings": list(settings),
        "scale": list(campaign.scale.values_list("position", "value", "label", "weight")),
        "tree": list(tree),
        "items": list(
            campaign.items.values_list(
                "key", "position", "group", "label", "text", "content", "gold_codes"
            )
        ),
        "gold": list(gold.values_list("key", "gold__text", "gold__votes", "gold__given_by")),
    }


@pytest.mark.parametrize("task", TASKS)
def test_page_api_and_command_make_the_same_campaign(lead, tmp_path, task):
    files = FILES[task]
    made = by_page(lead, "page", task, files)
    assert made.status_code == 302, made.content
    answer = by_program(lead, "api", task, files)
    assert answer.status_code == 201, answer.content
    facts = by_command(tmp_path, "command", task, files)
    assert stored("page") == stored("api") == stored("command")
    assert stored("page")["items"]
    assert stored("page")["gold"]
    entries = AuditEntry.objects.filter(action="create campaign").order_by("id")
    assert [entry.detail for entry in entries] == [
        {"sentences": facts["sentences"], "gold_substitutes": facts["gold_substitutes"]}
    ] * 3


@pytest.mark.parametrize("task", TASKS)
def test_the_page_asks_for_the_files_of_its_task_alone(lead, task):
    page = signed_in(lead).get(NEW, {"task": task})
    shown = html.unescape(page.content.decode())
    wanted = {n: file for n, file in TASKS[task].files.items() if file.of == "campaign"}
    shown_files = re.findall(r'type="file" name="(\w+)"', shown)
    assert shown_files == [*wanted]
    assert all(file.help in shown for file in wanted.values())
    assert ("multiwords" in page.context["form"].fields) == (task == "substitution")
    assert ('name="scale"' in shown) == bool(TASKS[task].scales)


def test_first_it_is_asked_what_is_judged(lead):
    page = signed_in(lead).get(NEW)
    shown = page.content.decode()
    for task in TASKS.values():
        assert f'href="{NEW}?task={task.name}"' in shown
        assert task.phrases["about the task"] in shown


def told(answer):
    assert answer.status_code == 400, answer.content
    return {error["field"]: error["code"] for error in answer.json()["errors"]}


def test_what_does_not_go_with_the_task_is_told_field_by_field(lead):
    gold = {"gold": FILES["categories"]["gold"], "mapping": ("m.txt", "")}
    answer = by_program(lead, "mail", "categories", gold, scale="0-3", multiwords="drop")
    assert told(answer) == {
        "documents": "required",
        "categories": "required",
        "mapping": "no_use",
        "scale": "no_use",
        "multiwords": "no_use",
    }
    asked = FILES["utterances"]
    assert told(by_program(lead, "odd", "utterances", asked, scale="good-reasonable-bad")) == {
        "scale": "no_use"
    }
    page = by_page(lead, "mail", "categories", gold)
    assert page.context["form"].errors.keys() == {"documents", "categories"}
    assert not Campaign.objects.exists()


def test_the_command_says_all_that_does_not_go_together(tmp_path):
    with pytest.raises(CommandError) as refused:
        by_command(tmp_path, "mail", "categories", {"mapping": ("m.txt", "")}, "--scale", "0-3")
    for word in ("documents", "categories", "mapping", "no other can be"):
        assert word in str(refused.value)


def test_a_shell_brings_in_a_folder_of_documents(tmp_path):
    folder = tmp_path / "mail"
    (folder / "ann").mkdir(parents=True)
    (folder / "ann" / "1.txt").write_text("Subject: Boats\n\nThree of them.\n")
    (folder / "ann" / "2.txt").write_text("Only words.\n")
    tree = tmp_path / "tree.csv"
    tree.write_text(FILES["categories"]["categories"][1])
    given = ["--documents", folder, "--categories", tree, "--language", "en"]
    facts = facts_of("create_campaign", "mail", "--task", "categories", *given)
    assert facts["sentences"] == 2
    items = Campaign.objects.get().items
    assert [one["headers"] for one in items.values_list("content", flat=True)] == [
        {"subject": "Boats"},
        {},
    ]


def test_a_folder_where_a_file_belongs_is_refused(tmp_path):
    with pytest.raises(CommandError, match="Is a directory"):
        facts_of("create_campaign", "mail", "--sentences", tmp_path, "--language", "en")


# ---- Other ones -----------------------------------------------------------------------------

OTHER_TREE = "category,parent\nKeep,\nThrow away,\n"
OTHERS = {
    "categories": {
        "documents": ("d.csv", "document,text\na,One.\nb,Two.\n"),
        "categories": ("c.csv", OTHER_TREE),
        "gold": ("g.csv", "document,annotator,category\na,ann,Keep\n"),
    },
    "utterances": {
        "sets": (
            "s.json",
            json.dumps(
                {
                    "options": {},
                    "sets": [
                        {
                            "set": "x",
                            "probe": "cat",
                            "utterances": [
                                {"words": ["A", "cat"], "place": 1, "natural": True},
                                {"words": ["A", "of"], "place": 1, "natural": False},
                            ],
                        }
                    ],
                }
            ),
        )
    },
}
MAKE = {"categories": make_categories, "utterances": make_utterances}


@pytest.mark.parametrize("task", OTHERS)
def test_page_and_api_start_over_with_the_same(lead, task):
    for slug in ("page", "api"):
        MAKE[task](slug, by=lead)
    page = signed_in(lead).post("/campaigns/page/start-over/", uploads(OTHERS[task]))
    assert page.status_code == 302, page.content
    answer = program_of(lead).post(f"{CAMPAIGNS}api/start-over/", uploads(OTHERS[task]))
    assert answer.status_code == 200, answer.content
    for slug in ("page", "api"):
        Campaign.objects.filter(slug=slug).update(title="A title")
    assert stored("page") == stored("api")
    found = stored("page")
    assert len(found["items"]) == {"categories": 2, "utterances": 1}[task]
    if task == "categories":
        assert [label for _p, _v, label, _w in found["scale"]] == ["Keep", "Throw away"]
        assert [row[1] for row in found["tree"]] == ["Keep", "Throw away"]


def test_a_campaign_starts_over_with_its_own_tasks_files_alone(lead):
    make_categories(by=lead)
    before = stored("mail")
    there = f"{CAMPAIGNS}mail/start-over/"
    answer = program_of(lead).post(there, uploads(OTHERS["utterances"]))
    assert told(answer) == {
        "documents": "required",
        "categories": "required",
        "sets": "no_use",
    }
    page = signed_in(lead).post("/campaigns/mail/start-over/", uploads(OTHERS["utterances"]))
    assert page.context["form"].errors.keys() == {"documents", "categories"}
    assert stored("mail") == before


def test_examples_of_other_categories_go_with_them(lead):
    campaign = make_categories(by=lead)
    example = {"text": "Hello", "headers": {}, "attachments": [], "why": "w", "value": 2}
    there = f"{CAMPAIGNS}mail/start-over/"
    for sent, kept in ((FILES["categories"], [example]), (OTHERS["categories"], [])):
        Campaign.objects.filter(id=campaign.pk).update(examples=[example])
        assert program_of(lead).post(there, uploads(sent)).status_code == 200
        assert Campaign.objects.get(id=campaign.pk).examples == kept
