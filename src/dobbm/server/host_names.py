"""The host names to which a server answers, and the page for people who use another.

Another site could point its own name to a server in a private network, and its pages could then
read the tables (DNS rebinding). Nobody can do so with a numeric address, nor with a name that no
public registry gives away; and only the maker of a router has names below the router's own domain.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape
from ipaddress import ip_address
from urllib.parse import quote

from starlette.types import Scope

from dobbm.game.errors import quoted
from dobbm.text.translations import LANGUAGES, translator

NOT_PUBLIC = (
    *("local", "localhost", "localdomain", "lan", "home", "home.arpa", "internal", "intranet"),
    *("private", "corp"),
)
"""Domains of home networks that exist nowhere else (RFC 6762, RFC 8375, and ICANN's decisions)."""
MAKERS = ("fritz.box", "ts.net")
"""Domains below which the makers of routers and networks name the machines of a home."""

_LABEL = re.compile(r"(?!-)[a-z\d-]{1,63}(?<!-)", re.ASCII)


def answers_to(name: str, known: Collection[str]) -> bool:
    """Return whether a server with ``known`` names answers to a host name without its port.

    >>> answers_to("stube.lan", []), answers_to("stube.example", []), answers_to("stube", [])
    (True, False, True)
    >>> answers_to("stube.fritz.box", ["stube"]), answers_to("other.fritz.box", ["stube"])
    (True, False)
    """
    name = name.rstrip(".").lower()
    if name in known or _is_address(name):
        return True
    labels = name.split(".")
    if not all(map(_LABEL.fullmatch, labels)):
        return False
    if len(labels) == 1 or name.endswith(tuple([f".{domain}" for domain in NOT_PUBLIC])):
        return True
    return labels[0] in known and name.endswith(tuple([f".{domain}" for domain in MAKERS]))


def advice(scope: Scope, host: str) -> list[tuple[str, str]]:
    """Return what people can do who have used another name: languages and paragraphs in HTML."""
    is_name = re.fullmatch(r"[a-z\d.-]+(:\d{1,5})?", host.lower(), re.ASCII)
    url = f"{scope['scheme']}://{host.lower() if is_name else 'NAME:8000'}"
    command = f"<code>dobbm serve --public-url {escape(url)}</code>"
    texts: list[tuple[str, str]] = []
    for language in LANGUAGES:
        _ = translator(language).gettext
        sentences = [
            _("This server does not answer to the name {host}.").format(host=escape(quoted(host))),
            _("Its host can start it with this name: {command}").format(command=command),
        ]
        if link := _by_number(scope):
            sentences.append(_("Its number works at once: {address}").format(address=link))
        texts += [(language, sentence) for sentence in sentences]
    return texts


def _by_number(scope: Scope) -> str:
    """Return a link to the same page by the number of the server; none if a proxy is before it."""
    address, port = scope.get("server") or ("", None)
    if not _is_address(address) or ip_address(address).is_loopback:
        return ""
    number = f"[{address}]" if ":" in address else address
    url = escape(f"{scope['scheme']}://{number}:{port}{quote(scope['path'])}")
    return f'<a href="{url}">{url}</a>'


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
