"""Links as people share them: mended addresses, and the cards by which chats preview a page.

Chats and mail programs add brackets, full stops and line breaks to links, and people type them with
capitals. A preview names nobody and shows no cards, because strangers may see it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape
from unicodedata import category, normalize
from urllib.parse import parse_qs, urlsplit

from starlette.requests import Request

PICTURE = "icons/icon-512.png"

PREVIEWS = {
    "start": (
        "Dobbm",
        "The card game of the Stubai valley: play with friends and bots, without an account.",
    ),
    "lobby": ("Open tables of Dobbm", "Take a free seat, or watch."),
    "clubs": ("Clubs of Dobbm", "Friends who play every week, without an account."),
    "club": (
        "A club that plays Dobbm",
        "Its people, its tables and its book. Open your own link, or ask to be let in.",
    ),
    "board": ("A club that plays Dobbm", "The rounds and the standing of its tournament."),
    "table": (
        "Come and play Dobbm",
        "A table of the card game of the Stubai valley. Take a seat or watch, without an account.",
    ),
    "replay": ("A deal of Dobbm, card by card", "See what was played, and what was better."),
    "daily": (
        "The deals of the day of Dobbm",
        "Three deals a day, the same for everybody: what do you make of them?",
    ),
    "shared": ("A deal of Dobbm for you", "The same cards, the same bots. And you?"),
    "learn": ("Learn Dobbm", "The card game of the Stubai valley in five minutes, card in hand."),
    "exercises": ("Exercises in Dobbm", "Bid, discard and play: one answer each, and a reason."),
    "rules": ("The rules of Dobbm", "One against three, hearts are trumps: rules and glossary."),
    "history": ("Where Dobbm comes from", "The history of the card game and its relatives."),
    "me": ("My record at Dobbm", "Every deal of this device: Schilling, luck and play."),
    "score": ("The score sheet for Dobbm", "Play with real cards, and let it count the Schilling."),
    "privacy": (
        "Privacy at Dobbm",
        "The data on this server, how long it stays, and who is responsible.",
    ),
    "settings": ("Settings of Dobbm", "How the cards look, sound and move on this device."),
}
"""The title and the description of each page in a preview, which is in English."""

_PART = re.compile(r"[\w-]+", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
_SEAT = re.compile(r"\d", re.ASCII)


def mended(path: str, pages: Collection[str]) -> str | None:
    """Return the address of the page that a path means; None if there is none.

    Each part of the path is its first run of letters, digits, hyphens and underscores.

    >>> mended("/T/dPZh5_-x).", ["/t/{table}"]), mended("//rules/", ["/rules"])
    ('/t/dPZh5_-x', '/rules')
    """
    plain = normalize("NFKC", path)
    visible = "".join([letter for letter in plain if category(letter) != "Cf"])
    found = [_PART.search(part) for part in visible.split("/")]
    # Only the words of an address are in lower case; the names of tables have capitals.
    parts = [part[0] if at == 1 else part[0].lower() for at, part in enumerate(filter(None, found))]
    for page in pages:
        pattern = page.strip("/").split("/") if page != "/" else []
        if len(pattern) == len(parts) and all(map(_fits, parts, pattern)):
            return "/" + "/".join(parts)
    return None


def _fits(part: str, pattern: str) -> bool:
    if pattern == "{number}":
        return bool(_NUMBER.fullmatch(part))
    return pattern.startswith("{") or part == pattern


def origin_of(request: Request, public_url: str | None) -> str:
    """Return the scheme and host under which people reach the server, without a slash."""
    return public_url or f"{request.url.scheme}://{request.url.netloc}"


def shared_address(request: Request, origin: str) -> str:
    """Return the absolute address of a page, as it is shared: with the seat that it offers."""
    seat = _SEAT.match(parse_qs(request.url.query).get("seat", [""])[0])
    return f"{origin}{request.url.path}{f'?seat={seat[0]}' if seat else ''}"


def preview(name: str, address: str, version: str) -> str:
    """Return the tags from which chats make a preview of a page."""
    title, description = PREVIEWS[name]
    origin = urlsplit(address)._replace(path="", query="").geturl()
    properties = {
        "og:type": "website",
        "og:site_name": "Dobbm",
        "og:title": title,
        "og:description": description,
        "og:url": address,
        "og:image": f"{origin}/static/{version}/{PICTURE}",
        "og:image:type": "image/png",
        "og:image:width": "512",
        "og:image:height": "512",
        "og:image:alt": "Dobbm",
    }
    tags = [f'<meta property="{key}" content="{escape(of)}">' for key, of in properties.items()]
    return "\n  ".join([*tags, '<meta name="twitter:card" content="summary">'])
