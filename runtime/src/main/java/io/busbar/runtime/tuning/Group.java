package io.busbar.runtime.tuning;

import java.util.List;

/**
 * Groups of ranks for which the same ways are best.
 *
 * @param transport local, shm, tcp, or mixed: shared memory in hosts and TCP between them
 * @param hosts on how many the ranks are
 */
public record Group(String transport, int hosts, int ranks) {
  public static final String LOCAL = "local";
  public static final String SHM = "shm";
  public static final String TCP = "tcp";
  public static final String MIXED = "mixed";

  /** All transports. */
  public static final List<String> TRANSPORTS = List.of(LOCAL, SHM, TCP, MIXED);
}
