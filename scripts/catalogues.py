"""Bring the message catalogues up to date with the source, and compile them.

The script adds new messages untranslated and drops obsolete ones. Afterwards, translate the empty
entries in ``src/dobbm/text/locale/*/LC_MESSAGES/dobbm.po`` and run the script again.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from hatch_build import compile_catalogues  # noqa: E402 - the file is in ROOT

SOURCE = Path("src", "dobbm")
LANGUAGES = ("de", "ja")


def collect(root: Path, template: Path) -> None:
    """Write the messages of the source below ``root`` to a template."""
    _pybabel(
        "extract",
        f"--mapping={ROOT / 'pyproject.toml'}",
        "--keywords=Sentence",
        "--keywords=Phrase:2",
        "--no-location",
        "--sort-output",
        "--project=dobbm",
        "--version=",
        f"--output-file={template}",
        str(root / SOURCE),
    )


def update(root: Path, template: Path, language: str) -> None:
    """Add new messages to a catalogue and drop obsolete ones."""
    _pybabel(
        "update",
        "--domain=dobbm",
        f"--input-file={template}",
        f"--output-dir={root / SOURCE / 'text' / 'locale'}",
        f"--locale={language}",
        "--init-missing",
        "--ignore-obsolete",
        "--no-fuzzy-matching",
        "--ignore-pot-creation-date",
    )


def main(root: Path = ROOT) -> None:
    """Update and compile the catalogues of the checkout at ``root``."""
    with TemporaryDirectory() as folder:
        template = Path(folder, "dobbm.pot")
        collect(root, template)
        for language in LANGUAGES:
            before = _messages(root, language)
            update(root, template, language)
            after = _messages(root, language)
            wanting = [text for text, is_translated in after.items() if not is_translated]
            dropped = [text for text in before if text not in after]
            if wanting or dropped:
                report = f"{language}: {len(wanting)} to translate, {len(dropped)} dropped"
                print(report, *wanting, sep="\n  ", file=sys.stderr)
    compile_catalogues(root)


def _messages(root: Path, language: str) -> dict[str, bool]:
    """Return the messages of a catalogue, and whether each is translated."""
    path = root / SOURCE / "text" / "locale" / language / "LC_MESSAGES" / "dobbm.po"
    with path.open("rb") as source:
        return {
            str(message.id): any(message.string or "") for message in read_po(source) if message.id
        }


def _pybabel(*arguments: str) -> None:
    CommandLineInterface().run(["pybabel", "--quiet", *arguments])  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
