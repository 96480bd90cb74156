from django.apps import AppConfig


class RatingConfig(AppConfig):
    name = "rating"
    verbose_name = "Rating: annotators at work"

    def ready(self) -> None:
        from campaigns.selectors import settled
        from campaigns.selectors import thresholds as flagging
        from pooling.services import sittings
        from rating.selectors import begun, thresholds
        from rating.services import taking_back

        settled.answer_with(begun)
        flagging.answer_with(thresholds)
        sittings.ask_of(taking_back)
