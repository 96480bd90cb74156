from django.db import migrations, models

HARDEST = 12


def find_hardest(apps, schema_editor):
    """As reports do from now on: by the mean standard deviation, undefined ones last."""
    Report = apps.get_model("agreement", "AgreementReport")
    for report in Report.objects.only("by_sentence").iterator(chunk_size=1):
        found = list(report.by_sentence.items())
        found.sort(key=lambda row: (row[1]["sd"]["value"] is None, -(row[1]["sd"]["value"] or 0)))
        report.hardest = found[:HARDEST]
        report.save(update_fields=["hardest"])


class Migration(migrations.Migration):

    dependencies = [
        ("agreement", "0001_first"),
    ]

    operations = [
        migrations.AddField(
            model_name="agreementreport",
            name="hardest",
            field=models.JSONField(
                default=list,
                help_text="[key, measures] of the hardest sentences, hardest first",
            ),
        ),
        migrations.RunPython(find_hardest, migrations.RunPython.noop),
    ]
