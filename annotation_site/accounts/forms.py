"""What a lead says about themselves."""

from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


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
