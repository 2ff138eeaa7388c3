package io.busbar.base.report;

/** How much a finding matters; the same three everywhere. */
public enum Severity {
  INFO,
  WARNING,
  CRITICAL
}
