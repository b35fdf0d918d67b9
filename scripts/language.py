"""Reject prose that does not read as plain English: docstrings, comments, messages, documents.

    python scripts/language.py

Prints each finding with its place, one per line. The exit status is 1 if there are any.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SEARCHED = ("src", "art", "scripts", "benchmarks", "tests", "docs", "*.md")

WORDS = re.compile(
    r"\b(whoever|amiss|laid away|by itself|what comes|is told|are told|be told"
    r"|tells(?! [^.]*(?:apart|from another))|is to be|are to be|are not to be|needs not)\b",
    re.IGNORECASE,
)
"""Words that suggest a literal translation."""
BEGINNING = re.compile(r"(What|Whoever|Who|Of) (?![^.?]*\?)")
"""A text that begins like this hides its subject, unless it is a question."""
JS_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
JS_MESSAGE = re.compile(r'"(?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*"')
PARAGRAPH = re.compile(r"\S.*?(?=\n\s*\n|\Z)", re.DOTALL)
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(r"“[^”]*”|`[^`]*`")


def main() -> int:
    """Search all prose of the repository, and return the exit status."""
    found = 0
    for path in _files():
        for line, text in _prose(path):
            for fault in _faults(text):
                print(f"{path.relative_to(ROOT)}:{line}: {fault}")
                found += 1
    return 1 if found else 0


def _files() -> Iterator[Path]:
    command = ["git", "-C", str(ROOT), "ls-files", *SEARCHED]
    for name in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split():
        path = ROOT / name
        ours = path != Path(__file__) and "vendor" not in path.parts
        if path.suffix in (".py", ".js", ".mjs", ".md") and ours and path.exists():
            yield path


def _prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings and comments of a source or the paragraphs of a document, by line."""
    text = path.read_text()
    if path.suffix == ".md":
        text = FENCED.sub(lambda block: "\n" * block[0].count("\n"), text)
        for paragraph in PARAGRAPH.finditer(text):
            yield text.count("\n", 0, paragraph.start()) + 1, QUOTED.sub("", paragraph[0])
    elif path.suffix in (".js", ".mjs"):
        for pattern in (JS_COMMENT, JS_MESSAGE):
            for found in pattern.finditer(text):
                yield text.count("\n", 0, found.start()) + 1, QUOTED.sub("", found[0].strip('"'))
    else:
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Constant(value=str() as prose) if " " in prose:
                    yield node.lineno, QUOTED.sub("", prose)
        if not WORDS.search(text):
            return  # finding the comments would take a third of the time
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], QUOTED.sub("", token.string)


def _faults(text: str) -> Iterator[str]:
    """Yield a description of each fault in a text."""
    is_heading = text.startswith("**") or "." not in text
    if not is_heading and (first := BEGINNING.match(text.lstrip("/* \n"))):
        yield f"begins with “{first[1]}”"
    for word in WORDS.finditer(text):
        yield f"“{word[0]}”"


if __name__ == "__main__":
    sys.exit(main())
