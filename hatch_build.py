"""Compiles the message catalogues whenever the package is built or installed."""

import json
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """A build hook that compiles the catalogues: ``.mo`` for gettext, ``.json`` for the page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile all catalogues."""
        compile_catalogues(Path(self.root))


def compile_catalogues(root: Path) -> None:
    """Compile all catalogues of the checkout at ``root``."""
    for source in (root / "src" / "dobbm" / "text" / "locale").glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as po:
            catalogue = read_po(po, locale=source.parts[-3])
        with source.with_suffix(".mo").open("wb") as mo:
            write_mo(mo, catalogue)
        messages = json.dumps(page_messages(catalogue), ensure_ascii=False)
        source.with_suffix(".json").write_text(messages, encoding="utf-8")


def page_messages(catalogue: Catalog) -> dict[str, str | list[str]]:
    """Return translations by English text; if there is a plural, the singular and the plural."""
    found: dict[str, str | list[str]] = {}
    for message in catalogue:
        match message.id, message.string:
            case str(text), str(translation) if text and translation:
                found[text] = translation
            case [text, _], [one, *others] if one:
                # A language with a single form for all numbers uses that form for one, too.
                found[text] = [one, *others] if others else [one, one]
    return found
