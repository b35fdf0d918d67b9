"""The service worker: pages without a server, and with one that swallows everything."""

from __future__ import annotations

import pytest

from client.scripts import Scripts, needs_node
from dobbm.server.site import STATIC

pytestmark = needs_node

NAVIGATION = """
const heard = {};
globalThis.addEventListener = (kind, work) => (heard[kind] = work);
globalThis.location = { origin: "https://club.example" };
globalThis.caches = { match: async (path) => `kept ${path}` };
let patience = 0;
AbortSignal.timeout = (milliseconds) => ((patience = milliseconds), AbortSignal.abort());
const answers = {
  answers: async () => "answered",
  fails: () => Promise.reject(new TypeError("no network")),
  hangs: async (_request, { signal }) => signal.throwIfAborted(),
};
globalThis.fetch = answers[asked.server];
new Function(asked.script.replace("{files}", "[]"))();
let shown;
const request = { method: "GET", url: "https://club.example/t/stubai", mode: "navigate" };
heard.fetch({ request, respondWith: (work) => (shown = work) });
respond([await shown, patience]);
"""


@pytest.mark.parametrize(
    ("server", "shown"), [("answers", "answered"), ("fails", "kept /"), ("hangs", "kept /")]
)
def test_a_page_comes_from_the_device_if_the_server_does_not_answer_in_time(
    scripts: Scripts, server: str, shown: str
) -> None:
    script = (STATIC / "sw.js").read_text()
    assert scripts.run(NAVIGATION, {"script": script, "server": server}) == [shown, 5000]
