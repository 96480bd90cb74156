"""The sections of a campaign's settings whose rows are a list: scale, examples, questions.

A few empty rows wait at the end, so that adding one needs no script.
"""

from typing import Any, ClassVar, cast

from django import forms
from django.contrib.auth.models import User
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.written import WRITTEN
from campaigns.models import Campaign
from campaigns.selectors.scale import are_places, places_of, scale_of, told_option
from campaigns.selectors.task import task_of
from campaigns.services.settings import Option, change_settings, set_scale, with_codes
from regild.rating.batch import LARGEST_VALUE

# As many buttons as fit beside each other on a phone.
MOST_OPTIONS = 7
MOST_ROWS = 50


class RowForm(forms.Form):
    """One entry of the list: `shown` is what the fields say of it, `entry` the way back."""

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign

    @staticmethod
    def shown(entry: dict[str, Any], *, campaign: Campaign) -> dict[str, Any]:
        raise NotImplementedError

    def entry(self) -> dict[str, Any]:
        raise NotImplementedError


class ListFormSet(forms.BaseFormSet):  # type: ignore[type-arg]
    """The rows of one JSON column of the campaign."""

    column: ClassVar[str]

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        super().__init__(
            data,
            initial=[
                self.form.shown(entry, campaign=campaign)
                for entry in getattr(campaign, self.column)
            ],
            form_kwargs={"campaign": campaign},
        )

    def entries(self) -> list[dict[str, Any]]:
        return [form.entry() for form in filled(self)]

    def store(self, *, campaign: Campaign, by: User | None) -> None:
        entries = self.entries()
        if entries != getattr(campaign, self.column):
            change_settings(campaign=campaign, changes={self.column: entries}, by=by)


def filled(rows: Any) -> list[Any]:
    """The rows of a valid formset that hold something and are not ticked to go."""
    return [
        form for form in rows.forms if form.cleaned_data and not form.cleaned_data.get("DELETE")
    ]


class SampleForm(RowForm):
    """A candidate in its item, and what we think of it."""

    why = forms.CharField(label=gettext_lazy("Why"), max_length=500)

    # What is said of the substitute: names of fields that take a value of the scale.
    values: ClassVar[dict[str, Any]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.nominal = task_of(self.campaign).level == "nominal"
        item = WRITTEN[self.campaign.task].fields()
        self.fields |= item | {name: self._value(label) for name, label in self.values.items()}
        self.order_fields([*item, *self.values, "why"])

    def _value(self, label: Any) -> forms.TypedChoiceField:
        task = task_of(self.campaign)
        options = [(one["value"], told_option(one, task)) for one in scale_of(self.campaign)]
        return forms.TypedChoiceField(label=label, choices=[("", "—"), *options], coerce=int)

    @staticmethod
    def shown(entry: dict[str, Any], *, campaign: Campaign) -> dict[str, Any]:
        return {**entry, **WRITTEN[campaign.task].shown(entry)}

    def entry(self) -> dict[str, Any]:
        data = self.cleaned_data
        said = {name: data[name] for name in [*self.values, "why"]}
        return {**WRITTEN[self.campaign.task].entry(data), **said}


class ExampleForm(SampleForm):
    values = {"value": gettext_lazy("Value")}


class PracticeForm(SampleForm):
    values = {"low": gettext_lazy("Accepted from"), "high": gettext_lazy("to")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.nominal:
            # Nothing lies from one category to another.
            self.fields["low"].label = gettext_lazy("Accepted category")
            self.fields["high"].required = False
            self.fields["high"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if self.nominal:
            # Changed on the page alone, where the other is not seen.
            data["high"] = data.get("low")
            return data
        places = places_of(self.campaign)
        if data.keys() >= {"low", "high"} and places[data["low"]] > places[data["high"]]:
            self.add_error("high", _("This is below the lowest accepted value."))
        return data


class QuestionForm(RowForm):
    label = forms.CharField(label=gettext_lazy("Question"), max_length=200)
    choices = forms.CharField(
        label=gettext_lazy("Choices, one per line; leave empty for free text"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    # The answers given so far are kept under it, whatever becomes of the wording.
    key = forms.SlugField(required=False, max_length=40, widget=forms.HiddenInput)

    @staticmethod
    def shown(entry: dict[str, Any], *, campaign: Campaign) -> dict[str, Any]:
        return {**entry, "choices": "\n".join(entry["choices"])}

    def entry(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"key": data["key"], "label": data["label"], "choices": _lines(data["choices"])}


class ComprehensionForm(RowForm):
    """A question about the instructions."""

    question = forms.CharField(label=gettext_lazy("Question"), max_length=300)
    choices = forms.CharField(
        label=gettext_lazy("Choices, one per line"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    correct = forms.CharField(
        label=gettext_lazy("Correct choice"),
        help_text=gettext_lazy("Exactly as written among the choices."),
        max_length=300,
    )

    @staticmethod
    def shown(entry: dict[str, Any], *, campaign: Campaign) -> dict[str, Any]:
        return {**entry, "choices": "\n".join(entry["choices"])}

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        choices = _lines(data.get("choices", ""))
        if choices and len(set(choices)) < max(2, len(choices)):
            self.add_error("choices", _("Give at least two different answers."))
        if choices and data.get("correct") and data["correct"] not in choices:
            self.add_error("correct", _("This is not one of the answers."))
        return data

    def entry(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "question": data["question"],
            "choices": _lines(data["choices"]),
            "correct": data["correct"],
        }


class QuotaForm(RowForm):
    """How many may take part with one answer to a question."""

    said = forms.ChoiceField(label=gettext_lazy("Answer"))
    most = forms.IntegerField(
        label=gettext_lazy("Maximum number of people"), min_value=0, max_value=1_000_000
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said = cast(forms.ChoiceField, self.fields["said"])
        said.choices = [
            ("", "—"),
            *(
                (f"{question['key']}:{choice}", f"{question['label']} {choice}")
                for question in self.campaign.questions
                for choice in question["choices"]
            ),
        ]
        offered = {value for value, _words in said.choices}
        # A quota outlives the answer that it names: whoever gave it is counted still.
        said.choices += [
            (value, _("%(answer)s (no longer offered)") % {"answer": quota["answer"]})
            for quota in self.campaign.quotas
            if (value := f"{quota['question']}:{quota['answer']}") not in offered
        ]

    @staticmethod
    def shown(entry: dict[str, Any], *, campaign: Campaign) -> dict[str, Any]:
        return {"said": f"{entry['question']}:{entry['answer']}", "most": entry["most"]}

    def entry(self) -> dict[str, Any]:
        question, _colon, answer = self.cleaned_data["said"].partition(":")
        return {"question": question, "answer": answer, "most": self.cleaned_data["most"]}


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class ComprehensionFormSet(ListFormSet):
    column = "comprehension"


class QuotaFormSet(ListFormSet):
    column = "quotas"

    def clean(self) -> None:
        if any(self.errors):
            return
        said = [form.cleaned_data["said"] for form in filled(self)]
        if len(set(said)) < len(said):
            raise forms.ValidationError(_("There are two quotas for the same answer."))


class ExampleFormSet(ListFormSet):
    column = "examples"


class PracticeFormSet(ListFormSet):
    column = "practice"


class QuestionFormSet(ListFormSet):
    column = "questions"

    def entries(self) -> list[dict[str, Any]]:
        """A new question gets a key from its wording, unlike any other's."""
        entries = super().entries()
        taken = {entry["key"] for entry in entries}
        for entry in entries:
            if not entry["key"]:
                entry["key"] = _free_key(slugify(entry["label"])[:30] or "question", taken)
                taken.add(entry["key"])
        return entries


class OptionForm(forms.Form):
    label = forms.CharField(label=gettext_lazy("Label"), max_length=60)
    weight = forms.FloatField(label=gettext_lazy("Weight"))
    value = forms.IntegerField(
        label=gettext_lazy("Code"),
        help_text=gettext_lazy(
            "The value stored in ratings and files. Leave empty "
            "for its position, counted from 0."
        ),
        required=False,
        min_value=0,
        max_value=LARGEST_VALUE,
    )


class OptionFormSet(forms.BaseFormSet):  # type: ignore[type-arg]
    """The scale's buttons, from the lowest up."""

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        # Codes nobody chose are not shown, and follow the buttons when one is taken away.
        chosen = ["value"] if not are_places(list(places_of(campaign))) else []
        options = campaign.scale.order_by("position").values("label", "weight", *chosen)
        super().__init__(data, initial=list(options))

    def clean(self) -> None:
        if any(self.errors):
            return
        options = self.options()
        if len(options) < 2:
            raise forms.ValidationError(_("A scale needs at least two labels."))
        if len({option.label for option in options}) < len(options):
            raise forms.ValidationError(_("Two buttons have the same label."))
        if len({option.value for option in options}) < len(options):
            raise forms.ValidationError(_("Two buttons have the same code."))

    def options(self) -> list[Option]:
        rows = [form.cleaned_data for form in filled(self)]
        return with_codes([Option(row["label"], row["weight"], row["value"]) for row in rows])

    def store(self, *, campaign: Campaign, by: User | None) -> None:
        """Raises RatingsExist."""
        set_scale(campaign=campaign, options=self.options(), by=by)


def _free_key(base: str, taken: set[str]) -> str:
    key, number = base, 1
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    return key


def _rows(form: type[forms.Form], formset: Any, *, extra: int, most: int = MOST_ROWS) -> Any:
    return forms.formset_factory(
        form,
        formset=formset,
        extra=extra,
        can_delete=True,
        can_delete_extra=False,
        max_num=most,
        absolute_max=most,
    )


SCALE = _rows(OptionForm, OptionFormSet, extra=2, most=MOST_OPTIONS)
EXAMPLES = _rows(ExampleForm, ExampleFormSet, extra=2)
PRACTICE = _rows(PracticeForm, PracticeFormSet, extra=2)
QUESTIONS = _rows(QuestionForm, QuestionFormSet, extra=1)
COMPREHENSION = _rows(ComprehensionForm, ComprehensionFormSet, extra=1)
QUOTAS = _rows(QuotaForm, QuotaFormSet, extra=2)
