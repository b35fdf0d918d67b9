"""Links as people share them: mended addresses, and previews in chats."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import quote

import pytest

from dobbm.server.links import PREVIEWS, mended
from dobbm.server.site import PAGES, STATIC, Site
from server.links import DEAL, MENDED, TABLE, WRONG
from server.serving import refusal
from server.simulated import Simulated

ENCODED = "/%?=&#"
"""Characters that a browser leaves in an address, or that the test has encoded already."""


def test_what_clings_to_a_link_never_breaks_it(idle_server: Simulated) -> None:
    """Chats that make previews and browsers are sent to the page, with the seat offered."""
    for given, page in MENDED.items():
        sent = quote(given.replace("?", "%3F").replace("#", "%23"), safe=ENCODED)
        answer = idle_server.ask("GET", sent)
        assert (answer.status_code, answer.headers.get("location")) == (308, page), given
    answer = idle_server.ask("GET", f"{TABLE}).?seat=3")
    assert answer.headers["location"] == f"{TABLE}?seat=3"


def test_a_clean_address_is_served_at_once(idle_server: Simulated) -> None:
    for path in {*MENDED.values(), *(path for path in PAGES if "{" not in path)}:
        assert idle_server.ask("GET", f"{path}?fbclid=x&utm_source=y").status_code == 200, path


@pytest.mark.parametrize("path", WRONG)
def test_a_wrong_address_is_not_taken_for_another(path: str) -> None:
    assert mended(path, PAGES) is None


@pytest.mark.parametrize("path", ["//evil.example", "/\\evil.example", "/%2F%2Fevil.example/t"])
def test_nobody_is_sent_to_another_host(idle_server: Simulated, path: str) -> None:
    assert refusal(idle_server.ask("GET", path)) == (404, "unknown")


def test_requests_of_programs_are_not_mended(idle_server: Simulated) -> None:
    for path in ("/api/v1/tables/", "/api/v1/TABLES", "/static/x/app.js/"):
        assert refusal(idle_server.ask("GET", path)) == (404, "unknown")
    assert idle_server.ask("POST", "/score/").status_code == 404


def preview(server: Simulated, path: str, **headers: str) -> dict[str, str]:
    """Return the tags of a page from which chats make a preview."""
    text = server.ask("GET", path, headers={"Accept-Encoding": ""} | headers).text
    tags = re.findall(r'property="og:(\S+)" content="(.*?)"', text)
    return {key: unescape(of) for key, of in tags}


@pytest.mark.parametrize("path", PAGES)
def test_a_shared_page_has_a_title_a_text_and_a_picture(idle_server: Simulated, path: str) -> None:
    name, path = PAGES[path], path.format(table="dPZh5_-x", number=3, id="0abc", club="dPZh5_-x")
    tags = preview(idle_server, path)
    assert (tags["title"], tags["description"]) == PREVIEWS[name]
    assert tags["url"] == f"{idle_server.address}{path}"
    assert tags["image"] == f"{idle_server.address}/static/{Site().version}/icons/icon-512.png"
    picture = idle_server.ask("GET", tags["image"].removeprefix(idle_server.address))
    assert picture.headers["content-type"] == "image/png"
    assert picture.content == (STATIC / "icons" / "icon-512.png").read_bytes()


def test_a_preview_says_nothing_about_the_people_and_the_cards(server: Simulated) -> None:
    vroni = server.open(bots=0)
    for path in (f"/t/{vroni.table}", f"/t/{vroni.table}/deals/1"):
        text = server.ask("GET", path, headers={"Accept-Encoding": ""}).text
        assert text.replace(vroni.table, "dPZh5_-x") == (
            server.ask("GET", path.replace(vroni.table, "dPZh5_-x")).text
        )


def test_a_preview_keeps_the_seat_offered_and_no_tracking(idle_server: Simulated) -> None:
    tags = preview(idle_server, f"{TABLE}?seat=3&fbclid=x%22%3E")
    assert tags["url"] == f"{idle_server.address}{TABLE}?seat=3"
    assert preview(idle_server, f"{DEAL}?seat=%22%3E")["url"] == f"{idle_server.address}{DEAL}"


def test_behind_a_proxy_a_preview_has_the_public_address(serve: Callable[..., Simulated]) -> None:
    tags = preview(serve(public_url="https://dobbm.example"), TABLE)
    assert tags["url"] == f"https://dobbm.example{TABLE}"
    assert tags["image"].startswith("https://dobbm.example/static/")


def test_a_strange_address_stays_inside_its_tag(idle_server: Simulated) -> None:
    path = "/t/a/deals/%22%3E%3Cscript%3E"
    answer = idle_server.ask("GET", path, headers={"Accept-Encoding": ""})
    assert "<script>" not in answer.text
