"""The policy a lead chooses when making a release."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.uploads import UploadForm
from regild.tasks import Task

RULES = {
    "mean": _("mean of its ratings"),
    "median": _("median of its ratings"),
    "majority": _("verdict of the majority"),
    "plurality": _("what was chosen most often"),
    "severity": _("mean of its ratings, adjusted for how strict each annotator is"),
}


# Of what has no order and no weight.
CHOICES = {
    "plurality": _("the category that more chose than any other"),
    "majority": _("the category that more than half chose"),
}


class ReleaseForm(forms.Form):
    rule = forms.ChoiceField(
        label=_("Weight of a candidate"),
    )
    min_ratings = forms.IntegerField(
        label=_("Ratings a candidate needs"),
        min_value=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        help_text=_("With fewer it is listed as undecided, without a weight."),
    )
    list_unanimous_zeros = forms.BooleanField(
        label=_("List what every annotator found worth 0 in the gold's lines"), required=False
    )
    stable = forms.BooleanField(
        label=_("Annotators keep their numbers from earlier releases"),
        required=False,
        help_text=_("Their answers can then be followed from release to release."),
    )
    notes = forms.CharField(
        label=_("Notes"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=2_000,
        required=False,
        help_text=_("They are published with the release."),
    )

    def __init__(self, *args: Any, task: Task, stable: bool, **kwargs: Any) -> None:
        """`stable`: whether consent says that numbers are kept."""
        super().__init__(*args, **kwargs)
        if not stable:
            del self.fields["stable"]
        rule = cast(forms.ChoiceField, self.fields["rule"])
        rule.choices = [(name, RULES[name]) for name in task.rules]
        if task.level == "nominal":
            rule.label = _("Category of a document")
            rule.choices = [(name, CHOICES[name]) for name in task.rules]
            # Nothing weighs 0 where nothing has a weight.
            del self.fields["list_unanimous_zeros"]
            self.fields["min_ratings"].label = _("Ratings a document needs")
            self.fields["min_ratings"].help_text = _(
                "With fewer it is listed as undecided, without a category."
            )


class MultiwordsForm(UploadForm):
    multiwords = forms.FileField(
        label=_("Multiwords that annotators saw"),
        help_text=_("Lines such as take.v 12 :: take off 3;take out 1; or a table"),
        allow_empty_file=True,
    )
