"""How an item and its candidate are written in an example, by the task."""

from campaigns.forms import categories, substitution, utterances

WRITTEN = {"substitution": substitution, "categories": categories, "utterances": utterances}
