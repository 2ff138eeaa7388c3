package io.busbar.app.option;

import io.busbar.base.report.Severity;

/** Severities as {@code --fail-on} writes them. */
public final class SeverityConverter extends EnumConverter<Severity> {
  SeverityConverter() {
    super(Severity.class);
  }
}
