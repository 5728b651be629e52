"""Spans, metrics and logs of dispatches over OTLP, for collectors of teams; off unless OTEL_ variables ask for it.

It needs the packages of the extra `otel`; without them, or where it is off, nothing of them is imported.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any

from hookwright.host import Host
from hookwright.model.outcome import Outcome, Run
from hookwright.model.reaction import Status

if TYPE_CHECKING:
    from hookwright.engine.plan import Plan

logger = logging.getLogger(__name__)

_ENDPOINTS = tuple(f"OTEL_EXPORTER_OTLP_{it}ENDPOINT" for it in ("", "TRACES_", "METRICS_", "LOGS_"))
_NS = 1_000_000_000
_FAULTS = {Status.FAILED, Status.TIMED_OUT, Status.CANNOT_START}
_FLUSH_SECONDS = 2.0


def is_wanted(environ: Mapping[str, str]) -> bool:
    """Whether the standard variables name a collector, and one that is spoken to over HTTP."""
    if environ.get("OTEL_SDK_DISABLED", "").strip().casefold() == "true":
        return False
    if environ.get("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf").strip() != "http/protobuf":
        return False
    return any(environ.get(it) for it in _ENDPOINTS)


def is_installed() -> bool:
    """Whether the packages are there."""
    from importlib.util import find_spec

    try:
        return find_spec("opentelemetry.exporter.otlp.proto.http.trace_exporter") is not None
    except ModuleNotFoundError:
        return False


@cache
def telemetry() -> Telemetry | None:
    """What this process sends, None if it is off."""
    environ = Host.real().environ
    if not is_wanted(environ):
        return None
    if not is_installed():
        logger.info("OTEL_ variables name a collector, but the packages of the extra `otel` are missing")
        return None
    return Telemetry(environ)


def finish() -> None:
    """Sends what is waiting, for at most a moment; for processes that end without Python's own clean-up."""
    if telemetry.cache_info().currsize and (active := telemetry()) is not None:
        active.close()


class Telemetry:
    """The tracer and the instruments; their exporters read their settings from the environment."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        from importlib.metadata import version

        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

        from hookwright.engine.telemetry_logs import Logs

        own = version("hookwright")
        named = {} if environ.get("OTEL_SERVICE_NAME") else {"service.name": "hookwright"}
        resource = Resource.create({**named, "service.version": own})
        self._ids: Any = RandomIdGenerator()
        self._spans = TracerProvider(resource=resource, id_generator=self._ids, shutdown_on_exit=False)
        self._spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        reader = PeriodicExportingMetricReader(OTLPMetricExporter())
        self._metrics = MeterProvider(resource=resource, metric_readers=[reader], shutdown_on_exit=False)
        self._tracer = self._spans.get_tracer("hookwright", own)
        meter = self._metrics.get_meter("hookwright", own)
        self._dispatches = meter.create_histogram("hookwright.dispatch.duration", "s", "How long dispatches took.")
        self._runs = meter.create_histogram("hookwright.hook.duration", "s", "How long hooks ran.")
        self._guards = meter.create_gauge("hookwright.guards", "{guard}", "How many guards are in each state.")
        self._logs = Logs(resource, own)

    def tell(self, plan: Plan, outcome: Outcome | None, origin: str, seconds: float) -> None:
        """Adds a dispatch that has just ended; without an outcome it was cancelled.  Never waits, never raises."""
        try:
            self._tell(plan, outcome, origin, seconds)
        except Exception:
            logger.exception("A dispatch could not be handed to OpenTelemetry")

    def tell_guards(self, guards: Sequence[Mapping[str, Any]], project: str) -> None:
        """Adds the state of a project's guards, as `hookwright doctor` gives them.  Never waits, never raises."""
        try:
            counted = Counter((it["dialect"], it["state"]) for it in guards if it["isGuard"])
            for (dialect, state), count in counted.items():
                self._guards.set(count, {"hookwright.dialect": dialect, "hookwright.guard.state": state})
            for it in guards:
                self._logs.guard(it, project)
        except Exception:
            logger.exception("The state of guards could not be handed to OpenTelemetry")

    def _tell(self, plan: Plan, outcome: Outcome | None, origin: str, seconds: float) -> None:
        from opentelemetry import trace
        from opentelemetry.context import Context

        common = {"hookwright.event": plan.row.name, "hookwright.dialect": plan.request.dialect.id}
        attributes = {**common, **_without_secrets(_of_dispatch(plan, outcome, origin))}
        # The trace has the number that the outcome, the journal and the log know the dispatch by.
        number = int(plan.facts.dispatch_id, 16)
        self._ids.generate_trace_id = lambda: number
        runs = outcome.runs if outcome else ()
        start, end = _extent(runs, seconds)
        name = f"dispatch {plan.row.name}"
        span = self._tracer.start_span(name, Context(), attributes=attributes, start_time=start)
        inside = trace.set_span_in_context(span, Context())
        for run in runs:
            self._tell_run(run, common, inside, start)
        if outcome is not None:
            self._logs.decided(plan.row.name, outcome, attributes, inside)
        span.end(end)
        kinds = {**common, "hookwright.decision": attributes["hookwright.decision"], "hookwright.origin": origin}
        self._dispatches.record(seconds, kinds)

    def _tell_run(self, run: Run, common: Mapping[str, str], inside: Any, began: int) -> None:  # noqa: ANN401  a Context
        from opentelemetry import trace
        from opentelemetry.context import Context
        from opentelemetry.trace import StatusCode

        start, end = _times(run) or (began, began)
        attributes = {**common, **_without_secrets(_of_run(run))}
        span = self._tracer.start_span("hook", inside, attributes=attributes, start_time=start)
        if run.reading.status in _FAULTS:
            span.set_status(StatusCode.ERROR, run.reading.status.value)
            self._logs.failed(common["hookwright.event"], run, attributes, trace.set_span_in_context(span, Context()))
        span.end(end)
        if run.result is not None:
            self._runs.record(run.result.duration, {**common, "hookwright.status": run.reading.status.value})

    def close(self) -> None:
        """Sends what is waiting, for at most a moment."""
        # The SDK tries a collector that is not there again for many seconds, whatever limit it is given.
        flushing = [
            Thread(target=it.force_flush, daemon=True) for it in (self._spans, self._metrics, self._logs.provider)
        ]
        for it in flushing:
            it.start()
        until = time.monotonic() + _FLUSH_SECONDS
        for it in flushing:
            it.join(max(0.0, until - time.monotonic()))


def _times(run: Run) -> tuple[int, int] | None:
    """When the run began and ended, in nanoseconds; None if nothing was started."""
    if run.result is None:
        return None
    start = int(run.result.started_at.timestamp() * _NS)
    return start, start + int(run.result.duration * _NS)


def _extent(runs: Sequence[Run], seconds: float) -> tuple[int, int]:
    """When a dispatch that has just ended began and ended: no run is outside of it."""
    now = time.time_ns()
    known = [it for run in runs if (it := _times(run)) is not None]
    return min([now - int(seconds * _NS), *(it[0] for it in known)]), max([now, *(it[1] for it in known)])


def _without_secrets(attributes: Mapping[str, str | bool | int]) -> dict[str, str | bool | int]:
    from hookwright.policies.redaction import redact

    return {name: redact(it) if isinstance(it, str) else it for name, it in attributes.items()}


def _of_dispatch(plan: Plan, outcome: Outcome | None, origin: str) -> dict[str, str | bool | int]:
    folded = outcome.folded if outcome else None
    return {
        "hookwright.dispatch.id": plan.facts.dispatch_id,
        "hookwright.session.id": plan.facts.session_id,
        "hookwright.project": plan.request.project_dir,
        "hookwright.origin": origin,
        "hookwright.cancelled": outcome is None,
        "hookwright.duplicate": bool(outcome and outcome.duplicate),
        "hookwright.decision": folded.decision.value if folded and folded.decision else "none",
        "hookwright.blocked": bool(folded and folded.blocked),
        "hookwright.stop_agent": bool(folded and folded.stop_agent),
        "hookwright.hooks": len(outcome.runs) if outcome else 0,
    }


def _of_run(run: Run) -> dict[str, str | bool | int]:
    found: dict[str, str | bool | int] = {
        "hookwright.hook.id": run.hook.id,
        "hookwright.hook.name": run.hook.name or "",
        "hookwright.hook.type": run.hook.type,
        "hookwright.hook.command": run.hook.command,
        "hookwright.hook.source": run.hook.source,
        "hookwright.hook.pointer": run.hook.pointer,
        "hookwright.status": run.reading.status.value,
        "hookwright.timed_out": bool(run.result and run.result.timed_out),
    }
    if run.skipped_because:
        found["hookwright.skipped_because"] = run.skipped_because
    if run.result is not None and run.result.exit_code is not None:
        found["process.exit.code"] = run.result.exit_code
    return found
