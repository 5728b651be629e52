"""Log records for a collector: what hooks decided and why, which hooks failed, and which guards do not hold.

A record's severity is INFO where nothing was decided, WARN for a refusal and for a guard that leaks, ERROR for a hook
that failed and for a dead guard.  Its body is one line; the rest are attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.model.outcome import Outcome, Run

Attributes = Mapping[str, str | bool | int]


class Logs:
    """The logger; its exporter reads its settings from the environment."""

    def __init__(self, resource: Any, version: str) -> None:  # noqa: ANN401  a Resource
        from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
        from opentelemetry.sdk._logs import LoggerProvider
        from opentelemetry.sdk._logs.export import BatchLogRecordProcessor

        self.provider = LoggerProvider(resource=resource, shutdown_on_exit=False)
        self.provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
        self._logger = self.provider.get_logger("hookwright", version)

    def decided(self, event: str, outcome: Outcome, attributes: Attributes, context: Any) -> None:  # noqa: ANN401
        """The result of a dispatch; `context` is that of its span."""
        folded = outcome.folded
        decision = folded.decision.value if folded.decision else "none"
        refused = folded.blocked or folded.stop_agent
        reason = folded.stop_reason if folded.stop_agent and not folded.reason else folded.reason
        body = f"{event}: {decision}" + (f": {reason}" if reason else "")
        said = {**attributes, **({"hookwright.reason": reason} if reason else {})}
        self._write("hookwright.dispatch", "WARN" if refused else "INFO", body, said, context)

    def failed(self, event: str, run: Run, attributes: Attributes, context: Any) -> None:  # noqa: ANN401
        """A hook that did not do what it is there for; `context` is that of its span."""
        why = run.result.problem if run.result and run.result.problem else run.reading.status.value
        self._write("hookwright.hook.failed", "ERROR", f"{event}: {run.hook.command}: {why}", attributes, context)

    def guard(self, guard: Mapping[str, Any], project: str) -> None:
        """The state of a guard, or of another hook that would not start, as `hookwright doctor` gives it."""
        severity = {"holds": "INFO", "dead": "ERROR"}.get(guard["state"], "WARN")
        names = ("event", "command", "source", "pointer", "state", "says", "isGuard", "ifUnreadable", "ifTimedOut")
        said = {f"hookwright.guard.{_snake(it)}": guard[it] for it in names}
        said |= {"hookwright.dialect": guard["dialect"], "hookwright.project": project}
        body = f"{guard['event']}: {guard['command']}: {guard['state']}: {guard['says']}"
        self._write("hookwright.guard", severity, body, said, None)

    def _write(self, name: str, severity: str, body: str, attributes: Attributes, context: Any) -> None:  # noqa: ANN401
        from opentelemetry._logs import LogRecord, SeverityNumber

        from hookwright.policies.redaction import redact

        self._logger.emit(
            LogRecord(
                event_name=name,
                severity_number=SeverityNumber[severity],
                severity_text=severity,
                body=redact(body),
                attributes={key: redact(it) if isinstance(it, str) else it for key, it in attributes.items()},
                context=context,
            )
        )


def _snake(name: str) -> str:
    return "".join(f"_{it.lower()}" if it.isupper() else it for it in name)
