package io.busbar.app;

import io.busbar.base.report.Severity;

/** Severities as {@code --fail-on} writes them. */
final class SeverityConverter extends EnumConverter<Severity> {
  SeverityConverter() {
    super(Severity.class);
  }
}
