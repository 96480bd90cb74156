from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Lets a lead confirm a merge; none has been confirmed before."""

    dependencies = [("pooling", "0001_first")]

    operations = [
        migrations.AddField(
            model_name="merge",
            name="confirmed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="merge",
            constraint=models.CheckConstraint(
                condition=Q(undone_at__isnull=True) | Q(confirmed_at__isnull=True),
                name="merge_confirmed_or_undone",
            ),
        ),
    ]
