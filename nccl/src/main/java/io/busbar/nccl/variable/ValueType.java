package io.busbar.nccl.variable;

/** How a value is read. */
public enum ValueType {
  BOOL,
  INT,
  BYTES,
  FLOAT,
  ENUM,
  LIST,
  TEXT;

  /** Whether NCCL parses it as a C integer: decimal, {@code 0x} or octal, rest ignored. */
  public boolean integer() {
    return this == BOOL || this == INT || this == BYTES;
  }
}
