"""Addresses as chats, mail programs and people change them, for the server and for the page."""

from __future__ import annotations

TABLE, DEAL = "/t/dPZh5_-x", "/t/dPZh5_-x/deals/3"

LEFTOVERS = (
    *"/.),;:!?>]}'\"|*…。、）」】»”’",
    *("//", ").", "/.", "%20", "%0A", "%0D%0A", "%20and then", "%09", "%22>", "&quot;"),
    *(
        "&fbclid=1",
        "\u200b",
        "\ufeff",
        "\u00ad",
        "\u200e",
        "\u2060",
        "%E2%80%8B",
        "%C2%A0",
        "%3Cbr%3E",
    ),
)
"""Characters that remain at the end of a link."""

MENDED = {
    **{f"{path}{rest}": path for path in (TABLE, DEAL, "/score", "/rules") for rest in LEFTOVERS},
    "//t//dPZh5_-x": TABLE,
    "/t/ dPZh5_-x": TABLE,
    "/t/<dPZh5_-x>": TABLE,
    "/t/dPZ\u00adh5\u200b_-x": TABLE,
    "/T/dPZh5_-x": TABLE,
    "/t/dPZh5_-x/DEALS/03": "/t/dPZh5_-x/deals/03",
    "/t/dPZh5_-x%20/deals/3%0A": DEAL,
    "/Score": "/score",
    "/RULES/": "/rules",
    "／score": "/score",
    "/.": "/",
    "//": "/",
}
"""The addresses of pages, by what people ask for."""

WRONG = ("/t", "/t/", "/t/)", "/t/a/deals", "/t/a/deals/", "/t/a/deals/three", "/cards", "/t/a/b/c")
"""Addresses of no page."""
