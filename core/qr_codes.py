"""QR codes of links, as SVG: for a page, which a theme may colour, and for a file to print."""

from io import BytesIO

import segno
from django.utils.safestring import SafeString, mark_safe

# Modules of white around it; readers want four.
QUIET_ZONE = 4


def inline_qr(link: str) -> SafeString:
    """To stand in a page; what it says must stand beside it."""
    drawn = segno.make(link, micro=False).svg_inline(omitsize=True, svgclass="qr")
    return mark_safe(drawn)  # noqa: S308  # nosec B308 B703 # our own drawing


def qr_file(link: str) -> bytes:
    """Black on white, whatever it is put on."""
    out = BytesIO()
    segno.make(link, micro=False).save(
        out, kind="svg", scale=10, border=QUIET_ZONE, light="#fff", title=link
    )
    return out.getvalue()
