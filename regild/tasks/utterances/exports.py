"""What a release of utterances can be taken away as."""

from collections.abc import Mapping

from regild.problems import N_
from regild.scoring.exports.candidates import write_csv, write_jsonl
from regild.scoring.exports.export import Dataset, Export
from regild.scoring.exports.ratings import write_ratings
from regild.scoring.exports.soft_labels import write_lewidi, write_soft_labels
from regild.tasks.utterances.dataset import write_dataset

EXPORTS: Mapping[str, Export] = {
    "csv": Export(N_("A row a candidate, for spreadsheets"), "csv", "text/csv", write_csv),
    "jsonl": Export(
        N_("A row a candidate, as JSON lines"), "jsonl", "application/jsonl", write_jsonl
    ),
    "shares": Export(
        N_("Soft labels: the share of each value, with counts"),
        "csv",
        "text/csv",
        write_soft_labels,
    ),
    "lewidi": Export(
        N_("Le-Wi-Di JSON, with each annotator's rating and the shares"),
        "json",
        "application/json",
        write_lewidi,
    ),
    "ratings": Export(
        N_("A row a rating, annotators pseudonymous"), "csv", "text/csv", write_ratings
    ),
}
DATASET = Dataset(
    N_("Everything, with a card, metadata and checksums, ready to publish"), write_dataset
)
