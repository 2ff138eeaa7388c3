package io.busbar.fleet.diagnose;

/**
 * A finding about one thing: a row of {@code findings.parquet}.
 *
 * @param part as {@link Part#name}
 * @param day {@code 2026-11-30}
 * @param daySource {@code folder}, {@code log}, or {@code file}: the newest of the part's files
 * @param what it is about: host, device, port, rank; empty or −1 where it is not known
 * @param severity {@code critical}, {@code warning} or {@code info}
 * @param proof the first line that proves it
 */
record FindingRow(
    String part,
    String job,
    String day,
    String daySource,
    Thing what,
    String code,
    String severity,
    String confidence,
    String title,
    Proof proof) {

  /**
   * A thing.
   *
   * @param kind {@code host}, {@code gpu}, {@code nic-port}, {@code switch-port}, {@code rank}, or
   *     {@code job} when nothing closer is known
   */
  record Thing(String kind, String host, String device, int port, int rank) {}

  /** A line of a file of the part. */
  record Proof(String file, int line, String text) {}
}
