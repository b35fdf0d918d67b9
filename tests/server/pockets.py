"""Folders with the files of a pocket edition, without what a browser needs to run it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from dobbm.server.site import POCKET, Site

RUNTIME = "0123456789ab"
PARTS = {"app.zip": b"our own part", "python.zip": b"Python" * 100, "loader.js": b"export {};"}


def build_pocket(folder: Path) -> Site:
    """Write a pocket edition; return its site."""
    sizes = {name: len(data) for name, data in PARTS.items()}
    listed = json.dumps({"runtime": RUNTIME, "sizes": sizes, "info": {}}).encode()
    own = {"pocket/app.zip": PARTS["app.zip"], "pocket/parts.json": listed}
    site = Site(home="./", edition=POCKET, more=own)
    files = {f"static/{site.version}/{path}": site.page(path).data for path in site.paths}
    files |= {f"pocket/{RUNTIME}/{name}": PARTS[name] for name in ("python.zip", "loader.js")}
    files |= {path: site.page(path).data for path in ("sw.js", "manifest.webmanifest")}
    files |= {"index.html": site.shell("start").data, "licences.txt": b"MIT"}
    files |= {"learn/index.html": site.shell("learn", "../").data}
    for suffix in (".br", ".gz"):
        files[f"pocket/{RUNTIME}/python.zip{suffix}"] = gzip.compress(suffix.encode())
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return site
