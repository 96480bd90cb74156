from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('pooling', '0002_confirmed_merges'),
    ]

    operations = [
        migrations.AddField(
            model_name='subset',
            name='uneven',
            field=models.BooleanField(default=False),
        ),
    ]
