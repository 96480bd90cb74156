from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agreement", "0005_sums_of_candidates")]

    operations = [
        migrations.AddField(
            model_name="agreementreport",
            name="severity",
            field=models.JSONField(
                db_default={},
                default=dict,
                help_text="how strict each annotator is; empty: not measured",
            ),
        ),
    ]
