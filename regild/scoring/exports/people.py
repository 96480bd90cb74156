"""Who gave the ratings, as far as a campaign knows: for cards and metadata.

Ratings come from annotators who joined a campaign's page, from files, and from simulated
annotators; a card that calls all of them native speakers would make people of a simulation.
"""

from __future__ import annotations

from collections.abc import Mapping

NOT_NOTED = "Where these annotators came from was not noted when this was released."

# By where they came from: what is known of them, and what Hugging Face calls it.
_KNOWN = {
    "online": "from the campaign's page, where each had to say that they are a native speaker",
    "imported": "from a file, which says neither who they are nor what they speak",
    "simulated": "simulated by a program, who are no people",
}
_CREATORS = {"online": "crowdsourced", "imported": "other", "simulated": "machine-generated"}


def who_rated(annotated: Mapping[str, Mapping[str, int]]) -> str:
    """One sentence; `annotated` has annotators and their ratings by where they came from."""
    if not annotated:
        return NOT_NOTED
    told = [
        f"{_counted(annotated[source]['annotators'], 'annotator')}"
        f" ({_counted(annotated[source]['ratings'], 'rating')}) {known}"
        for source, known in _KNOWN.items()
        if source in annotated
    ]
    return f"Who they are: {'; '.join(told)}."


def creators(annotated: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Hugging Face's `annotations_creators`."""
    return [_CREATORS[source] for source in _CREATORS if source in annotated] or ["other"]


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"
