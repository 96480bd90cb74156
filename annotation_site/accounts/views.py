"""Getting in: the first account, signing in, invitations, a new password, one's own account."""

from collections.abc import Sequence
from math import ceil
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.generic import FormView

from annotation_site.accounts.forms import (
    AccountForm,
    AskPasswordForm,
    FirstAccountForm,
    SignUpForm,
)
from annotation_site.accounts.letters import ask_for_password_letter
from annotation_site.accounts.limits import (
    letter_tries,
    make_known,
    setup_tries,
    sign_in_tries,
)
from annotation_site.accounts.services import (
    NotFirst,
    accounts_exist,
    make_first_account,
    sign_up,
)
from campaigns.models import Campaign
from campaigns.pages.requests import lead_of
from campaigns.selectors.invitations import find_invitation
from campaigns.services.people import InvitationGone, accept_invitation
from core.throttling import Try, claim, release

show_and_take = require_http_methods(["GET", "HEAD", "POST"])


def stronger_ways() -> dict[str, Any]:
    """What the operator has switched on beside passwords, as templates ask for it."""
    university = settings.OIDC_NAME if settings.OIDC_ISSUER else ""
    return {"university": university, "second_factor": settings.SECOND_FACTOR}


class ThrottledView(FormView):  # type: ignore[type-arg]
    """A form that says how long to wait, and does nothing, when it was sent too often."""

    def tries(self) -> Sequence[Try]:
        raise NotImplementedError

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.claimed = claim(self.tries())
        if not self.claimed.seconds:
            return super().post(request, *args, **kwargs)
        form = self.get_form_class()(initial=request.POST.dict())
        minutes = ceil(self.claimed.seconds / 60)
        context = self.get_context_data(form=form, minutes=minutes)
        wait = {"Retry-After": self.claimed.seconds}
        return self.render_to_response(context, status=429, headers=wait)


class SignInView(ThrottledView, auth.LoginView):
    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True

    def tries(self) -> Sequence[Try]:
        return sign_in_tries(self.request, self.request.POST.get("username", ""))

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not accounts_exist():
            return redirect("first-run")
        return super().get(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        release(self.claimed)
        user = form.get_user()
        if settings.SECOND_FACTOR:
            from annotation_site.accounts.second_factor import sign_in_by_password

            answer = sign_in_by_password(self.request, user, onward=self.get_success_url())
        else:
            answer = super().form_valid(form)
        make_known(self.request, answer, user.get_username())
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, **stronger_ways())


@require_safe
def sign_in_to_admin(request: HttpRequest) -> HttpResponse:
    """In place of the admin's own form, which would be a way round the throttle."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))


class AskPasswordView(SuccessMessageMixin, ThrottledView):  # type: ignore[type-arg]
    template_name = "accounts/ask_password.html"
    form_class = AskPasswordForm
    success_url = reverse_lazy("sign-in")
    # The same for every address, so that nobody learns who has an account.
    success_message = gettext_lazy(
        "If there is an account with this address, we have sent it a link to choose a new"
        " password."
    )

    def tries(self) -> Sequence[Try]:
        return letter_tries(self.request, self.request.POST.get("email", ""))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, mail=settings.MAIL_IS_SET_UP)

    def form_valid(self, form: Any) -> HttpResponse:
        if ask_for_password_letter(form.cleaned_data["email"]):
            return super().form_valid(form)
        form.add_error(None, _("E-mail cannot be sent at the moment. Please try again later."))
        return self.form_invalid(form)


class ChoosePasswordView(SuccessMessageMixin, auth.PasswordResetConfirmView):  # type: ignore[type-arg]
    template_name = "accounts/choose_password.html"
    success_url = reverse_lazy("sign-in")
    success_message = gettext_lazy("Password changed. Sign in with your new password.")

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        make_known(self.request, answer, form.user.get_username())
        if settings.OIDC_ISSUER:
            from annotation_site.accounts.university_accounts import note_proven_address

            note_proven_address(form.user)
        return answer


class ChangePasswordView(SuccessMessageMixin, auth.PasswordChangeView):  # type: ignore[type-arg]
    template_name = "accounts/change_password.html"
    success_url = reverse_lazy("account")
    success_message = gettext_lazy("Password changed.")


class FirstRunView(ThrottledView):
    """The first account, on a site that has none; after that, nothing."""

    template_name = "accounts/first_run.html"
    form_class = FirstAccountForm

    def tries(self) -> Sequence[Try]:
        return setup_tries(self.request)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if accounts_exist():
            return redirect("sign-in")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            user = make_first_account(**form.person())
        except NotFirst:
            return redirect("sign-in")
        login(self.request, user)
        return redirect("home")


first_run = sensitive_post_parameters()(show_and_take(never_cache(FirstRunView.as_view())))
sign_in = show_and_take(SignInView.as_view())
ask_password = show_and_take(AskPasswordView.as_view())
choose_password = show_and_take(ChoosePasswordView.as_view())
change_password = show_and_take(ChangePasswordView.as_view())


@sensitive_post_parameters()
@show_and_take
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever has an account accepts; whoever has none makes one that accepts."""
    found = find_invitation(token)
    if found is None:
        return _gone(request)
    context: dict[str, Any] = {"invitation": found, "token": token, **stronger_ways()}
    if not request.user.is_authenticated:
        form = SignUpForm(request.POST or None, initial={"email": found.email})
        if form.is_valid():
            try:
                user, campaign = sign_up(token=token, **form.person())
            except InvitationGone:
                return _gone(request)
            login(request, user)
            return _welcome(request, campaign)
        context["form"] = form
    return render(request, "accounts/invitation.html", context)


@require_POST
@never_cache
def accept(request: HttpRequest, token: str) -> HttpResponse:
    if not isinstance(request.user, User):
        return redirect("invitation", token)
    try:
        campaign = accept_invitation(token=token, user=request.user)
    except InvitationGone:
        return _gone(request)
    return _welcome(request, campaign)


@sensitive_post_parameters()
@show_and_take
@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    # Not request.user itself: the page's header would show a name that was refused.
    lead = User.objects.get(pk=lead_of(request).pk)
    form = AccountForm(request.POST or None, instance=lead)
    if form.is_valid():
        form.save()
        messages.success(request, _("Account saved."))
        return redirect("account")
    return render(request, "accounts/account.html", {"form": form, **stronger_ways()})


def _welcome(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    messages.success(request, _("You are now a member of “%s”.") % campaign.title)
    return redirect("overview", campaign.slug)


def _gone(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/invitation_gone.html", status=404)
