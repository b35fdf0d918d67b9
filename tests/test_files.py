"""Errors of the system name the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from dobbm.files import naming, write_text

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_a_full_disk_is_named_with_the_file() -> None:
    with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"):
        write_text(FULL, "ß")


def test_another_name_is_kept(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, naming("another"):
        (tmp_path / "missing").read_bytes()
    assert caught.value.filename == str(tmp_path / "missing")


def test_texts_are_written_in_utf_8(tmp_path: Path) -> None:
    write_text(tmp_path / "text", "Mußrunde")
    assert (tmp_path / "text").read_bytes() == "Mußrunde".encode()
