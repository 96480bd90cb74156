from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('pooling', '0003_seats_of_subsets'),
    ]

    operations = [
        migrations.AddField(
            model_name='subset',
            name='calibration',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name='subset',
            constraint=models.CheckConstraint(condition=models.Q(('calibration', False), ('seats__isnull', False), _connector='OR'), name='subset_calibration_has_seats'),
        ),
    ]
