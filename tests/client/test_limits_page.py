"""No request waits for ever, and a seat needs no cookie: the page goes on with its token."""

from __future__ import annotations

import re
from typing import Any

import pytest

from client.scripts import CLOCK, Scripts, needs_node
from client.test_modules import MODULES, sent

PAGE = f"""{CLOCK}
globalThis.addEventListener = () => {{}};
Math.random = () => 1;
const api = await import("./base/api.js");
"""

WAITING = f"""{PAGE}
const type = {{ "Content-Type": "text/plain" }};
const endless = (signal) => new Response(new ReadableStream({{
  start: (body) => signal.addEventListener("abort", () => body.error(new Error("given up"))),
}}), {{ headers: type }});
globalThis.fetch = (path, {{ signal }}) => asked.begun ? Promise.resolve(endless(signal)) :
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("given up"))));
const asks = {{
  get: () => api.get(asked.path),
  post: () => api.post(asked.path),
  put: () => api.put(asked.path, {{}}),
  remove: () => api.remove(asked.path),
  text: () => api.getText(asked.path, "text/plain"),
  open: () => api.openTable({{}}, 5000),
  sit: () => api.takeSeat("stubai", "Vroni", 0),
  move: () => api.takeHandover("stubai", "code"),
  write: () => api.sendText("stubai", "Wer gibt?"),
}};
let end = null;
asks[asked.how]().catch(({{ code }}) => (end = [code, now]));
await pass(200_000);
respond([end, timers.length]);
"""

COOKIE = f"""{PAGE}
const sent = [];
let refuses = true;
globalThis.fetch = async (path, {{ headers }}) => {{
  const isCookie = path.endsWith("/remember");
  if (isCookie && refuses && asked.status === null) throw new Error("swallowed");
  if (isCookie && refuses) return Response.json({{}}, {{ status: asked.status }});
  if (!isCookie) sent.push(Boolean(headers.Authorization));
  return Response.json({{ table: "stubai", seat: 0, token: "token" }});
}};
const begin = {{
  open: () => api.openTable({{}}, 5000),
  sit: () => api.takeSeat("stubai", "Vroni", 0),
  move: () => api.takeHandover("stubai", "code"),
}};
const {{ missesCookies }} = await import("./base/seat-token.js");
let seated = null;
begin[asked.how]().then(() => (seated = now));
await pass(10_000);
const said = [missesCookies()];
sent.length = 0;
await api.get("/tables/stubai");
refuses = asked.status === 404;
await pass(1_000_000);
said.push(missesCookies());
await api.get("/tables/stubai");
respond({{ seated, said, sent }});
"""


@needs_node
@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("how", ["get", "post", "put", "remove", "text"])
def test_a_request_that_is_not_answered_is_given_up_after_twenty_seconds(
    scripts: Scripts, how: str, begun: bool
) -> None:
    """Nor does the page wait for the rest of an answer that has begun."""
    ((code, after), timers) = scripts.run(
        WAITING, {"how": how, "path": "/tables/stubai", "begun": begun}
    )
    assert (code, after, timers) == ("offline", 20_000, 0)


@needs_node
@pytest.mark.parametrize(
    "path", ["/practice", "/tables/stubai/hint", "/tables/stubai/deals/1/analysis"]
)
def test_a_bot_that_has_to_be_compiled_first_is_waited_for(scripts: Scripts, path: str) -> None:
    ((code, after), _) = scripts.run(WAITING, {"how": "get", "path": path, "begun": False})
    assert (code, after) == ("offline", 120_000)


@needs_node
@pytest.mark.parametrize("how", ["open", "sit", "move", "write"])
def test_what_is_tried_again_ends_too(scripts: Scripts, how: str) -> None:
    ((code, after), timers) = scripts.run(WAITING, {"how": how, "begun": False})
    assert code == "offline"
    assert after <= 45_000
    assert timers == 0


@needs_node
@pytest.mark.parametrize("how", ["open", "sit", "move"])
@pytest.mark.parametrize("status", [500, 503, 429, 404, None])
def test_a_seat_is_taken_although_the_server_gives_no_cookie(
    scripts: Scripts, how: str, status: int | None
) -> None:
    """The token goes with all requests until there is a cookie after all."""
    found: dict[str, Any] = scripts.run(COOKIE, {"how": how, "status": status})
    assert found["seated"] is not None
    assert found["seated"] <= 8000
    assert found["sent"] == [True, status == 404]
    assert found["said"] == [True, status == 404]


def test_only_what_has_a_limit_of_its_own_fetches() -> None:
    """A stream has none: it beats."""
    fetching = {one for one in MODULES if re.search(r"\bfetch\(", sent(one))}
    assert fetching == {
        "base/alone.js",
        "base/faults.js",
        "base/loading.js",
        "base/transport.js",
        "guard.js",
        "pocket/connection.js",  # renews what is kept, and waits for nothing
        "pocket/parts.js",  # it asks until everything has arrived
        "pocket/worker.js",  # its list of parts lies beside it
    }


def test_only_one_module_reaches_the_tables() -> None:
    """In a pocket, a worker takes the place of the server."""
    reaching = {one for one in MODULES if re.search(r"/api/v1|new EventSource\b", sent(one))}
    assert reaching == {"base/transport.js"}
