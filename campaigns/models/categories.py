"""The tree that a campaign's categories stand in, where its scale is made of categories."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign, ScaleOption


class Category(models.Model):
    """A place in the tree. Only the leaves can be chosen: they are the buttons of the scale."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="categories", db_index=False
    )
    position = models.PositiveSmallIntegerField(help_text=_("order in the file, from 0"))
    name = models.CharField(max_length=100)
    parent = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="below"
    )
    definition = models.TextField(blank=True)
    # Empty: others stand below it.
    option = models.OneToOneField(
        ScaleOption, models.CASCADE, null=True, blank=True, related_name="category"
    )

    class Meta:
        ordering = ["campaign", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "position"], name="category_position_once"
            ),
            # Files call a category by its name alone.
            models.UniqueConstraint(fields=["campaign", "name"], name="category_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class TreeRevision(models.Model):
    """The tree as it was before a change, as it was then, and what became of each category.

    Never rewritten. No code is ever given to another category: all that there were are here.
    """

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="revisions", db_index=False
    )
    number = models.PositiveIntegerField()
    # Annotations given before it, and those that it carried over, are told apart by it.
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    note = models.TextField(blank=True)
    before = models.JSONField(help_text=_("name, parent, definition, code of each category"))
    after = models.JSONField(help_text=_("the same, as it was made"))
    fates = models.JSONField(help_text=_("code, name, fate, into, to of each that was chosen"))
    carried = models.PositiveIntegerField(help_text=_("annotations that have another code now"))
    dropped = models.PositiveIntegerField(help_text=_("annotations that no longer count"))
    labels_carried = models.PositiveIntegerField(
        help_text=_("labels of the first gold and of systems that have another name now")
    )
    labels_left = models.PositiveIntegerField(
        help_text=_("labels whose category is no more, left as they were")
    )

    class Meta:
        ordering = ["campaign", "number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="revision_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} {self.number}"
