"""The routes for clubs, which the pocket edition does without."""

from __future__ import annotations

from dobbm.server import (
    appointment_routes,
    archive_routes,
    book_routes,
    club_privacy,
    club_routes,
    deal_routes,
    notice_routes,
    push_routes,
    tournament_routes,
)

CLUB_ROUTERS = (
    book_routes.router,
    deal_routes.router,
    tournament_routes.router,
    archive_routes.router,
    club_routes.router,
    appointment_routes.router,
    notice_routes.router,
    push_routes.router,
    club_privacy.router,
)
"""In the order in which a request tries them."""
