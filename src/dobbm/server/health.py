"""Endpoints for operators: liveness, readiness and metrics."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from dobbm.runtime.runtime import Runtime

router = APIRouter(include_in_schema=False)

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Upper bounds of the histogram's buckets, in seconds."""


class Metrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.seconds = Histogram(
            "dobbm_request_seconds",
            "Duration of requests in seconds, excluding event streams",
            ("method", "route", "status"),
            registry=self.registry,
            buckets=BUCKETS,
        )


class Counted(Collector):
    """A collector that reads the runtime's counters at every scrape."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def collect(self) -> Iterator[Metric]:
        """Yield the current metrics."""
        runtime = self._runtime
        yield GaugeMetricFamily("dobbm_tables", "Tables in memory", runtime.tables)
        yield GaugeMetricFamily(
            "dobbm_unreadable_tables",
            "Tables set aside because an event cannot be read",
            runtime.unreadable,
        )
        yield GaugeMetricFamily("dobbm_streams", "Open event streams", runtime.subscribers)
        events = CounterMetricFamily("dobbm_events", "Events at tables", labels=["kind"])
        for kind, count in runtime.counted.items():
            events.add_metric([kind], count)
        yield events


@router.get("/healthz")
async def health() -> dict[str, str]:
    """Report that the process is alive."""
    return {"status": "ok"}


@router.get("/readyz")
async def readiness(request: Request) -> JSONResponse:
    """Report whether the process can serve: the database answers and background work is running."""
    runtime: Runtime = request.state.runtime
    ready = runtime.alive and await runtime.store.ready()
    return JSONResponse({"status": "ready" if ready else "not ready"}, 200 if ready else 503)


@router.get("/metrics")
async def metrics(request: Request) -> PlainTextResponse:
    """Return the metrics in the Prometheus text format."""
    figures: Metrics = request.state.metrics
    return PlainTextResponse(generate_latest(figures.registry))
