"""Make the project that `bench.peers` labels, in doccano's own environment and folder.

`python doccano_project.py ANNOTATORS EXAMPLES` on the database of DATABASE_URL, once migrated.
Nothing of ours is imported: it runs where Regild is not installed.
"""

# ruff: noqa: E402  # Django has to be set up before its models are imported

import os
import sys

sys.path.insert(0, os.getcwd())

import django

django.setup()

from django.conf import settings
from django.contrib.auth.models import User
from examples.models import Example
from label_types.models import CategoryType
from projects.models import Member, ProjectType, TextClassificationProject
from rest_framework.authtoken.models import Token
from roles.models import Role

LABELS = ("bad", "fair", "good", "perfect")


def main(annotators: int, examples: int) -> None:
    """Rows are numbered from 1, as the clients expect; a token is its user's number."""
    project = TextClassificationProject.objects.create(
        name="load", project_type=ProjectType.DOCUMENT_CLASSIFICATION
    )
    role = Role.objects.get(name=settings.ROLE_ANNOTATOR)
    users = User.objects.bulk_create(
        User(username=f"annotator{number}", password="!") for number in range(1, annotators + 1)
    )
    Member.objects.bulk_create(Member(project=project, user=user, role=role) for user in users)
    Token.objects.bulk_create(Token(user=user, key=str(user.pk)) for user in users)
    CategoryType.objects.bulk_create(
        CategoryType(project=project, text=label, suffix_key=str(number))
        for number, label in enumerate(LABELS)
    )
    Example.objects.bulk_create(
        Example(project=project, text=f"The word {number} stands here.")
        for number in range(1, examples + 1)
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
