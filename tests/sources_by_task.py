"""The files of a small campaign of each task, for whatever brings them in."""

from collections.abc import Mapping

from tests.categories.factories import DOCUMENTS, TREE
from tests.categories.factories import GOLD as CATEGORIES_GOLD
from tests.factories import GOLD, SENTENCES
from tests.utterances.factories import sets_file

FILES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "substitution": {
        "sentences": ("sentences.csv", SENTENCES),
        "gold": ("gold.txt", GOLD),
        "mapping": ("mapping.txt", "cheerful(glad.a)-->happy\n"),
    },
    "categories": {
        "documents": ("documents.csv", DOCUMENTS),
        "categories": ("categories.csv", TREE),
        "gold": ("gold.csv", CATEGORIES_GOLD),
    },
    "utterances": {"sets": ("sets.json", sets_file())},
}
