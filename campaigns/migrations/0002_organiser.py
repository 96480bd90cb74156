from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0001_version_0_1'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='organiser',
            field=models.CharField(blank=True, db_default='', help_text='who asks annotators', max_length=200),
        ),
    ]
