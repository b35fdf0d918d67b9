"""How the parts of a pocket's Python arrive over a bad network."""

from __future__ import annotations

from typing import Any

from client.scripts import Scripts, needs_node

pytestmark = needs_node

ARRIVE = """
globalThis.setTimeout = (work) => setImmediate(work);
const whole = Uint8Array.from({ length: 100 }, (_none, at) => at);
const sent = [];
const caching = [];
globalThis.caches = {
  open: async () => ({ put: async () => undefined }),
  keys: async () => [],
  match: async () => (asked.kept ? new Response(asked.kept) : undefined),
};
let times = asked.answers;
globalThis.fetch = async (address, { headers = {}, cache }) => {
  const [kind, cut] = times.shift() ?? ["whole"];
  caching.push(cache);
  const from = Number(headers.Range?.match(/\\d+/)[0] ?? 0);
  sent.push(headers.Range ?? "all");
  if (kind === "refused") return new Response("later", { status: 503 });
  const html = { "Content-Type": "text/html" };
  if (kind === "page") return new Response("<p>Sign in", { headers: html });
  if (kind === "unreachable") throw new TypeError("no connection");
  const isRest = asked.knowsRanges && headers.Range;
  const rest = (kind === "other" ? whole.map((byte) => byte ^ 1) : whole).slice(isRest ? from : 0);
  const pieces = [kind === "cut" ? rest.slice(0, cut) : rest];
  const body = new ReadableStream({
    pull(stream) {
      if (pieces.length) stream.enqueue(pieces.pop());
      else if (kind === "cut") stream.error(new TypeError("cut"));
      else stream.close();
    },
  }, { highWaterMark: 0 });
  const ranged = isRest ? { "Content-Range": `bytes ${from}-99/100` } : {};
  return new Response(body, { status: isRest ? 206 : 200, headers: ranged });
};
const shares = [];
const { Parts } = await import("./pocket/parts.js");
const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
const hash = btoa(String.fromCharCode(...digest));
const listed = { runtime: "r", sizes: { [asked.name]: 100 }, digests: { [asked.name]: hash } };
const parts = new Parts(listed, (share) => shares.push(share));
const data = await parts.data(asked.name);
const isWhole = caching.every((cache, at) => cache === (at ? "reload" : "default"));
respond([isWhole && data.every((byte, at) => byte === at) && data.length, sent, shares.at(-1)]);
"""


def arrived(
    scripts: Scripts,
    *answers: list[Any],
    knows_ranges: bool = True,
    name: str = "python.zip",
    kept: str = "",
) -> list[str]:
    """Let a part arrive over a network that answers so; return which bytes have been asked for.

    The browser itself may keep a broken file, so the next request goes to the host.
    """
    asked = {"answers": [*answers], "knowsRanges": knows_ranges, "name": name, "kept": kept}
    size, sent, share = scripts.run(ARRIVE, asked)
    assert (size, share) == (100, 1)
    return list(sent)


def test_a_host_that_answers_late_is_asked_again(scripts: Scripts) -> None:
    assert arrived(scripts, ["refused"], ["unreachable"]) == ["all", "all", "all"]


def test_a_page_of_somebody_in_between_is_no_part(scripts: Scripts) -> None:
    assert arrived(scripts, ["page"], ["page"], ["page"]) == ["all"] * 4


def test_a_part_that_is_kept_in_halves_is_asked_for(scripts: Scripts) -> None:
    assert arrived(scripts, name="app.zip", kept="half") == ["all"]


def test_a_part_of_the_right_size_with_other_bytes_is_asked_for_again(scripts: Scripts) -> None:
    assert arrived(scripts, ["other"], ["cut", 80], ["other"]) == ["all", "all", "bytes=80-", "all"]


def test_the_small_rest_of_a_part_is_asked_for(scripts: Scripts) -> None:
    assert arrived(scripts, ["cut", 80]) == ["all", "bytes=80-"]


def test_the_large_rest_comes_compressed_with_the_whole(scripts: Scripts) -> None:
    assert arrived(scripts, ["cut", 20]) == ["all", "all"]


def test_a_part_that_is_cut_every_time_arrives_piece_by_piece(scripts: Scripts) -> None:
    cuts = [["cut", 30]] * 4
    assert arrived(scripts, *cuts) == ["all", "all", "bytes=30-", "bytes=60-", "bytes=90-"]


def test_a_host_that_sends_no_rest_sends_the_whole(scripts: Scripts) -> None:
    asked = arrived(scripts, ["cut", 80], ["cut", 90], knows_ranges=False)
    assert asked == ["all", "bytes=80-", "bytes=90-"]
