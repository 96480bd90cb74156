"""What a lead says about themselves."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation_site.accounts.setup_code import is_setup_code
from campaigns.models import Campaign, Member
from campaigns.selectors.permission import ROLES, campaigns_of
from core.forms.fields import end_of


class PersonMeta:
    model = User
    fields = ("username", "email")
    labels = {"username": _("Name"), "email": _("E-mail address")}
    help_texts = {
        "username": _("To sign in with: letters, digits and @ . + - _, no blanks."),
        "email": _("Where a new password can be asked for, should you forget yours."),
    }


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """A name nobody else has, however they write it, and an address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].required = True
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["username"].widget.attrs["autocomplete"] = "username"

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        others = User.objects.exclude(id=self.instance.pk)
        if others.filter(username__iexact=name).exists():
            raise ValidationError(_("Somebody has this name already."))
        return name


class SignUpForm(PersonForm, BaseUserCreationForm):  # type: ignore[type-arg]
    class Meta(PersonMeta):
        pass

    def person(self) -> dict[str, str]:
        given = self.cleaned_data
        return {
            "name": given["username"],
            "email": given["email"],
            "password": given["password1"],
        }


class FirstAccountForm(SignUpForm):
    setup_code = forms.CharField(
        label=_("Setup code"),
        help_text=_("Whoever started this site finds it in its log."),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )

    field_order = ("setup_code",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.pop("autofocus", None)

    def clean_setup_code(self) -> str:
        said: str = self.cleaned_data["setup_code"]
        if not is_setup_code(said):
            raise ValidationError(_("This is not the setup code of this site."))
        return said


class AskPasswordForm(forms.Form):
    email = forms.EmailField(
        label=PersonMeta.labels["email"],
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class AccountForm(PersonForm):
    """Changing either needs the password: who may change the address may change that too."""

    current_password = forms.CharField(
        label=_("Your present password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    class Meta(PersonMeta):
        pass

    def clean_current_password(self) -> str:
        password: str = self.cleaned_data["current_password"]
        if not self.instance.check_password(password):
            raise ValidationError(_("This is not your present password."))
        return password


class TokenForm(forms.Form):
    """What a program may do in one's name. One's own role is a limit as well."""

    name = forms.CharField(
        label=_("What it is for"), help_text=_("so that you know it again"), max_length=80
    )
    scope = forms.ChoiceField(
        label=_("It may at most do what this role may"),
        choices=[(role.value, role.label) for role in ROLES],
        initial=Member.Role.VIEWER,
        widget=forms.RadioSelect,
    )
    campaign = forms.ModelChoiceField(
        label=_("Campaign"),
        queryset=Campaign.objects.none(),
        required=False,
        empty_label=_("all of mine, later ones too"),
    )
    last_day = forms.DateField(
        label=_("Last day (UTC)"),
        help_text=_("a day such as 2026-12-31; empty for no end"),
        required=False,
    )

    def __init__(self, lead: User, data: Any = None) -> None:
        super().__init__(data)
        self.fields["campaign"].queryset = campaigns_of(lead)  # type: ignore[attr-defined]
        self.fields["campaign"].label_from_instance = lambda one: one.title  # type: ignore[attr-defined]

    def clean_last_day(self) -> datetime | None:
        """The last moment of the day."""
        day = self.cleaned_data["last_day"]
        if day is None:
            return None
        if day < timezone.now().date():
            raise ValidationError(_("This day is over."))
        return end_of(day)

    def choices(self) -> dict[str, Any]:
        said = self.cleaned_data
        return {
            "name": said["name"],
            "scope": Member.Role(said["scope"]),
            "campaign": said["campaign"],
            "expires_at": said["last_day"],
        }
