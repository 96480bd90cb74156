from statistics import median

from django.db import migrations, models
from django.db.models import Q


def add_up_completed_sittings(apps, schema_editor):
    """From the ratings that are current now; a completed sitting takes no others."""
    Assignment = apps.get_model("rating", "Assignment")
    Rating = apps.get_model("rating", "Rating")
    for id in Assignment.objects.filter(completed_at__isnull=False).values_list("id", flat=True):
        rows = list(
            Rating.objects.filter(assignment=id, superseded_at__isnull=True).values_list(
                "value", "candidate__role", "elapsed_ms"
            )
        )
        timed = [ms for _value, _role, ms in rows if ms is not None]
        Assignment.objects.filter(id=id).update(
            rated=sum(value is not None and role == "pooled" for value, role, _ms in rows),
            median_ms=round(median(timed)) if timed else None,
        )


class Migration(migrations.Migration):

    dependencies = [
        ("pooling", "0001_first"),
        ("rating", "0001_first"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotator",
            name="checked_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="annotator",
            name="flags",
            field=models.JSONField(
                blank=True, default=list, help_text="findings: rule, reason, value, threshold"
            ),
        ),
        migrations.AddField(
            model_name="assignment",
            name="median_ms",
            field=models.PositiveIntegerField(
                blank=True, help_text="of a rating; empty where nothing was timed", null=True
            ),
        ),
        migrations.AddField(
            model_name="assignment",
            name="rated",
            field=models.PositiveIntegerField(
                default=0, help_text="pooled candidates that were given a value"
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                condition=Q(("superseded_at__isnull", True), ("value__isnull", True)),
                fields=["candidate"],
                name="rating_not_judged",
            ),
        ),
        migrations.RunPython(add_up_completed_sittings, migrations.RunPython.noop),
    ]
