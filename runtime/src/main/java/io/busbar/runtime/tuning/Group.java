package io.busbar.runtime.tuning;

import java.util.List;

/**
 * Groups of ranks for which the same routes are best.
 *
 * @param transport local, shm, tcp, or mixed: shared memory in hosts and TCP between them
 * @param hosts on how many the ranks are
 * @param ranks how many there are
 */
public record Group(String transport, int hosts, int ranks) {
  /** Threads of a JVM. */
  public static final String LOCAL = "local";

  /** Processes that share memory. */
  public static final String SHM = "shm";

  /** Processes that are connected over TCP, on one host or several. */
  public static final String TCP = "tcp";

  /** Shared memory inside hosts, TCP between them. */
  public static final String MIXED = "mixed";

  /** All transports. */
  public static final List<String> TRANSPORTS = List.of(LOCAL, SHM, TCP, MIXED);
}
