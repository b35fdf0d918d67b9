"""The catalogues: complete, up to date with the sources, and compiled."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from dobbm.text.translations import translator
from hatch_build import page_messages

ROOT = Path(__file__).parents[2]
LOCALE = Path("src", "dobbm", "text", "locale")
LANGUAGES = ("de", "ja")


def po_file(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "dobbm.po"


def catalogue(language: str) -> Catalog:
    with (ROOT / po_file(language)).open("rb") as po:
        return read_po(po, locale=language)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def forms(texts: object) -> list[str]:
    """Return a message, or all of its plural forms."""
    return [texts] if isinstance(texts, str) else list(texts)  # type: ignore[call-overload]


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_every_message_of_the_source_is_in_the_catalogues(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src")
    script = ROOT / "scripts" / "catalogues.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    for language in LANGUAGES:
        collected = (tmp_path / po_file(language)).read_text(encoding="utf-8")
        committed = (ROOT / po_file(language)).read_text(encoding="utf-8")
        assert collected == committed, "the messages have changed: run 'make locale', translate"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    untranslated = [m.id for m in messages(language) if m.fuzzy or not all(forms(m.string))]
    assert untranslated == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_form_is_there(language: str) -> None:
    expected = catalogue(language).num_plurals
    plurals = [m for m in messages(language) if not isinstance(m.id, str)]
    assert plurals
    assert {len(forms(m.string)) for m in plurals} == {expected}


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_agree(language: str) -> None:
    for message in messages(language):
        allowed = set().union(*map(placeholders, forms(message.id)))
        for text in forms(message.string):
            assert placeholders(text) == allowed, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_white_space_is_lost(language: str) -> None:
    edges = re.compile(r"^(\s*).*?(\s*)$", re.DOTALL)
    for message in messages(language):
        for original, text in zip(forms(message.id), forms(message.string), strict=False):
            if original != original.strip():
                assert edges.findall(text) == edges.findall(original), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogues_are_up_to_date(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    source = ROOT / po_file(language)
    mo_file, json_file = source.with_suffix(".mo"), source.with_suffix(".json")
    assert mo_file.exists(), "the catalogues are not compiled: run 'make install'"
    assert mo_file.read_bytes() == compiled.getvalue(), "out of date: run 'make install'"
    assert json.loads(json_file.read_text()) == page_messages(catalogue(language))


def test_translators_speak_their_language() -> None:
    spoken = [translator(language).gettext("The cards") for language in ("en", "de", "ja", "fr")]
    assert spoken == ["The cards", "Die Karten", "カード", "The cards"]
