"""Who may work on a campaign: everybody in it sees that, its owners change it."""

from typing import Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Invitation, Member
from campaigns.selectors.invitations import open_invitations
from campaigns.selectors.people import MEMBER_ORDER, members_of
from campaigns.services.mailing import send_invitation
from campaigns.services.people import (
    cancel_invitation,
    change_role,
    remove_member,
)
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems

TAGS = ["people"]
LONGEST_EMAIL = 254


class MemberSerializer(serializers.ModelSerializer[Member]):
    name = serializers.CharField(source="user.username")
    email = serializers.SerializerMethodField(help_text="told to owners alone")

    class Meta:
        model = Member
        fields = ["id", "name", "email", "role"]

    def get_email(self, member: Member) -> str | None:
        return member.user.email if self.context.get("owns") else None


class RoleSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(Member.Role.choices)


class InviteSerializer(RoleSerializer):
    email = serializers.EmailField(max_length=LONGEST_EMAIL)


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    class Meta:
        model = Invitation
        fields = ["id", "email", "role", "created_at", "expires_at"]


class InvitedSerializer(InvitationSerializer):
    link = serializers.URLField(help_text="works once; nobody can be told it again")
    mailed = serializers.BooleanField(help_text="false: send the link yourself")

    class Meta(InvitationSerializer.Meta):
        fields = [*InvitationSerializer.Meta.fields, "link", "mailed"]


class MembersView(LeadView):
    least: ClassVar = {"POST": Member.Role.OWNER}
    query = ListQuery

    @extend_schema(
        operation_id="list_members",
        summary="Who works on the campaign, and as what",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(MemberSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, members_of(self.campaign), order=MEMBER_ORDER)
        return answer_page(request, page, MemberSerializer, owns=self.allows(Member.Role.OWNER))

    @extend_schema(
        operation_id="invite_member",
        summary="Invite somebody; an unused invitation to the same address ends",
        tags=TAGS,
        request=InviteSerializer,
        responses={201: InvitedSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.checked(InviteSerializer)
        email, role = said["email"], Member.Role(said["role"])
        sent = send_invitation(campaign=self.campaign, by=self.lead, email=email, role=role)
        made = open_invitations(self.campaign).get(email=email.lower())
        return Response({**InvitationSerializer(made).data, **sent._asdict()}, status=201)


class MemberView(LeadView):
    least: ClassVar = {"PATCH": Member.Role.OWNER, "DELETE": Member.Role.OWNER}

    @extend_schema(
        operation_id="change_role",
        summary="Give a member another role",
        tags=TAGS,
        request=RoleSerializer,
        responses={200: MemberSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def patch(self, request: Request, slug: str, id: int) -> Response:
        role = Member.Role(self.checked(RoleSerializer)["role"])
        try:
            change_role(campaign=self.campaign, member_id=id, by=self.lead, role=role)
        except Member.DoesNotExist as gone:
            raise Http404 from gone
        # Whoever gave away their own role sees no addresses any more.
        owns = self.allows(Member.Role.OWNER)
        member = members_of(self.campaign).get(id=id)
        return Response(MemberSerializer(member, context={"owns": owns}).data)

    @extend_schema(
        operation_id="remove_member",
        summary="Remove a member and their tokens for it alone; the last owner stays",
        tags=TAGS,
        responses={
            204: OpenApiResponse(description="removed"),
            **problems(400, *EVERYWHERE, 409),
        },
    )
    def delete(self, request: Request, slug: str, id: int) -> Response:
        try:
            remove_member(campaign=self.campaign, member_id=id, by=self.lead)
        except Member.DoesNotExist as gone:
            raise Http404 from gone
        return Response(status=204)


class InvitationsView(LeadView):
    least: ClassVar = {"GET": Member.Role.OWNER}
    query = ListQuery

    @extend_schema(
        operation_id="list_invitations",
        summary="Invitations that can still be used",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(InvitationSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, open_invitations(self.campaign), order=["-id"])
        return answer_page(request, page, InvitationSerializer)


class InvitationView(LeadView):
    least: ClassVar = {"GET": Member.Role.OWNER, "DELETE": Member.Role.OWNER}

    @extend_schema(
        operation_id="read_invitation",
        summary="An invitation that can still be used",
        tags=TAGS,
        responses={200: InvitationSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int) -> Response:
        found = get_object_or_404(open_invitations(self.campaign), id=id)
        return Response(InvitationSerializer(found).data)

    @extend_schema(
        operation_id="cancel_invitation",
        summary="Cancel an invitation: its link no longer works",
        tags=TAGS,
        responses={
            204: OpenApiResponse(description="cancelled"),
            **problems(400, *EVERYWHERE, 409),
        },
    )
    def delete(self, request: Request, slug: str, id: int) -> Response:
        found = get_object_or_404(self.campaign.invitations, id=id)
        cancel_invitation(invitation=found, by=self.lead)
        return Response(status=204)
