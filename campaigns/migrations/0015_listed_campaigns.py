from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0014_data_card")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="listed",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether the first page asks for annotators while it is open",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="state",
            field=models.CharField(
                choices=[
                    ("draft", "draft"),
                    ("open", "open"),
                    ("paused", "paused"),
                    ("closed", "closed"),
                ],
                default="draft",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="webhookmessage",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "pending"),
                    ("delivered", "delivered"),
                    ("failed", "failed"),
                ],
                default="waiting",
                max_length=9,
            ),
        ),
    ]
