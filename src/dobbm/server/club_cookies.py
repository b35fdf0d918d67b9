"""The cookies that open chairs in clubs, and the key that signs them."""

from __future__ import annotations

from fastapi import Request
from itsdangerous import BadSignature, URLSafeSerializer

from dobbm.server.config import COOKIE, Settings

LASTS = 400 * 24 * 3600
"""Lifetime of a club's cookie, in seconds: the longest that browsers allow; every visit renews it.
"""


def cookie_name(club: str) -> str:
    """Return the name of the cookie of a club."""
    return f"{COOKIE.decode()}club-{club}"


def remembered(request: Request, club: str) -> str | None:
    """Return the token in the cookie of a club, if there is one with a valid signature."""
    kept = request.cookies.get(cookie_name(club))
    if kept is None:
        return None
    try:
        return str(signer(request, f"chair in {club}").loads(kept))
    except BadSignature:
        return None


def signer(request: Request, salt: str) -> URLSafeSerializer:
    """Return what signs texts of one kind with the secret of the server."""
    settings: Settings = request.state.settings
    return URLSafeSerializer(settings.secret, salt=salt)
