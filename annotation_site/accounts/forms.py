"""What a lead says about themselves."""

from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from annotation_site.accounts.setup_code import is_setup_code
from campaigns.models import Campaign, Member
from campaigns.selectors.permission import ROLES, campaigns_of
from core.forms.fields import LastDayField


class PersonMeta:
    model = User
    fields = ("username", "email")
    labels = {"username": _("Name"), "email": _("E-mail address")}
    help_texts = {
        "username": _("Letters, digits and @ . + - _ only. You sign in with it."),
        "email": _("For resetting your password."),
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
            raise ValidationError(_("This name is already taken."))
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
        help_text=_("It is printed in the log of the site when it starts."),
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
            raise ValidationError(_("The setup code is not right."))
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
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    class Meta(PersonMeta):
        pass

    def clean_current_password(self) -> str:
        password: str = self.cleaned_data["current_password"]
        if not self.instance.check_password(password):
            raise ValidationError(_("The current password is not right."))
        return password


class TokenForm(forms.Form):
    """What a program may do in one's name. One's own role is a limit as well."""

    name = forms.CharField(
        label=_("Note"), help_text=_("What is this token for?"), max_length=80
    )
    scope = forms.ChoiceField(
        label=_("Permissions"),
        choices=[(role.value, role.label) for role in ROLES],
        initial=Member.Role.VIEWER,
        widget=forms.RadioSelect,
    )
    campaign = forms.ModelChoiceField(
        label=_("Campaign"),
        queryset=Campaign.objects.none(),
        required=False,
        empty_label=_("all my campaigns, including future ones"),
    )
    last_day = LastDayField(
        label=_("Expiration date"),
        help_text=_("until midnight at its end, UTC; leave empty for no expiration"),
        required=False,
    )

    def __init__(self, lead: User, data: Any = None) -> None:
        super().__init__(data)
        self.fields["campaign"].queryset = campaigns_of(lead)  # type: ignore[attr-defined]
        self.fields["campaign"].label_from_instance = lambda one: one.title  # type: ignore[attr-defined]

    def choices(self) -> dict[str, Any]:
        said = self.cleaned_data
        return {
            "name": said["name"],
            "scope": Member.Role(said["scope"]),
            "campaign": said["campaign"],
            "expires_at": said["last_day"],
        }
