package io.busbar.formats.chakra;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The node at hand of a trace, filled anew for each; who keeps it makes a copy of what is needed.
 * Numbers that a node does not have are {@link #UNSET}. Not thread-safe.
 */
public final class ChakraNode {
  /** No number. */
  public static final long UNSET = Long.MIN_VALUE;

  /** Types of nodes, by number; newer ones than {@link #COLLECTIVE} are passed on as they are. */
  public static final int INVALID = 0;

  public static final int METADATA = 1;
  public static final int MEMORY_LOAD = 2;
  public static final int MEMORY_STORE = 3;
  public static final int COMPUTE = 4;
  public static final int SEND = 5;
  public static final int RECEIVE = 6;
  public static final int COLLECTIVE = 7;

  long id;
  byte[] bytes = {};
  int nameAt;
  int nameLength;
  int type;
  long startMicros;
  long durationMicros;
  long[] waits = new long[8];
  int waitCount;
  long commType;
  long commSize;
  long commSource;
  long commTarget;
  long commTag;
  long operations;
  long tensorBytes;
  boolean processor;
  String group = "";
  int attributes;
  int unknown;

  void clear() {
    id = 0;
    nameLength = 0;
    type = INVALID;
    startMicros = 0;
    durationMicros = 0;
    waitCount = 0;
    commType = UNSET;
    commSize = UNSET;
    commSource = UNSET;
    commTarget = UNSET;
    commTag = UNSET;
    operations = UNSET;
    tensorBytes = UNSET;
    processor = false;
    group = "";
    attributes = 0;
    unknown = 0;
  }

  void waitFor(long node) {
    if (waitCount == waits.length) {
      waits = Arrays.copyOf(waits, 2 * waitCount);
    }
    waits[waitCount++] = node;
  }

  public long id() {
    return id;
  }

  /** Its name; made when it is asked for. */
  public String name() {
    return new String(bytes, nameAt, nameLength, StandardCharsets.UTF_8);
  }

  /** Its type by number. */
  public int type() {
    return type;
  }

  public long startMicros() {
    return startMicros;
  }

  public long durationMicros() {
    return durationMicros;
  }

  /** Nodes that it waits for, of data or of control. */
  public int waits() {
    return waitCount;
  }

  /** The i-th of them, by id. */
  public long awaited(int i) {
    return waits[i];
  }

  /** Kind of a collective: {@code comm_type}. */
  public long commType() {
    return commType;
  }

  /** Bytes that are sent: {@code comm_size}. */
  public long commSize() {
    return commSize;
  }

  public long commSource() {
    return commSource;
  }

  public long commTarget() {
    return commTarget;
  }

  public long commTag() {
    return commTag;
  }

  /** Operations of a computation: {@code num_ops}. */
  public long operations() {
    return operations;
  }

  /** Bytes of memory that it touches: {@code tensor_size}. */
  public long tensorBytes() {
    return tensorBytes;
  }

  /** Whether it runs on the processor of the host: {@code is_cpu_op}. */
  public boolean onProcessor() {
    return processor;
  }

  /** Group of ranks: {@code pg_name}; empty for all. */
  public String group() {
    return group;
  }

  /** All attributes, known or not. */
  public int attributes() {
    return attributes;
  }

  /** Fields and attributes that have no meaning here. */
  public int unknown() {
    return unknown;
  }
}
