package io.busbar.nccl.variable;

/** Whether a version reads a variable. */
public enum Presence {
  PRESENT,
  NOT_YET,
  GONE,
  NEVER
}
