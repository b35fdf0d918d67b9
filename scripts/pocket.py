"""Build the pocket edition: a folder of static files with the whole game, for any web space.

  python scripts/pocket.py [FOLDER] [--archive [PLACE]]

Its Python is Pyodide's, from npm; it runs the server's API in a worker of the page. The same
sources and versions always give the same files. docs/pocket.md says where to put them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from argparse import ArgumentParser
from base64 import b64encode
from hashlib import sha256
from importlib.metadata import distribution, version
from pathlib import Path
from typing import NamedTuple

from dobbm.server.site import MISSING, PAGES, Site

ROOT = Path(__file__).parents[1]
POCKET = ROOT / "build" / "pocket"
ARCHIVES = ROOT / "dist"
PYODIDE = ROOT / "node_modules" / "pyodide"
KERNEL = ROOT / "src" / "dobbm" / "ai" / "kernel" / "kernel.wasm"
COMPILED = "pydantic_core"
"""The only library that is not of Python alone."""
LIBRARIES = (
    *("annotated-doc", "annotated-types", "anyio", "fastapi", "itsdangerous", "opentelemetry-api"),
    *("pydantic", "pydantic_core", "starlette", "typing_extensions", "typing-inspection"),
)
"""The libraries in it, by the names of their distributions."""
PLATFORM = "pyemscripten_2026_0_wasm32"
LOADER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LATE = "late.zip"
"""The part that comes after the first cards."""
SELDOM = ("python.zip", "pydantic_core.wasm", "weights.zip", LATE)
"""The parts that change seldom; ``client/pocket/parts.js`` knows the others by name."""
LARGEST = 6_000_000
"""The most bytes, compressed, that a browser loads before the first card."""
LARGEST_LATER = 1_000_000
"""The most bytes, compressed, that it loads of a later version that changes only our own part."""
SELDOM_SHOWN = re.compile(r"^const LARGE = /(.+)/;$", re.MULTILINE)
"""Matches, in the service worker, the pattern of files that it keeps only when they are shown."""

ELSEWHERE = """<!doctype html>
<meta charset="utf-8">
<title>Dobbm</title>
<script>
const home = location.pathname.replace(/\\/(t\\/.*|[^/]*\\/?)$/, "/");
document.write({shell}.replaceAll("{home}", home));
</script>
"""
"""The page that hosts send for addresses without a file: it finds out in which folder it lies."""


class Runtime(NamedTuple):
    """The parts of the pocket edition by name."""

    seldom: dict[str, bytes]
    own: dict[str, bytes]

    @property
    def folder(self) -> str:
        """The name of the folder for the parts that change seldom."""
        whole = sha256()
        for name, data in sorted(self.seldom.items()):
            whole.update(f"{name} {len(data)} ".encode() + data)
        return whole.hexdigest()[:12]

    def listed(self) -> bytes:
        """Return what ``client/pocket/parts.js`` reads of the parts."""
        info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
        parts = self.seldom | self.own
        sizes = {name: len(data) for name, data in parts.items()}
        digests = {name: b64encode(sha256(data).digest()).decode() for name, data in parts.items()}
        listed = {"runtime": self.folder, "sizes": sizes, "digests": digests, "info": info}
        return json.dumps(listed).encode()


def main() -> int:
    """Build the folder, and say how large it is."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=POCKET, help="where to write it")
    parser.add_argument("--plain", action="store_true", help="do not compress: to try it out")
    parser.add_argument(
        "--archive",
        type=Path,
        nargs="?",
        const=ARCHIVES,
        metavar="PLACE",
        help="also pack it for a release, into this folder (default: dist)",
    )
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    if not PYODIDE.is_dir():
        print("Pyodide is missing: run npm ci", file=sys.stderr)
        return 1
    runtime = packed()
    write(folder, files(runtime))
    if not arguments.plain:
        compress(folder)
    if arguments.archive:
        print(archive(folder, arguments.archive), file=sys.stderr)
    if arguments.plain:
        return 0
    first, later = first_visit(folder), later_version(folder)
    print(f"{folder}: compressed, {first:,} bytes before the first card,", file=sys.stderr)
    print(f"and {later:,} bytes of a later version", file=sys.stderr)
    return 0 if first <= LARGEST and later <= LARGEST_LATER else 1


def packed() -> Runtime:
    """Pack our Python, the libraries and the standard library."""
    with tempfile.TemporaryDirectory() as made:
        core, out = Path(made, "core"), Path(made, "out")
        out.mkdir()
        fetch_compiled_library(core)
        pure = sysconfig.get_paths()["purelib"]
        folders = {"/sources": ROOT / "src", "/core": core, "/pure": pure, "/out": out}
        named = json.dumps({place: str(path) for place, path in folders.items()})
        node = ("/usr/bin/env", "node", "--no-warnings", ROOT / "scripts" / "pocket.mjs")
        packing = ROOT / "scripts" / "pocket_packing.py"
        subprocess.run([*node, packing, KERNEL, named], check=True)
        parts = {path.name: path.read_bytes() for path in out.iterdir()}
    # Many hosts do not know the type of files that end in mjs.
    seldom = {name.replace(".mjs", ".js"): (PYODIDE / name).read_bytes() for name in LOADER}
    own = {"kernel.wasm": KERNEL.read_bytes()}
    for name, data in parts.items():
        (seldom if name in SELDOM else own)[name] = data
    return Runtime(seldom, own)


def fetch_compiled_library(folder: Path) -> None:
    """Download the compiled library for browsers, of the version installed here; unpack it."""
    wanted = f"{COMPILED}=={distribution(COMPILED).version}"
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    how = ("--no-deps", "--only-binary=:all:", "--platform", PLATFORM)
    python = ("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314")
    with tempfile.TemporaryDirectory() as made:
        subprocess.run([*pip, *how, *python, "--dest", made, wanted], check=True)
        [wheel] = Path(made).glob("*.whl")
        zipfile.ZipFile(wheel).extractall(folder)


def files(runtime: Runtime) -> dict[str, bytes]:
    """Return all files of the folder by path."""
    own = {f"pocket/{name}": data for name, data in runtime.own.items()}
    own["pocket/parts.json"] = runtime.listed()
    site = Site(home="./", edition="pocket", more=own)
    found = {f"static/{site.version}/{path}": site.page(path).data for path in site.paths}
    found |= {f"pocket/{runtime.folder}/{name}": data for name, data in runtime.seldom.items()}
    for path, name in PAGES.items():
        if "{" not in path and path != "/":
            found[f"{path[1:]}/index.html"] = site.shell(name, "../").data
    found["index.html"] = site.shell("start").data
    shell = site.shell(MISSING, "{home}").data.decode()
    quoted = json.dumps(shell).replace("</", "<\\/")
    found["404.html"] = ELSEWHERE.replace("{shell}", quoted).encode()
    # Hosts seldom say how a text is encoded; a byte order mark says it.
    found["licences.txt"] = licences().encode("utf-8-sig")
    for path in ("manifest.webmanifest", "sw.js"):
        found[path] = site.page(path).data
    return found


def licences() -> str:
    """Return the licences of all parts, with the texts that the packages have."""
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    texts = [
        f"Pyodide {version}, Mozilla Public License 2.0, https://github.com/pyodide/pyodide",
        "Python 3.14, PSF License Version 2, https://docs.python.org/3.14/license.html",
    ]
    for name in LIBRARIES:
        found = distribution(name)
        kept = [one for one in found.files or [] if "LICENSE" in one.name.upper()]
        texts.append(f"{name} {found.version}")
        texts += [Path(one.locate()).read_text(encoding="utf-8") for one in kept]
    return "\n\n".join([*texts, "Dobbm", (ROOT / "LICENSE").read_text()])


def write(folder: Path, found: dict[str, bytes]) -> None:
    """Write the files in the place of what was there."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, data in found.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def compress(folder: Path) -> None:
    """Put beside each file its compressed forms, which some hosts send instead."""
    paths = "\n".join(str(path) for path in folder.rglob("*") if path.is_file())
    program = ROOT / "scripts" / "compress.mjs"
    subprocess.run(["/usr/bin/env", "node", program], input=paths.encode(), check=True)


def archive(folder: Path, place: Path) -> Path:
    """Pack the folder, with a checksum beside it, and return the archive."""
    packed = place / f"dobbm-pocket-{version('dobbm')}.zip"
    place.mkdir(exist_ok=True)
    with zipfile.ZipFile(packed, "w") as into:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            info = zipfile.ZipInfo(f"dobbm/{path.relative_to(folder).as_posix()}")
            info.external_attr = 0o644 << 16
            into.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)
    checksum = sha256(packed.read_bytes()).hexdigest()
    packed.with_name(f"{packed.name}.sha256").write_text(f"{checksum}  {packed.name}\n")
    return packed


def sent(folder: Path) -> dict[str, int]:
    """Return the bytes of each file of the folder that travel at best, by path."""
    found: dict[str, int] = {}
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in (".br", ".gz"):
            smaller = path.with_name(f"{path.name}.br")
            size = (smaller if smaller.exists() else path).stat().st_size
            found[path.relative_to(folder).as_posix()] = size
    return found


def first_visit(folder: Path) -> int:
    """Return the bytes that a browser loads before the first card."""
    page = (folder / "index.html").read_text()
    wanted = {name: size for name, size in sent(folder).items() if not name.endswith(LATE)}
    return sum(
        size
        for name, size in wanted.items()
        if name == "index.html" or name in page or "pocket/" in name
    )


def later_version(folder: Path) -> int:
    """Return the bytes that a browser loads of a version whose runtime it has already."""
    [others] = SELDOM_SHOWN.findall((folder / "sw.js").read_text())
    return sum(
        size
        for name, size in sent(folder).items()
        if not name.startswith("pocket/") and not re.search(others, name)
    )


if __name__ == "__main__":
    raise SystemExit(main())
