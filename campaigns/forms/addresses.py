"""What a campaign's address and language may look like."""

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy

# An address the site itself uses where a campaign's slug would stand.
RESERVED_SLUGS = {"new"}


LONGEST_SLUG = 60


is_language = RegexValidator(
    r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
    gettext_lazy("Write the language as a tag such as fr, en-GB or sr-Latn."),
)
