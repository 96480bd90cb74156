"""The languages that pages speak, and the direction in which any language is written."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.utils import translation

# Below it are the pages of annotators, which speak more languages than the workspace.
ANNOTATORS = "/rate/"
# What a catalogue's header may say of itself; one without it is for everybody.
_READERS = re.compile(r'^"X-Readers: (\w+)\\n"$', re.MULTILINE)


class Catalogue(NamedTuple):
    """A folder of locale/: a language is added by adding its catalogue, and nothing else."""

    language: str
    name: str  # in the language itself
    for_annotators: bool  # and for nobody else

    @classmethod
    def of(cls, file: Path) -> "Catalogue":
        folder = file.parent.parent.name
        language = folder.lower().replace("_", "-")
        header = file.read_text(encoding="utf-8").partition("\n\n")[0]
        readers = _READERS.search(header)
        known = LANG_INFO.get(language) or LANG_INFO[language.partition("-")[0]]
        return cls(language, known["name_local"], bool(readers and readers[1] == "annotators"))


def catalogues(folder: Path) -> Iterator[Catalogue]:
    for file in sorted(folder.glob("*/LC_MESSAGES/django.po")):
        yield Catalogue.of(file)


def speaks(path: str) -> list[str]:
    """The languages in which the page at this path can be read."""
    only = () if path.startswith(ANNOTATORS) else settings.LANGUAGES_OF_ANNOTATORS
    return [language for language, _name in settings.LANGUAGES if language not in only]


def interface_language(tag: str) -> str:
    """The language of ours that a campaign's readers know; the present one where we have
    none."""
    try:
        return translation.get_supported_language_variant(tag)
    except LookupError:
        return translation.get_language() or settings.LANGUAGE_CODE


# BCP 47 subtags, from CLDR's list of right-to-left scripts and of languages written in them.
_SCRIPTS = {"adlm", "arab", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa"}
_LANGUAGES = {
    *("ar", "arc", "arz", "azb", "bal", "ckb", "dv", "fa", "glk", "he", "iw", "ks", "lrc"),
    *("mzn", "nqo", "pnb", "prs", "ps", "sd", "syr", "ug", "ur", "yi"),
}


def direction(language: str) -> Literal["ltr", "rtl"]:
    """A script named in the tag decides (az-Arab, ks-Deva); otherwise the language does."""
    base, *subtags = language.lower().split("-")
    script = next((subtag for subtag in subtags if len(subtag) == 4 and subtag.isalpha()), None)
    right_to_left = script in _SCRIPTS if script else base in _LANGUAGES
    return "rtl" if right_to_left else "ltr"
