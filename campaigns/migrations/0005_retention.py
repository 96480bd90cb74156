from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0004_invitations")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="retention_days",
            field=models.PositiveSmallIntegerField(
                default=365,
                help_text="how long after closing annotators' personal data is kept",
            ),
        ),
    ]
