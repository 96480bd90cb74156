"""Accounts: the first one makes itself, every other one needs an invitation."""

from django.contrib.auth.models import User
from django.db import connection, transaction

from campaigns.models import Campaign
from campaigns.services.people import accept_invitation


class NotFirst(Exception):  # noqa: N818
    """There is an account already; who has none needs an invitation."""


def accounts_exist() -> bool:
    return User.objects.exists()


@transaction.atomic
def make_first_account(*, name: str, email: str, password: str) -> User:
    """The operator's account, which may see every campaign. Raises NotFirst."""
    _lock_accounts()
    if accounts_exist():
        raise NotFirst
    return User.objects.create_superuser(name, email, password)


@transaction.atomic
def sign_up(*, token: str, name: str, email: str, password: str) -> tuple[User, Campaign]:
    """An account and its first membership, or neither. Raises InvitationGone."""
    user = User.objects.create_user(name, email, password)
    return user, accept_invitation(token=token, user=user)


def _lock_accounts() -> None:
    # Two strangers on an empty site would both be first. On SQLite only one writes at a time.
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {User._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
