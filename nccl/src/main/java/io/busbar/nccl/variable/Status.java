package io.busbar.nccl.variable;

/** What became of a variable. */
public enum Status {
  CURRENT,
  /** Still read, but another is to be used. */
  DEPRECATED,
  /** Called otherwise now; some readers still accept the old name. */
  RENAMED,
  REMOVED,
  NEVER
}
