"""Errors of the system name the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from disks import full_disk
from dobbm.files import naming, write_text

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_a_full_disk_is_named_with_the_file() -> None:
    with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"):
        write_text(FULL, "ß")


def test_a_file_is_as_before_when_the_disk_is_full(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    write_text(kept, "as before")
    with full_disk(5), pytest.raises(OSError, match=f"File too large: '{kept}'"):
        write_text(kept, "something longer")
    assert [*tmp_path.iterdir()] == [kept]
    assert kept.read_text() == "as before"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept", tmp_path / "link"
    link.symlink_to(kept)
    write_text(link, "text", 0o600)
    assert (link.is_symlink(), kept.read_text()) == (True, "text")
    assert kept.stat().st_mode & 0o777 == 0o600


def test_another_name_is_kept(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, naming("another"):
        (tmp_path / "missing").read_bytes()
    assert caught.value.filename == str(tmp_path / "missing")


def test_texts_are_written_in_utf_8(tmp_path: Path) -> None:
    write_text(tmp_path / "text", "Mußrunde")
    assert (tmp_path / "text").read_bytes() == "Mußrunde".encode()
