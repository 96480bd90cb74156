import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0015_listed_campaigns'),
        ('pooling', '0005_hidden_candidates'),
        ('sources', '0004_hidden_systems'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('ratings', models.PositiveIntegerField(blank=True, help_text='given out; empty: of a late system', null=True)),
                ('candidates', models.PositiveIntegerField()),
                ('seed', models.PositiveBigIntegerField()),
                ('name', models.CharField(blank=True, max_length=16)),
                ('drawn_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_rounds', to='campaigns.campaign')),
                ('drawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('system', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rating_rounds', to='sources.system')),
            ],
            options={
                'ordering': ['campaign', 'number'],
            },
        ),
        migrations.AddField(
            model_name='subset',
            name='round',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='subsets', to='pooling.ratinground'),
        ),
        migrations.AddConstraint(
            model_name='ratinground',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='rating_round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='ratinground',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ratings__isnull', True), ('system__isnull', False)), models.Q(('ratings__isnull', False), ('system__isnull', True)), _connector='OR'), name='rating_round_of_either_kind'),
        ),
    ]
