"""What may be known of an address once it is deleted: a keyed hash, which nobody can read."""

from datetime import datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from annotators.models import WrittenAddress

# Whoever enters a stranger's address again and again makes us write no oftener than this.
BETWEEN_LETTERS = timedelta(days=7)
# With which no mail program breaks an address of a page.
_SIGNER = Signer(salt="annotators.no-letters", sep=".")


def address_hash(email: str) -> str:
    return salted_hmac(
        "annotators.addresses", email.strip().lower(), algorithm="sha256"
    ).hexdigest()


def stop_token(email: str) -> str:
    """Says whose address it is without naming it, and works for as long as the site's key."""
    return _SIGNER.sign(address_hash(email))


def address_of_token(token: str) -> str | None:
    """The hash; None for a token that we did not make."""
    try:
        return _SIGNER.unsign(token)
    except BadSignature:
        return None


def refuse_letters(hashed: str) -> None:
    """Whoever has this address gets no reminder any more, whatever anybody asks."""
    known, _new = WrittenAddress.objects.get_or_create(address_hash=hashed)
    WrittenAddress.objects.filter(id=known.pk, refused_at=None).update(
        refused_at=timezone.now()
    )


def refuses_letters(hashed: str) -> bool:
    return WrittenAddress.objects.filter(address_hash=hashed, refused_at__isnull=False).exists()


def take_turn_of(hashed: str, *, now: datetime) -> bool:
    """Whether a letter may go there now; of two who ask, one is told so."""
    known, _new = WrittenAddress.objects.get_or_create(address_hash=hashed)
    long_ago = Q(written_at__isnull=True) | Q(written_at__lte=now - BETWEEN_LETTERS)
    free = WrittenAddress.objects.filter(long_ago, id=known.pk, refused_at=None)
    return bool(free.update(written_at=now))


def forget_old_addresses(*, now: datetime) -> None:
    """Those to which one may write again anyway. Who wants no letters is remembered."""
    WrittenAddress.objects.filter(
        Q(written_at__isnull=True) | Q(written_at__lte=now - BETWEEN_LETTERS), refused_at=None
    ).delete()
