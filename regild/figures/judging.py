"""A model among people, drawn: values in, SVG, PDF or PNG out; the same values, the same
bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regild.figures.drawing import Look, canvas, rendered, short_name

if TYPE_CHECKING:
    from regild.judging.among_people import ModelAmongPeople

_FONT_SIZE = 9


def in_their_place(
    model: ModelAmongPeople, measure: str, look: Look, *, titles: tuple[str, str, str]
) -> bytes:
    """A row for each annotator, the nearest to the others at the top: a dot for the annotator
    and a square for the model in their place, with a line between. Below them, apart, the means
    of both sides. Whoever has no number on either side is left out. `titles` say what dot,
    square and the last row are."""
    rows = [
        (place.annotator, person, by_model)
        for place in model.annotators
        if (person := place.person[measure]) is not None
        and (by_model := place.model[measure]) is not None
    ]
    rows.sort(key=lambda row: (-row[1], row[0]))
    people, as_people = model.people.get(measure), model.as_people.get(measure)
    places = [float(place) for place in range(len(rows))]
    if people is not None and as_people is not None:
        rows.append((titles[2], people, as_people))
        places.append(len(places) + 0.5)
    figure, axes, colours = canvas(look, height=1.2 + 0.22 * len(rows))
    for place, (_name, person, by_model) in zip(places, rows, strict=True):
        axes.plot([person, by_model], [place, place], color=colours.line, linewidth=2)
    for side, marker, colour in ((1, "o", colours.ink), (2, "s", colours.mark)):
        axes.plot(
            [row[side] for row in rows],
            places,
            marker,
            color=colour,
            markersize=5,
            label=titles[side - 1],
        )
    axes.set_yticks(places, [short_name(name) for name, *_ in rows])
    axes.set_ylim(max(places, default=0) + 0.5, -0.5)
    axes.grid(axis="x", color=colours.line)
    figure.legend(
        loc="outside upper center",
        ncols=2,
        frameon=False,
        labelcolor=colours.ink,
        fontsize=_FONT_SIZE,
    )
    return rendered(figure, look)
