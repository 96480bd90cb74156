import pytest

from core.markdown import render_markdown

pytestmark = pytest.mark.sqlite


def test_headings_go_down_one_level_and_never_below_the_sixth() -> None:
    assert render_markdown("# Hello") == "<h2>Hello</h2>\n"
    assert render_markdown("###### Small") == "<h6>Small</h6>\n"
    assert render_markdown("# Hello", below=4) == "<h5>Hello</h5>\n"


def test_html_in_the_text_is_shown_not_obeyed() -> None:
    html = render_markdown("<script>alert(1)</script>\n\nA <b onclick='x()'>bold</b> word")
    assert "<script" not in html
    assert "<b" not in html
    assert "&lt;script&gt;" in html


def test_a_link_can_only_lead_to_a_page_or_an_address() -> None:
    assert 'href="https://example.org"' in render_markdown("[a](https://example.org)")
    assert 'href="mailto:a@example.org"' in render_markdown("[a](mailto:a@example.org)")
    assert "href" not in render_markdown("[a](javascript:alert(1)) [b](data:text/html,x)")


def test_images_are_left_out() -> None:
    assert "<img" not in render_markdown("![a](https://example.org/track.png)")
