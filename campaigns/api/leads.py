"""What every call of a lead's program shares: its token, its campaign, its limits."""

from collections.abc import Collection
from typing import Any, ClassVar, cast

from django.contrib.auth.models import User
from django.http import Http404
from django.urls import reverse
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from campaigns.models import ApiToken, Campaign, Job, Member
from campaigns.selectors.permission import ROLES, campaign_for, may
from campaigns.services.api_tokens import use_api_token
from campaigns.services.archiving import CampaignArchived
from core.api.lists import Query, asked_of
from core.api.problems import Problem, unknown_fields
from core.refusals import Refused, TooOften
from core.throttling import Limit, Try, address_of, count, seconds_to_wait
from regild.problems import BadFiles

# In five minutes: a program that watches a campaign asks every second and is still let in.
CALLS = Limit("api-calls", 1_500)
# Wrong tokens from one address: enough for the typing errors of a whole class.
WRONG_TOKENS = Limit("api-wrong-tokens", 100)

# What any call about a campaign may be answered with.
EVERYWHERE = (401, 403, 404, 429)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer T`, T a token that a lead made on their account page."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        # Looked up first, for a good token works from wherever others mistype theirs. Nobody
        # finds one by trying: it is 256 random bits.
        found = use_api_token(token.strip())
        if found is None:
            wrong = [Try(WRONG_TOKENS, address_of(request._request))]
            seconds = seconds_to_wait(wrong)
            if seconds:
                raise Throttled(seconds, "Too many unknown tokens came from this address.")
            count(wrong)
            raise AuthenticationFailed("This token is unknown, has ended or was taken back.")
        return found.user, found

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "lead"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token a lead made; it may be limited to a campaign and a role.",
        }


class CallThrottle(BaseThrottle):
    """So many calls a token; DRF asks after it knows who calls."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        if not isinstance(request.auth, ApiToken):
            return True
        calls = [Try(CALLS, str(request.auth.pk))]
        self.seconds = seconds_to_wait(calls)
        if not self.seconds:
            count(calls)
        return not self.seconds

    def wait(self) -> float:
        return self.seconds


class LeadView(APIView):
    """Reading takes a viewer and changing a manager, unless `least` says otherwise.

    Where the address names a campaign, `self.campaign` is it. To others' tokens there is no
    such campaign; a role or a scope too small is said plainly, for its holder sees it anyway.
    `self.asked` is what stands after the `?`, checked against `query`, which is for reading; of
    other methods nothing is asked there.
    """

    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]
    throttle_classes = [CallThrottle]
    least: ClassVar[dict[str, Member.Role]] = {}
    # The methods that change archived campaigns too; all may be read.
    also_archived: ClassVar[Collection[str]] = ()
    query: ClassVar[type[Query]] = Query
    campaign: Campaign
    asked: dict[str, Any]

    @property
    def lead(self) -> User:
        return cast(User, self.request.user)

    @property
    def token(self) -> ApiToken:
        return cast(ApiToken, self.request.auth)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        reads = request.method in SAFE_METHODS
        usual = Member.Role.VIEWER if reads else Member.Role.MANAGER
        # Another way to look tells as well whether there is an answer, and how long it is.
        least = self.least.get("GET" if reads else str(request.method), usual)
        if "slug" in kwargs:
            self.campaign = self._campaign(kwargs["slug"], least)
        self._refuse_small_scope(least)
        self.asked = asked_of(request, self.query if reads else Query)

    def allows(self, least: Member.Role) -> bool:
        """Whether both the lead's role and the token's scope are at least this."""
        return _reaches(self.token, least) and may(self.lead, self.campaign, least)

    def checked(self, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """The body; a field it does not have is refused."""
        # What can be said of a campaign may be its task's to decide.
        context = {"campaign": getattr(self, "campaign", None)}
        body = serializer(data=self.request.data, context=context)
        unknown = unknown_fields(body, self.request.data)
        if not body.is_valid() or unknown:
            raise serializers.ValidationError({**body.errors, **unknown})
        return cast(dict[str, Any], body.validated_data)

    def handle_exception(self, error: Exception) -> Response:
        if isinstance(error, BadFiles):
            error = _bad_files(error)
        elif isinstance(error, TooOften):
            error = Problem(status=429, code=error.code, detail=str(error), wait=error.seconds)
        elif isinstance(error, Refused):
            # What services refuse because of what is stored.
            error = Problem(status=409, code=error.code, detail=str(error))
        return super().handle_exception(error)

    def _campaign(self, slug: str, least: Member.Role) -> Campaign:
        campaign = campaign_for(self.lead, slug=slug)
        if self.token.campaign_id not in (None, campaign.pk):
            raise Http404
        if not may(self.lead, campaign, least):
            raise Problem(
                status=403, code="role", detail=f"This takes the role {least} in the campaign."
            )
        may_stay_so = (*SAFE_METHODS, *self.also_archived)
        if campaign.archived_at and self.request.method not in may_stay_so:
            archived = CampaignArchived(campaign.slug)
            raise Problem(status=409, code=archived.code, detail=str(archived))
        return campaign

    def _refuse_small_scope(self, least: Member.Role) -> None:
        if not _reaches(self.token, least):
            raise Problem(
                status=403, code="scope", detail=f"This takes a token of scope {least}."
            )


def _reaches(token: ApiToken, least: Member.Role) -> bool:
    return ROLES.index(Member.Role(token.scope)) >= ROLES.index(least)


def _bad_files(bad: BadFiles) -> Problem:
    """Every problem of every file with its line, as the page lists them."""
    return Problem(
        status=400,
        code="bad_files",
        detail="Nothing was stored: each problem below is to be corrected first.",
        errors=[
            {
                "file": file.name,
                "line": problem.line,
                "message": problem.message,
                "remedy": problem.remedy,
            }
            for file in bad.files
            for problem in file.problems
        ],
    )


class JobSerializer(serializers.ModelSerializer[Job]):
    class Meta:
        model = Job
        fields = [
            "id",
            "kind",
            "state",
            "done",
            "total",
            "result",
            "error",
            "created_at",
            "finished_at",
        ]


def answer_job(campaign: Campaign, job: Job, *, slug: str = "") -> Response:
    """202: the work goes on; `Location` is where to ask how far it is. `slug` is that of a
    campaign which has none before the job is done."""
    return Response(
        JobSerializer(job).data,
        status=202,
        headers={"Location": reverse("api-job", args=[slug or campaign.slug, job.pk])},
    )
