"""The direction in which a campaign's language is written."""

from typing import Literal

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
