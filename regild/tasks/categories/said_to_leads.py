"""What pages of leads say of documents and their categories."""

from collections.abc import Mapping

from regild.tasks.task import N_, Plural, ngettext_noop

PHRASES: Mapping[str, str] = {
    "items allowed without gold": N_("Documents allowed without a first-gold candidate"),
    "hide": N_("Hide this document"),
    "show again": N_("Show this document again"),
    "hardest items": N_("Hardest documents"),
    "Items": N_("Documents"),
    "items": N_("documents"),
    "interval over items": N_("interval over documents"),
    "Item": N_("Document"),
    "item": N_("document"),
    "Candidate": N_("Document"),
    "candidate": N_("document"),
    "gold answers": N_("categories in the first gold"),
    "items and systems": N_("Documents and systems"),
    "browse items": N_("Browse documents"),
    "parts of the items": N_("Parts of the documents"),
    "part of the items": N_("part of the documents"),
    "start over": N_("Start over with other documents"),
    "items left out": N_("documents of folders left out"),
    "hidden items": N_("hidden documents"),
    "items drawn": N_("documents drawn"),
    "what is not counted": N_("Hidden documents and left-out folders are not counted here."),
    "items answered": N_("Documents labelled"),
    "no such item": N_("No document is like that."),
    "no first gold": N_("no first gold"),
    "other sources": N_("Other documents and categories"),
    "sources are settled": N_(
        "The documents cannot change any more: annotators have rated them, and their "
        "ratings would be lost."
    ),
    "what starting over takes": N_(
        "The settings and members of the campaign stay; where the categories are others, "
        "its examples and practice go. Its documents, categories, first gold, systems, "
        "pool and subsets go: add the systems again afterwards."
    ),
    "sources are replaced": N_("The campaign has new documents and categories."),
    "what is pooled": N_(
        "Every document, each once: what gold and systems say of it are categories."
    ),
    "origin gold": N_("in the first gold"),
    "origin systems": N_("not in the first gold"),
    "origin both": N_("in the first gold"),
    "no merges": N_(
        "Nothing is ever merged here: what is judged are the documents as they are."
    ),
    "pooling again": N_("What is there stays; only votes of the first gold can change."),
    "items without an anchor": N_("Documents without an anchor"),
    "every item has an anchor": N_("Every document can be judged by itself."),
    "what subsets are": N_(
        "What one annotator sorts in one sitting: a document is a block of its own."
    ),
    "why systems": N_("Add the labels of each system that is to be scored."),
    "what a system's file is": N_(
        "A table with the columns document and category; a column score may be there too."
    ),
    "system is removed": N_("%(system)s is removed."),
    "system is hidden": N_("%(system)s is hidden. Score again without it."),
    "system is shown": N_("%(system)s is shown again. Score again with it."),
    "answers to an item": N_("Labels of document %(key)s"),
    "no item of the groups": N_("No document is in the folder %(groups)s."),
    "task": N_("Documents and their categories"),
    "about the task": N_(
        "E-mails or texts; people choose for each the category where it belongs."
    ),
    "what is brought in": N_("Documents and categories"),
    "items and gold": N_("%(items)s documents, %(gold)s categories in their first gold."),
    "items alone": N_("%(items)s documents, without a first gold."),
    "groups to leave out": N_("Folders to leave out"),
    "group": N_("Folder"),
    "groups": N_("folders"),
    "groups left out": N_("folders left out"),
    "Groups left out:": N_("Folders left out:"),
    "left out as the item itself": N_("the document itself"),
    "folder": N_("folder"),
    "group or item": N_("Folder or document"),
    "candidate, group or item": N_("Document or folder"),
    "words, group or item": N_("Words, folder or document"),
}
PLURALS: Mapping[str, Plural] = {
    "answers are replaced": ngettext_noop(
        "%(system)s is replaced: %(answers)s labels of %(count)s document. Score again.",
        "%(system)s is replaced: %(answers)s labels of %(count)s documents. Score again.",
    ),
    "what a file holds": ngettext_noop(
        "%(answers)s labels of %(count)s document", "%(answers)s labels of %(count)s documents"
    ),
    "system is added": ngettext_noop(
        "%(system)s is added: %(answers)s labels of %(count)s document.",
        "%(system)s is added: %(answers)s labels of %(count)s documents.",
    ),
    "system is handed in": ngettext_noop(
        "%(system)s is submitted: %(answers)s labels of %(count)s document.",
        "%(system)s is submitted: %(answers)s labels of %(count)s documents.",
    ),
    "part is named": ngettext_noop(
        "%(part)s has %(count)s document. Score again to see it.",
        "%(part)s has %(count)s documents. Score again to see it.",
    ),
    "items lack an anchor": ngettext_noop(
        "%(count)s document can be judged by itself.",
        "%(count)s documents can be judged by themselves.",
    ),
    "blocks wait": ngettext_noop(
        "%(count)s document is given to nobody.", "%(count)s documents are given to nobody."
    ),
    "remarks unanswered": ngettext_noop(
        "%(count)s remark about a document is not answered.",
        "%(count)s remarks about documents are not answered.",
    ),
}
