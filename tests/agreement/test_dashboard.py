import csv
import html
import io
import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from agreement.services import measure_agreement, request_report, store_word_list
from campaigns.models import Job, Member
from pooling.models import Candidate
from rating.models import Assignment, Rating
from regild.agreement.measures.one_annotator import AnnotatorMeasure
from regild.agreement.registry import BY_KEY, MEASURES
from regild.agreement.second_gold_summary import Summary
from regild.figures.agreement import figure_names
from regild.tables.printing import Estimate, Table, as_csv, as_latex, shown
from regild.tasks.substitution import SUBSTITUTION
from tests.agreement.rated import rate, worked_campaign
from tests.factories import make_campaign, source

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

FIGURES = figure_names(SUBSTITUTION.groups_name)
MAGIC = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}


@pytest.fixture
def campaign():
    return worked_campaign(min_ratings=2)


def sign_in(client, campaign, role):
    user = User.objects.create_user(f"{role or 'stranger'}")
    if role:
        Member.objects.create(campaign=campaign, user=user, role=role)
    client.force_login(user)


@pytest.fixture
def manager(client, campaign):
    sign_in(client, campaign, Member.Role.MANAGER)
    return client


def page(campaign):
    return reverse("agreement", args=[campaign.slug])


def test_only_members_see_a_campaigns_agreement(client, campaign):
    report = measure_agreement(campaign=campaign)
    pages = [
        page(campaign),
        reverse("agreement-status", args=["boats"]),
        reverse("agreement-report", args=["boats", report.id]),
        reverse("agreement-json", args=["boats", report.id]),
        reverse("agreement-table", args=["boats", report.id, "measures", "csv"]),
        reverse("agreement-figure", args=["boats", report.id, "boxes", "svg"]),
    ]
    for url in pages:
        assert client.get(url).headers["Location"].startswith(reverse("sign-in"))
    sign_in(client, campaign, None)
    assert {client.get(url).status_code for url in pages} == {404}
    sign_in(client, campaign, Member.Role.VIEWER)
    url = f"{reverse('agreement-status', args=['boats'])}?shown={report.id}"
    assert {client.get(url).status_code for url in [url, *pages]} == {200}


def test_a_report_of_another_campaign_is_not_found(manager, campaign):
    other = measure_agreement(campaign=make_campaign("other"))
    assert manager.get(reverse("agreement-json", args=["boats", other.id])).status_code == 404


def test_viewers_cannot_start_a_measurement(client, campaign):
    sign_in(client, campaign, Member.Role.VIEWER)
    assert "Measure now" not in client.get(page(campaign)).text
    assert client.post(reverse("agreement-measure", args=["boats"])).status_code == 404
    assert not Job.objects.exists()


@pytest.mark.postgresql
def test_the_button_asks_for_one_job_and_the_page_follows_it(manager, campaign):
    assert "has not been measured yet" in manager.get(page(campaign)).text
    for _ in range(2):
        answer = manager.post(reverse("agreement-measure", args=["boats"]))
        assert answer.headers["Location"] == page(campaign)
    job = Job.objects.get()
    Job.objects.update(state="running", done=2, total=6)
    fragment = manager.get(reverse("agreement-status", args=["boats"])).text
    assert '<progress id="progress" max="6" value="2">' in fragment
    assert "every 2s" in fragment
    assert fragment in manager.get(page(campaign)).text

    report = measure_agreement(campaign=campaign, job=job)
    news = manager.get(reverse("agreement-status", args=["boats"]))
    assert news.headers["HX-Refresh"] == "true"
    seen = manager.get(f"{reverse('agreement-status', args=['boats'])}?shown={report.id}")
    assert "HX-Refresh" not in seen.headers


@pytest.mark.postgresql
def test_a_failed_job_says_why(manager, campaign):
    job = request_report(campaign)
    Job.objects.filter(id=job.id).update(
        state="failed", error="The scale broke.", finished_at=job.created_at
    )
    assert "The scale broke." in manager.get(page(campaign)).text


def test_every_measure_shows_its_value_interval_count_and_definition(manager, campaign):
    report = measure_agreement(campaign=campaign)
    text = manager.get(page(campaign)).text
    for key in report.measures:
        measure = BY_KEY[key]
        assert measure.title.replace("'", "&#x27;") in text
        assert measure.definition.replace("'", "&#x27;") in text
    assert "0.500 [0.062, 0.938]" in text
    assert "no sentence" not in text
    assert "the first gold does not say who proposed what" in text


def test_why_a_measure_is_undefined_is_told_in_the_readers_language(manager, campaign):
    report = measure_agreement(campaign=campaign)
    reasons = {found["reason"] for found in report.measures.values()} - {None}
    assert "the first gold does not say who proposed what" in reasons
    french = html.unescape(manager.get(page(campaign), headers={"Accept-Language": "fr"}).text)
    assert "la première référence ne dit pas qui a proposé quoi" in french
    assert [reason for reason in reasons if reason in french] == []
    # A report is the same to every program.
    told = manager.get(
        reverse("agreement-json", args=["boats", report.id]), headers={"Accept-Language": "fr"}
    )
    assert {found["reason"] for found in told.json()["measures"].values()} - {None} == reasons


def as_postgresql_keeps_it(found):
    """Its jsonb puts the keys of an object in an order of its own: the short ones first."""
    return {key: found[key] for key in sorted(found, key=lambda key: (len(key), key))}


@pytest.mark.postgresql
def test_measures_and_origins_stand_in_one_order_on_every_database(manager, campaign):
    report = measure_agreement(campaign=campaign)
    report.measures = as_postgresql_keeps_it(report.measures)
    report.by_origin = as_postgresql_keeps_it(report.by_origin)
    report.save()

    def first_column(name):
        address = reverse("agreement-table", args=["boats", report.id, name, "csv"])
        return [row[0] for row in csv.reader(io.StringIO(manager.get(address).text))][1:]

    of_campaign = [m.key for m in MEASURES if not isinstance(m, AnnotatorMeasure)]
    assert first_column("measures") == of_campaign
    assert first_column("by_origin") == ["gold", "systems", "both"]


def outlying_campaign():
    """Of what systems alone proposed all is rejected but for the last, which is best."""
    campaign = make_campaign(min_ratings=2)
    found = Candidate.objects.filter(item__campaign=campaign, origin="systems").order_by("id")
    *others, best = found.select_related("item")
    assert len(others) > 3
    for other in others:
        rate(campaign, {other.text: "00"}, sentence=other.item.key)
    rate(campaign, {best.text: "33"}, sentence=best.item.key)
    rate(campaign, {"happy": "00"})
    return campaign, best


@pytest.mark.postgresql
def test_an_outlier_is_listed_and_leads_to_its_candidate(client):
    campaign, best = outlying_campaign()
    sign_in(client, campaign, Member.Role.VIEWER)
    report = measure_agreement(campaign=campaign)
    assert report.comparison["outliers"]["n"] == 1
    text = client.get(page(campaign)).text
    assert "1 outlier lies more than" in text
    sentence = reverse("read-item", args=["boats", best.item_id])
    # In the tables of outliers and of new substitutes.
    link = f'<td><a class="tap" href="{sentence}#candidate-{best.id}">{best.text}</a></td>'
    assert text.count(link) == 2
    assert f'id="candidate-{best.id}"' in client.get(sentence).text
    # happy, the only first-gold substitute that was rated.
    assert "1 of 1 first-gold substitutes got the lowest value" in text
    Rating.objects.filter(candidate=best).delete()
    Candidate.objects.filter(id=best.id).delete()
    assert client.get(page(campaign)).text.count(f"<td>{best.text}</td>") == 2


def test_a_report_from_before_outliers_is_still_shown(manager, campaign):
    report = measure_agreement(campaign=campaign)
    for key in ("summary", "outliers"):
        del report.comparison[key]
    del report.comparison["rejected"]["by_votes"]
    for box in report.comparison["boxes"]:
        for key in ("lower_whisker", "upper_whisker", "n_outliers", "outliers"):
            del box[key]
    report.save()
    text = manager.get(page(campaign)).text
    assert "Scores by votes in the first gold" in text
    assert "The second gold in numbers" not in text
    figure = reverse("agreement-figure", args=["boats", report.id, "boxes", "svg"])
    assert manager.get(figure).content.startswith(b"<?xml")


def test_the_second_gold_in_numbers_is_one_on_page_and_in_files(manager, campaign):
    report = measure_agreement(campaign=campaign)
    report.comparison["summary"] = as_postgresql_keeps_it(report.comparison["summary"])
    report.save()
    address = reverse("agreement-table", args=["boats", report.id, "summary", "csv"])
    rows = dict([*csv.reader(io.StringIO(manager.get(address).text))][1:])
    assert [*rows] == [*Summary._fields]
    assert float(rows["mean_score"]) == report.comparison["summary"]["mean_score"]
    assert "candidates above the lowest score" in manager.get(page(campaign)).text


def test_every_chart_is_in_the_page_with_its_files_and_a_table(manager, campaign):
    # Imported ratings have no device.
    Assignment.objects.update(device=Assignment.Device.PHONE)
    report = measure_agreement(campaign=campaign)
    text = manager.get(page(campaign)).text
    assert "<img" not in text
    assert text.count('<figure class="chart">') == len(FIGURES)
    for name in FIGURES:
        for form in MAGIC:
            address = reverse("agreement-figure", args=["boats", report.id, name, form])
            assert f'href="{address}"' in text
    for name in ("values", "by_target", "annotators", "devices", "coverage", "boxes"):
        assert reverse("agreement-table", args=["boats", report.id, name, "csv"]) in text
    # A bar leads to the candidates behind it, which are there.
    found = re.findall(rf'href="({reverse("read-candidates", args=["boats"])}[?][^"]+)"', text)
    links = {html.unescape(link) for link in found}
    assert any("origin=gold&value=3" in link for link in links)
    assert any("target=" in link for link in links)
    assert {manager.get(link).status_code for link in links} == {200}
    # A point of the chart leads to what the annotator did.
    annotator = campaign.annotators.first()
    assert reverse("annotator", args=["boats", annotator.id]) in text


def test_contents_lead_to_every_part_of_the_page(manager, campaign):
    measure_agreement(campaign=campaign)
    text = manager.get(page(campaign)).text
    contents = text[text.index('class="contents"') : text.index("</aside>")]
    places = re.findall(r'href="#([^"]+)"', contents)
    assert len(places) == len(set(places)) == 12
    assert [text.count(f'<section id="{place}">') for place in places] == [1] * 12


def headlines(text):
    stats = text[text.index('<dl class="stats">') :]
    found = re.sub(r"<[^>]+>", " ", html.unescape(stats[: stats.index("</dl>")]))
    return " ".join(found.split())


def test_four_figures_say_what_they_mean_in_words(manager, campaign):
    report = measure_agreement(campaign=campaign)
    said = headlines(manager.get(page(campaign)).text)
    share = 100 * report.measures["unanimity"]["value"]
    assert f"Everybody agrees on {share:.0f}% of the candidates" in said
    assert "(Krippendorff 2004, p. 241)" in said
    assert "on a scale from 0 to 3." in said
    assert said.count("n = ") == 4


def test_a_figure_without_a_value_has_its_reason_and_no_reading(client):
    campaign = make_campaign()
    sign_in(client, campaign, Member.Role.VIEWER)
    rate(campaign, {"happy": "3"})
    measure_agreement(campaign=campaign)
    text = client.get(page(campaign)).text
    said = headlines(text)
    assert said.count("– Undefined: no candidate has two ratings.") == 4
    assert "Krippendorff 2004" not in html.unescape(text)


def measure_rows(text):
    table = text[text.index("measure-table") :]
    return re.findall(r"<summary>(.*?)</summary>.*?<b>(.*?)</b>", table, re.DOTALL)


def test_the_table_of_measures_is_sorted_by_its_headings(manager, campaign):
    measure_agreement(campaign=campaign)
    plain = manager.get(page(campaign)).text
    for title in ("All ratings", "Pairs of annotators", "First gold", "First and second gold"):
        assert f'class="group-name">{title}</th>' in plain
    assert 'href="?sort=-value#measures"' in plain
    names = [name for name, _value in measure_rows(plain)]

    down = manager.get(f"{page(campaign)}?sort=-value").text
    assert 'aria-sort="descending"' in down
    assert 'href="?sort=value#measures"' in down
    values = [value for _name, value in measure_rows(down)]
    known = [float(value.replace("−", "-")) for value in values if value != "–"]
    assert known == sorted(known, reverse=True)
    assert len(known) > 5
    assert values == [*values[: len(known)], *["–"] * (len(values) - len(known))]

    by_name = [
        name
        for name, _value in measure_rows(manager.get(f"{page(campaign)}?sort=measure").text)
    ]
    assert by_name == sorted(names, key=lambda name: html.unescape(name).casefold())
    nonsense = manager.get(f"{page(campaign)}?sort=; drop").text
    assert [name for name, _value in measure_rows(nonsense)] == names


def test_wherever_a_number_is_missing_the_reason_stands_below_its_table(manager, campaign):
    rate(campaign, {"happy": "3"})  # of one annotator more, who shares it with the others alone
    report = measure_agreement(campaign=campaign)
    text = manager.get(page(campaign)).text
    for name in ("annotators", "by_origin", "by_target", "pairs"):
        table = text[: text.index(f"/{name}.csv")]
        table = table[table.rindex("<table") :]
        letters = set(re.findall(r"–<sup>\s*(\w+)</sup>", table))
        assert len(re.findall(r">–<(?!sup)", table)) == 0
        assert letters == set(re.findall(r"<li><sup>(\w+)</sup>", table))
    assert 'class="reasons quiet"' in text
    # The files keep their columns of numbers, without letters.
    address = reverse("agreement-table", args=["boats", report.id, "annotators", "csv"])
    assert not re.search(r"–|,a,", manager.get(address).text)


def test_numbers_are_written_as_the_reader_writes_them(manager, campaign):
    measure_agreement(campaign=campaign)
    french = manager.get(page(campaign), headers={"Accept-Language": "fr"}).text
    assert "0,500" in french
    assert "[0,062\u202f; 0,938]" in french
    assert "0.500" not in french


def test_the_course_of_agreement_is_drawn_from_two_reports_on(manager, campaign):
    first = measure_agreement(campaign=campaign)
    # Five candidates are too few for an interval of their own.
    first.measures["alpha_ordinal"] |= {"low": 0.5, "high": 0.75}
    first.save()
    label = "Agreement over time, with its 95% interval."
    assert label not in manager.get(page(campaign)).text
    rate(campaign, {"happy": "33"})
    measure_agreement(campaign=campaign)
    text = manager.get(page(campaign)).text
    chart = text[text.index(label) :]
    chart = chart[: chart.index("</figure>")]
    assert "0.63 [0.50, 0.75]" in chart
    assert "chart-band" in chart
    assert reverse("agreement-report", args=["boats", first.id]) in chart


@pytest.mark.parametrize("form", MAGIC)
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_a_file_that_is_the_same_every_time(manager, campaign, name, form):
    report = measure_agreement(campaign=campaign)
    url = reverse("agreement-figure", args=["boats", report.id, name, form])
    light, again, dark = (
        manager.get(url).content,
        manager.get(url).content,
        manager.get(f"{url}?theme=dark").content,
    )
    assert light.startswith(MAGIC[form])
    assert light == again != dark


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_of_nothing_is_still_a_figure(client, name):
    campaign = make_campaign()
    sign_in(client, campaign, Member.Role.OWNER)
    report = measure_agreement(campaign=campaign)
    url = reverse("agreement-figure", args=["boats", report.id, name, "svg"])
    assert client.get(url).content.startswith(b"<?xml")
    assert client.get(page(campaign)).status_code == 200


def test_every_table_downloads_as_csv_and_latex(manager, campaign):
    store_word_list(
        campaign=campaign, words=source("word,frequency\nhappy,1\ncontent,2\n", "words.csv")
    )
    report = measure_agreement(campaign=campaign)
    urls = re.findall(r'href="([^"]+/tables/[^"]+)"', manager.get(page(campaign)).text)
    assert len(set(urls)) >= 2 * 14
    for url in urls:
        body = manager.get(url).text
        if url.endswith("csv"):
            assert len({len(row) for row in csv.reader(io.StringIO(body))}) == 1
        else:
            assert r"\begin{tabular}" in body
    rows = manager.get(
        reverse("agreement-table", args=["boats", report.id, "measures", "csv"])
    ).text
    (sd,) = [row for row in csv.DictReader(io.StringIO(rows)) if row["measure"] == "sd"]
    assert float(sd["value_low"]) == report.measures["sd"]["low"]
    assert sd["n_ratings"] == "16"


@pytest.mark.parametrize(
    ("view", "name", "form"),
    [
        ("agreement-table", "nothing", "csv"),
        ("agreement-table", "measures", "doc"),
        ("agreement-figure", "nothing", "svg"),
        ("agreement-figure", "boxes", "gif"),
    ],
)
def test_files_nobody_offers_are_not_found(manager, campaign, view, name, form):
    report = measure_agreement(campaign=campaign)
    url = reverse(view, args=["boats", report.id, name, form])
    assert manager.get(url).status_code == 404


def test_an_earlier_report_stays_where_it_was(manager, campaign):
    first = measure_agreement(campaign=campaign)
    rate(campaign, {"happy": "333"})
    measure_agreement(campaign=campaign)
    old = reverse("agreement-report", args=["boats", first.id])
    assert f'href="{old}"' in manager.get(page(campaign)).text
    assert "0.500 [0.062, 0.938]" in manager.get(old).text
    # Nothing on it may reload: it is not the latest and never will be.
    assert "hx-get" not in manager.get(old).text


def test_the_hardest_sentence_comes_first_with_its_target_marked(manager, campaign):
    rate(campaign, {"space": "03"}, sentence="3")
    measure_agreement(campaign=campaign)
    text = manager.get(page(campaign)).text
    hardest = text[text.index('class="hardest"') :]
    assert hardest.index("There is no <mark>room</mark>") < hardest.index("She was <mark>")


def test_the_page_asks_the_same_however_much_was_rated(
    manager, campaign, django_assert_max_num_queries
):
    measure_agreement(campaign=campaign)
    with django_assert_max_num_queries(17):
        manager.get(page(campaign))


def test_latex_says_what_it_needs_and_is_no_wider_than_the_line():
    """pdflatex sets this on A4 with margins of an inch without an overfull line."""
    table = Table("t", ("text_1", "n"), [("50 % & _{x}", 3), ("[0, 1[", None)])
    assert as_latex(table).splitlines() == [
        r"% In the preamble: \usepackage[T1]{fontenc} \usepackage{booktabs,graphicx}",
        r"\noindent\resizebox{\dimexpr\ifdim\width\string>\linewidth",
        r"  \linewidth\else\width\fi\relax}{!}{%",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"text\_1 & n \\",
        r"\midrule",
        r"50 \% \& \_\{x\} & 3 \\",
        r"{[}0, 1{[} & -- \\",
        r"\bottomrule",
        r"\end{tabular}}%",
    ]


def test_in_a_wide_table_the_long_ones_of_the_headings_stand_on_end():
    columns = ("system", "score", *(f"rank_difference_{place}" for place in range(8)))
    row = ("first", Estimate(0.5, 0.25, 0.75), *range(8))
    latex = as_latex(Table("t", columns, [row])).splitlines()
    assert latex[3] == r"\setlength{\tabcolsep}{3pt}%"
    headings = latex[6].removesuffix(r" \\").split(" & ")
    assert headings[:3] == ["system", "score", r"\rotatebox{90}{rank\_difference\_0}"]
    assert sum("rotatebox" in heading for heading in headings) == 8
    narrow = as_latex(Table("t", columns[:4], [row[:4]]))
    assert "rotatebox" not in narrow
    assert "tabcolsep" not in narrow
    # Nothing is below the headings, and nothing breaks.
    assert as_latex(Table("t", columns, [])).count("rotatebox") == 9


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        # Commands and marks of TeX.
        ("R&D", r"R\&D"),
        ("50%", r"50\%"),
        ("$1", r"\$1"),
        ("#1", r"\#1"),
        ("a_b", r"a\_b"),
        ("{x}", r"\{x\}"),
        ("~x", r"\textasciitilde{}x"),
        ("x^2", r"x\textasciicircum{}2"),
        (r"\x", r"\textbackslash{}x"),
        # Arguments of the row before.
        ("[x]", "{[}x]"),
        ("*x", "{*}x"),
        # What prints as another sign: ¡, ¿, dashes and quotation marks.
        ("<x>|", r"\textless{}x\textgreater{}\textbar{}"),
        ("!`", r"!\textasciigrave{}"),
        ("a--b---c", "a-{}-b-{}-{}-c"),
        ("a,,b''c", "a,{},b'{}'c"),
        # What prints as it is, or nearly so.
        ("-1", "-1"),
        ("été’s œuf", "été’s œuf"),
        ("1–2", "1--2"),
    ],
)
def test_every_sign_of_a_systems_name_prints_as_itself(text, latex):
    """Read off what pdflatex made of each, in the T1 encoding and without it."""
    assert as_latex(Table("t", ("system",), [(text,)])).splitlines()[7] == rf"{latex} \\"


def test_csv_keeps_numbers_in_full_and_intervals_apart():
    estimate = Estimate(1 / 3, 0.1, None)
    table = Table("t", ("name", "x"), [("=SUM(A1)", estimate)], estimates=("x",))
    assert as_csv(table) == f"name,x,x_low,x_high\n'=SUM(A1),{1 / 3},0.1,\n"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, "–"),
        (2, "2"),
        (0.5, "0.500"),
        ("x", "x"),
        (Estimate(0.5, 0.25, 0.75), "0.500 [0.250, 0.750]"),
        (Estimate(0.5, None, None), "0.500"),
        (Estimate(None, None, None), "–"),
    ],
)
def test_a_cell_is_shown_with_three_decimals(cell, text):
    assert shown(cell) == text
