"""Endpoints for operators: liveness, readiness and metrics.

With several workers, each keeps its metrics in files of a folder that all of them read
(prometheus_client's multiprocess mode), so that any worker can report those of all.
"""

from __future__ import annotations

import os
from collections import Counter as Counts
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Literal, TypeAlias

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from dobbm.locks import lock
from dobbm.runtime.clock import Clock, SystemClock
from dobbm.runtime.runtime import Runtime
from dobbm.runtime.supervisor import Supervisor
from dobbm.server.config import METRICS_FOLDER
from dobbm.server.quotas import Quotas, shares
from dobbm.server.shared_answers import SharedAnswer
from dobbm.store.notes import BACKUP, COPIED, FAILED, Notes

router = APIRouter(include_in_schema=False)

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Upper bounds of the histogram's buckets, in seconds."""
REPORT = 2.0
"""Seconds between two reports of a worker to the others."""
Together: TypeAlias = Literal["livesum", "livemax", "livemin"]
ONE: Together = "livemax"
"""How workers report together what is the same for all."""
NaN = float("nan")
VERSION = version("dobbm")

disable_created_metrics()


class Metrics:
    """The metrics of one server process, or of all workers of a server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.seconds = Histogram(
            "dobbm_request_seconds",
            "Duration of requests in seconds, excluding event streams",
            ("method", "route", "status"),
            registry=self._registry,
            buckets=BUCKETS,
        )
        self._tables = self._gauge("dobbm_tables", "Tables in memory")
        self._unreadable = self._gauge(
            "dobbm_unreadable_tables", "Tables set aside because an event cannot be read"
        )
        self._streams = self._gauge("dobbm_streams", "Open event streams")
        self._events = Counter(
            "dobbm_events", "Events at tables", ("kind",), registry=self._registry
        )
        self._used = Gauge(
            "dobbm_quota_used",
            "How much of a limit on what is stored is used; 1 is all",
            ("quota",),
            registry=self._registry,
            multiprocess_mode="livemax",
        )
        self._tables_stored = self._gauge("dobbm_stored_tables", "Tables in the database", ONE)
        self._bytes = self._gauge("dobbm_database_bytes", "Size of the database", ONE)
        self._free = self._gauge("dobbm_disk_free_bytes", "Free bytes of its disk", "livemin")
        self._free.set(NaN)
        self._complaints = self._gauge(
            "dobbm_open_reports", "Reports of texts and people that the host has not settled", ONE
        )
        self._backup = self._gauge(
            "dobbm_last_backup_timestamp_seconds", "When it was last backed up; 0: never", ONE
        )
        self._copy = self._gauge(
            "dobbm_last_copy_timestamp_seconds", "When a backup was last copied; 0: never", ONE
        )
        self._failed = self._gauge(
            "dobbm_backup_failed", "Whether a backup or a copy has failed since", ONE
        )
        self._counted: Counts[str] = Counts()
        """The events counted so far."""

    def update(self, runtime: Runtime) -> None:
        """Read the figures of this process's runtime."""
        self._tables.set(runtime.tables)
        self._unreadable.set(runtime.unreadable)
        self._streams.set(runtime.subscribers)
        counted = Counts(runtime.counted)
        for kind, count in (counted - self._counted).items():
            self._events.labels(kind).inc(count)
        self._counted = counted

    async def update_stored(self, quotas: Quotas, notes: Notes) -> None:
        """Read what is stored, and when it was last backed up."""
        noted = notes.all()
        self._backup.set(noted[BACKUP].at if BACKUP in noted else 0)
        self._copy.set(noted[COPIED].at if COPIED in noted else 0)
        self._failed.set(FAILED in noted)
        stored = await quotas.stored()
        if stored is None:
            return
        self._tables_stored.set(stored.tables)
        self._bytes.set(stored.bytes or 0)
        self._complaints.set(stored.complaints)
        self._free.set(NaN if stored.free is None else stored.free)
        for name, share in shares(stored, quotas.limits).items():
            self._used.labels(name).set(share)

    @asynccontextmanager
    async def reporting(
        self, runtime: Runtime, quotas: Quotas, notes: Notes
    ) -> AsyncIterator[None]:
        """Report the figures of a runtime to the other workers, if there are any."""
        if METRICS_FOLDER not in os.environ:
            yield
            return

        async def report() -> None:
            self.update(runtime)
            await self.update_stored(quotas, notes)

        supervisor = Supervisor(SystemClock())
        supervisor.repeat("the report of figures", report, REPORT)
        try:
            yield
        finally:
            await supervisor.stop()
            self.update(runtime)

    def to_text(self) -> bytes:
        """Return the metrics in the Prometheus text format, those of all workers together."""
        if METRICS_FOLDER not in os.environ:
            return generate_latest(self._registry)
        folder = Path(os.environ[METRICS_FOLDER])
        with _locked(folder):
            retire_dead_workers(folder)
            registry = CollectorRegistry()
            AllWorkers(registry, str(folder))
            return generate_latest(registry)

    def _gauge(self, name: str, description: str, together: Together = "livesum") -> Gauge:
        """Return a gauge; ``together`` is how those of several workers become one."""
        return Gauge(name, description, registry=self._registry, multiprocess_mode=together)


class AllWorkers(MultiProcessCollector):
    """Collects the metrics of all workers; a file is empty for a moment when a worker makes it."""

    def collect(self) -> Iterable[Metric]:
        """See ``MultiProcessCollector``."""
        files = [str(file) for file in Path(self._path).glob("*.db") if file.stat().st_size]
        found: Iterable[Metric] = self.merge(files, accumulate=True)
        return found


def retire_dead_workers(folder: Path) -> None:
    """Remove the files of dead workers, and add their counts to the files of the process 0."""
    for file in folder.glob("*_*.db"):
        kind, _, pid = file.stem.rpartition("_")
        if _is_alive(int(pid)):
            continue
        if kind.startswith("gauge"):
            mark_process_dead(int(pid), str(folder))
            continue
        if file.stat().st_size:
            kept = MmapedDict(str(folder / f"{kind}_0.db"))
            for key, count, _, _ in MmapedDict.read_all_values_from_file(str(file)):
                kept.write_value(key, kept.read_value(key)[0] + count, 0.0)
            kept.close()
        file.unlink()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let one worker at a time read the files, because it may remove some."""
    with (folder / "lock").open("w") as file:
        lock(file)
        yield


def shared_readiness(runtime: Runtime, clock: Clock) -> SharedAnswer[bool]:
    """Return whether the process can serve, as all who ask for it receive it."""

    async def make() -> bool:
        return runtime.alive and await runtime.store.ready()

    return SharedAnswer(make, clock)


def shared_figures(
    metrics: Metrics, runtime: Runtime, quotas: Quotas, notes: Notes, clock: Clock
) -> SharedAnswer[bytes]:
    """Return the text of the metrics, as all who ask for it receive it."""

    async def make() -> bytes:
        metrics.update(runtime)
        await metrics.update_stored(quotas, notes)
        return metrics.to_text()

    return SharedAnswer(make, clock)


@router.get("/healthz")
async def health() -> dict[str, str]:
    """Report that the process is alive, and its version, which may not be the installed one."""
    return {"status": "ok", "version": VERSION}


@router.get("/readyz")
async def readiness(request: Request) -> JSONResponse:
    """Report whether the process can serve: the database answers and background work is running."""
    readiness: SharedAnswer[bool] = request.state.readiness
    ready = await readiness.get()
    return JSONResponse({"status": "ready" if ready else "not ready"}, 200 if ready else 503)


@router.get("/metrics")
async def metrics(request: Request) -> PlainTextResponse:
    """Return the metrics in the Prometheus text format, at most a second old."""
    figures: SharedAnswer[bytes] = request.state.figures
    return PlainTextResponse(await figures.get())
