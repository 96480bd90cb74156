from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotators", "0005_reminders"),
        ("campaigns", "0017_stable_numbers"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotator",
            name="keeps_number",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether they agreed to have one number in every release",
            ),
        ),
        migrations.AddField(
            model_name="annotator",
            name="number",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="in releases that keep numbers, once there is one",
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="annotator",
            constraint=models.UniqueConstraint(
                condition=models.Q(("number__isnull", False)),
                fields=("campaign", "number"),
                name="annotator_number_once",
            ),
        ),
    ]
