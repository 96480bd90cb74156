from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0016_stopping_rule")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="stable_numbers",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether annotators may keep their number from release to release",
            ),
        ),
    ]
