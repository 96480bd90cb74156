from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("pooling", "0004_calibration_rounds")]

    operations = [
        migrations.AddIndex(
            model_name="candidate",
            index=models.Index(
                fields=["item"], condition=Q(hidden_at__isnull=False), name="candidate_hidden"
            ),
        ),
    ]
