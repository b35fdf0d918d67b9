"""A clean Debian system in a folder: commands run in it, and systemd boots in it.

All mounts are in namespaces of their own, so nothing is left when the last process has ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from programs import program
from server.serving import waiting

ROOT = Path(__file__).parents[2]
CHECKOUT = "/srv/dobbm"
"""The place of this checkout in the system."""
WHEELS = "/srv/wheels"
"""The place of the packages that pip installs, as there is no network once systemd has booted."""

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": WHEELS,
}
PROXIES = ("http_proxy", "https_proxy", "no_proxy")

ENTER = """
mount --make-rprivate /
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount -t sysfs -o ro sysfs "$1/sys"
mount -t tmpfs tmpfs "$1/dev/shm"
cd "$1"
shift
"""
"""Mounts the system's file systems; the first argument is its folder, the others a command."""
COMMAND = ENTER + 'exec chroot . "$@"'
# A process in a chroot may not create user namespaces, which the unit asks for, so the folder
# becomes the root. systemd passes credentials on by mounts that must be shared.
BOOT = (
    ENTER
    + """
mount -t tmpfs tmpfs run
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount --bind console dev/console
pivot_root . mnt
umount --lazy /mnt
mount --make-rshared /
exec /lib/systemd/systemd --unit=basic.target
"""
)


class Done(NamedTuple):
    """The exit status of a command and what it printed."""

    status: int
    text: str


class System:
    """The system, with this checkout in ``CHECKOUT``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def bootstrap(cls, folder: Path) -> System:
        """Install Debian's smallest system and systemd from this machine's mirror."""
        if os.geteuid() != 0:
            pytest.skip("only root can install a system")
        mirror, suite = _mirror()
        bootstrap = program("debootstrap")
        command = [
            bootstrap,
            "--variant=minbase",
            "--include=systemd-sysv",
            suite,
            str(folder),
            mirror,
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (folder / "dev" / "shm").mkdir(exist_ok=True)
        (folder / "dev" / "console").unlink(missing_ok=True)
        for file in ("dev/console", "console"):
            (folder / file).touch()
        for file in ("etc/resolv.conf", "etc/hosts"):
            (folder / file).write_bytes(Path("/", file).read_bytes())
        system = cls(folder)
        system._add_checkout()
        system._add_wheels()
        return system

    def _add_checkout(self) -> None:
        place = self.path(CHECKOUT)
        place.mkdir()
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=ROOT,
            check=True,
            stdout=subprocess.PIPE,
        )
        pack = ["tar", "--create", "--null", "--files-from=-"]
        packed = subprocess.run(
            pack, cwd=ROOT, check=True, input=listed.stdout, stdout=subprocess.PIPE
        )
        subprocess.run(["tar", "--extract"], cwd=place, check=True, input=packed.stdout)

    def _add_wheels(self) -> None:
        """Download the packages as pip is configured here, for the system's Python."""
        shown = _output("apt-cache", "show", "--no-all-versions", "python3")
        version = next(line for line in shown.splitlines() if line.startswith("Version: "))
        python = ".".join(version.removeprefix("Version: ").split(".")[:2])
        for requirements in ("requirements.txt", "build-requirements.txt"):
            command = [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
                *("--only-binary", ":all:", "--python-version", python, "--require-hashes"),
                *("--requirement", str(ROOT / "hosting" / requirements)),
                *("--dest", str(self.path(WHEELS))),
            ]
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)

    def path(self, place: str) -> Path:
        """The path, on this machine, of a place in the system."""
        return self.folder / place.removeprefix("/")

    def run(self, *command: str) -> Done:
        """Run a command without systemd, but with the network of this machine."""
        proxies = {name: os.environ[name] for name in PROXIES if name in os.environ}
        enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-ec", COMMAND]
        return _run([*enter, "enter", str(self.folder), *command], ENVIRONMENT | proxies)

    @contextmanager
    def booted(self) -> Iterator[Booted]:
        """Boot systemd, without a network; all its processes end with the block."""
        spaces = ["--mount", "--pid", "--uts", "--ipc", "--cgroup", "--net"]
        command = ["unshare", *spaces, "--fork", "--kill-child", "bash", "-ec", BOOT]
        process = subprocess.Popen(
            [*command, "boot", str(self.folder)],
            env=ENVIRONMENT | {"container": "tests"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            booted = Booted(self.folder, process.pid)
            for _ in waiting():
                if booted.run("systemctl", "is-system-running").text.strip() == "running":
                    break
                assert process.poll() is None, "systemd has ended"
            yield booted
        finally:
            process.kill()  # and with it everything in its namespace
            process.wait()


class Booted:
    """The system while systemd runs in it."""

    def __init__(self, folder: Path, launcher: int) -> None:
        self.folder = folder
        self._launcher = launcher

    def run(self, *command: str) -> Done:
        """Run a command in the system."""
        children = Path(f"/proc/{self._launcher}/task/{self._launcher}/children")
        process = children.read_text().strip()
        if not process:
            return Done(1, "systemd has not started")
        return _run(["nsenter", "--all", f"--target={process}", *command], ENVIRONMENT)

    def python(self, script: str) -> str:
        """Run a script with the server's Python; return what it prints."""
        done = self.run("/opt/dobbm/current/bin/python", "-c", script)
        assert done.status == 0, done.text
        return done.text

    def ask(self, path: str) -> str:
        """Return the body of the server's response."""
        url = f"http://127.0.0.1:8000{path}"
        return self.python(
            f"from urllib.request import urlopen; print(urlopen({url!r}).read().decode())"
        ).strip()


def _run(command: list[str], environment: Mapping[str, str]) -> Done:
    done = subprocess.run(
        command,
        env=dict(environment),
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return Done(done.returncode, done.stdout)


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def _mirror() -> tuple[str, str]:
    """The address and the suite from which this machine installs Debian itself."""
    found = _output(
        "apt-get",
        "indextargets",
        "--format=$(REPO_URI) $(CODENAME)",
        "Created-By: Packages",
        "Label: Debian",
    )
    address, suite = found.splitlines()[0].split()
    return address, suite
