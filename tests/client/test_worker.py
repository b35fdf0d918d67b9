"""The service worker: pages without a server, and with one that swallows everything."""

from __future__ import annotations

from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm.server.site import STATIC

pytestmark = needs_node

NAVIGATION = """
const heard = {};
globalThis.addEventListener = (kind, work) => (heard[kind] = work);
globalThis.location = new URL("sw.js", asked.home ?? "https://club.example/");
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


FILES = """
const heard = {};
const store = new Map(Object.entries(asked.kept));
const deleted = [];
const failing = () => Promise.reject(new Error("refused"));
const types = new Map();
const typed = (path) => ({ headers: { "Content-Type": types.get(path) ?? "text/javascript" } });
const find = (path) => (store.has(path) ? new Response(store.get(path), typed(path)) : undefined);
const keep = async (path, answer) => {
  types.set(path, answer.headers.get("Content-Type"));
  store.set(path, await answer.text());
};
const pathOf = (request) => new URL(request.url ?? request, location.origin).pathname;
const cache = {
  addAll: (all) => Promise.all(all.map(async (one) => keep(pathOf(one), await fetch(one)))),
  match: async (path) => find(path),
  put: asked.full ? failing : keep,
};
globalThis.addEventListener = (kind, work) => (heard[kind] = work);
globalThis.location = new URL("sw.js", asked.home ?? "https://club.example/");
globalThis.skipWaiting = async () => undefined;
globalThis.caches = {
  open: async () => cache,
  match: asked.refused ? failing : async (path) => find(path),
  keys: async () => asked.caches,
  delete: async (name) => (asked.caches ? deleted.push(name) : store.clear()),
};
globalThis.fetch = async (request, how) => {
  const path = pathOf(request);
  const cache = how?.cache ?? request.cache;
  const answer = (cache !== "no-cache" && asked.fresh?.[path]) || asked.server[path];
  if (!answer) throw new TypeError("no network");
  types.set("sent", answer[2]);
  return new Response(answer[1], { status: answer[0], ...typed("sent") });
};
const script = asked.script.replace("{files}", '["static/1/a.js"]').replace("{version}", "1");
new Function(script)();
let answer;
const url = `https://club.example${asked.path}`;
const request = { method: "GET", url, mode: asked.mode ?? "cors", cache: asked.cache ?? "default" };
globalThis.clients = { claim: async () => ({ text: () => deleted }) };
if (heard[asked.path]) heard[asked.path]({ waitUntil: (work) => (answer = work) });
else heard.fetch({ request, respondWith: (work) => (answer = work) });
const shown = await answer?.then((found) => found?.text() ?? "installed", (error) => error.message);
await new Promise((resolve) => setTimeout(resolve));
respond([shown, Object.fromEntries(store)]);
"""
FILE = "/static/1/a.js"
KEPT = {FILE: "kept"}
SENT = {FILE: [200, "sent"]}


def answer(scripts: Scripts, **asked: Any) -> Any:
    """Return what the worker answers, and what the device keeps after that."""
    usual = {"path": FILE, "kept": KEPT, "server": SENT}
    return scripts.run(FILES, usual | asked | {"script": (STATIC / "sw.js").read_text()})


def test_a_kept_file_is_not_requested(scripts: Scripts) -> None:
    assert answer(scripts) == ["kept", KEPT]


@pytest.mark.parametrize("asked", [{"path": f"{FILE}?again=1"}, {"cache": "reload"}])
def test_a_file_that_is_asked_for_again_replaces_the_one_kept(
    scripts: Scripts, asked: dict[str, str]
) -> None:
    assert answer(scripts, **asked) == ["sent", {FILE: "sent"}]
    assert answer(scripts, **asked, server={}) == ["kept", KEPT]
    broken = {FILE: [500, "broken"]}
    assert answer(scripts, **asked, server=broken) == ["broken", KEPT]


def test_a_device_that_refuses_to_keep_files_gets_them_from_the_server(scripts: Scripts) -> None:
    assert answer(scripts, kept={}, full=True) == ["sent", {}]
    assert answer(scripts, refused=True)[0] == "sent"
    assert answer(scripts, kept={}, server={}) == ["no network", {}]


def test_the_kept_page_stands_in_for_a_server_that_is_about_to_start(scripts: Scripts) -> None:
    page = {"path": "/score", "mode": "navigate", "server": {"/score": [502, "Bad gateway"]}}
    assert answer(scripts, **page, kept={"/": "the page"})[0] == "the page"
    assert answer(scripts, **page)[0] == "Bad gateway"


def test_a_page_below_a_folder_stands_in_for_those_in_deeper_ones(scripts: Scripts) -> None:
    home = "https://club.example/dobbm/"
    page = '<a href="./"></a><script src="./static/1/app.js"></script>'
    server = {"/dobbm/static/1/a.js": [200, "sent"], "/dobbm/": [200, page]}
    kept = {
        "/dobbm/static/1/a.js": "sent",
        "/dobbm/": '<a href="/dobbm/"></a><script src="/dobbm/static/1/app.js"></script>',
    }
    below: dict[str, Any] = {"home": home, "server": server, "kept": {}}
    assert answer(scripts, path="install", **below) == ["installed", kept]
    below |= {"server": {}, "kept": kept}
    assert answer(scripts, path="/dobbm/t/stubai", mode="navigate", **below)[0] == kept["/dobbm/"]
    assert answer(scripts, path="/dobbm/static/1/a.js", **below)[0] == "sent"


def test_the_page_is_not_that_which_the_browser_takes_for_fresh(scripts: Scripts) -> None:
    """A host of files may say nothing of how long a page is fresh."""
    server = {"/": [200, "static/1/app.js"], FILE: [200, "sent"]}
    kept = {"/": "static/1/app.js", FILE: "sent"}
    old = {"fresh": {"/": [200, "static/0/app.js"]}, "server": server}
    assert answer(scripts, path="install", kept={}, **old) == ["installed", kept]
    assert answer(scripts, path="/", mode="navigate", **old)[0] == "static/1/app.js"


def test_no_page_is_kept_in_place_of_a_file(scripts: Scripts) -> None:
    page = [200, "Sign in", "text/html; charset=utf-8"]
    assert answer(scripts, kept={}, server={FILE: page}) == ["Sign in", {}]
    server = {"/": [200, "static/1/app.js", "text/html"], FILE: page}
    found = answer(scripts, path="install", kept={}, server=server)
    assert found == ["the server lacks a file", {}]


@pytest.mark.parametrize(
    ("home", "old"),
    [("", ["dobbm-0"]), ("dobbm/", ["dobbm-dobbm/0"]), ("dobbm/de/", ["dobbm-dobbm/de/0"])],
)
def test_a_page_deletes_its_own_older_files_and_not_those_of_other_folders(
    scripts: Scripts, home: str, old: list[str]
) -> None:
    caches = ["dobbm-0", "dobbm-dobbm/0", "dobbm-dobbm/de/0", f"dobbm-{home}1", "weather"]
    shown = answer(scripts, path="activate", home=f"https://club.example/{home}", caches=caches)
    assert shown[0] == old


@pytest.mark.parametrize("path", ["/pocket", "/pocket/", "/pocket/t/stubai", "/api/v1/tables"])
def test_the_pages_of_a_pocket_beside_a_server_are_left_to_its_own_worker(
    scripts: Scripts, path: str
) -> None:
    kept = {"/": "the page"}
    assert answer(scripts, path=path, mode="navigate", kept=kept) == [None, kept]
    file = f"/pocket{FILE}"
    assert answer(scripts, path=file, server={file: [200, "sent"]}) == [None, KEPT]


def test_the_parts_of_a_pocket_are_kept(scripts: Scripts) -> None:
    file = "/pocket/0123456789ab/python.zip"
    assert answer(scripts, path=file, kept={}, server={file: [200, "sent"]}) == [
        "sent",
        {file: "sent"},
    ]


def test_a_page_of_another_version_than_its_files_is_not_kept(scripts: Scripts) -> None:
    own = {"/": [200, "<script src=/static/1/app.js>"]}
    kept = {path: text for path, (_, text) in (SENT | own).items()}
    assert answer(scripts, path="install", kept={}, server=SENT | own) == ["installed", kept]
    other = {"/": [200, "<script src=/static/2/app.js>"]}
    refused = ["the server has another version", {}]
    assert answer(scripts, path="install", kept={}, server=SENT | other) == refused
