"""What a campaign's releases say of themselves that nobody but a lead knows."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_STATEMENT = 5_000


def statement(what: Any) -> "models.TextField[str, str]":
    return models.TextField(
        blank=True, default="", db_default="", max_length=LONGEST_STATEMENT, help_text=what
    )


class DataCard(models.Model):
    """Plain text; what is empty stands in the card as unknown."""

    authors = statement(_("whom to cite, a line each: Family, Given"))
    license = models.CharField(
        max_length=60,
        blank=True,
        default="",
        db_default="",
        help_text=_("of its releases, an SPDX id such as CC-BY-4.0; empty: not decided"),
    )
    paper = statement(_("what to cite or read beside it"))
    funding = statement(_("who paid for it"))
    rationale = statement(_("why this data was made, and how its items were chosen"))
    source_text = statement(_("where the text comes from"))
    text_authors = statement(_("who wrote or spoke the text"))
    recruitment = statement(_("how annotators were reached, and what they were paid"))
    annotator_profile = statement(_("who the annotators are"))
    uses = statement(_("what the data is meant for"))
    misuses = statement(_("what it should not be used for"))
    limitations = statement(_("what is known to be wrong or missing, and its biases"))
    personal_data = statement(_("what the text tells of people"))

    class Meta:
        abstract = True
