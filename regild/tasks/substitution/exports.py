"""What a release of substitutes can be taken away as."""

from collections.abc import Mapping

from regild.problems import N_
from regild.scoring.exports.candidates import write_csv, write_jsonl
from regild.scoring.exports.codabench import write_codabench
from regild.scoring.exports.dataset import write_dataset
from regild.scoring.exports.export import Dataset, Export
from regild.scoring.exports.lexsub import write_lexsub
from regild.scoring.exports.lexsub_int import integer_scale, write_lexsub_int
from regild.scoring.exports.ratings import write_ratings
from regild.scoring.exports.soft_labels import write_lewidi, write_soft_labels
from regild.scoring.exports.swords import write_swords_json

EXPORTS: Mapping[str, Export] = {
    "lexsub": Export(N_("Gold lines with decimal weights"), "txt", "text/plain", write_lexsub),
    "lexsub-int": Export(
        N_("Gold lines with whole weights, for score.pl and semdis_eval.py"),
        "txt",
        "text/plain",
        write_lexsub_int,
        integer_scale,
    ),
    "swords": Export(N_("SWORDS JSON"), "json", "application/json", write_swords_json),
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
    N_("Everything, with a card, metadata and checksums, ready to publish"),
    write_dataset,
    integer_scale,
)
BUNDLES: Mapping[str, Dataset] = {
    "codabench": Dataset(
        N_("A competition for Codabench, with this scorer and a starting kit"), write_codabench
    )
}
