"""Draw whoever joins for the trials that run."""

from annotators.models import Annotator, Draw
from regild.rating.trials import is_shown


def draw_for_trials(annotator: Annotator) -> None:
    """Once, when they join. Stored, for the draw must be known where the annotator has another
    id: in an archive."""
    running = annotator.campaign.trials.filter(ended_at=None)
    Draw.objects.bulk_create(
        Draw(
            annotator=annotator,
            trial=trial,
            shown=is_shown(annotator=annotator.pk, seed=trial.seed),
        )
        for trial in running
    )
