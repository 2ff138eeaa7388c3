package io.busbar.runtime.preflight;

import io.busbar.base.report.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that stands out.
 *
 * @param code what it is, in kebab-case
 * @param scope host, interface, pair, or set for all hosts together
 * @param host whose it is; of a pair the one that sends or is named first; empty for a set
 * @param peer the other of a pair; null otherwise
 * @param interfaceName null where it is none's
 * @param direction sends, receives or both; null where there is none
 * @param measured what was measured, in the unit
 * @param healthy what the others have
 * @param unit as it stands in names of keys elsewhere, such as bytes_per_s
 * @param next commands and steps that find the cause
 */
public record Outlier(
    String code,
    Severity severity,
    String scope,
    String host,
    @Nullable String peer,
    @Nullable String interfaceName,
    @Nullable String direction,
    double measured,
    double healthy,
    String unit,
    String title,
    String why,
    List<String> evidence,
    List<String> next) {
  static final String HOST = "host";
  static final String INTERFACE = "interface";
  static final String PAIR = "pair";
  static final String SET = "set";

  public Outlier {
    evidence = List.copyOf(evidence);
    next = List.copyOf(next);
  }

  /** Where something is. */
  record Where(
      String scope,
      String host,
      @Nullable String peer,
      @Nullable String interfaceName,
      @Nullable String direction) {
    static Where host(String host) {
      return new Where(HOST, host, null, null, null);
    }

    static Where pair(String host, String peer, String interfaceName, @Nullable String direction) {
      return new Where(PAIR, host, peer, interfaceName, direction);
    }

    static Where set() {
      return new Where(SET, "", null, null, null);
    }
  }

  /** What was measured beside what the others have. */
  record Beside(double measured, double healthy, String unit) {}

  /** What is said of it. */
  record Words(String title, String why, List<String> evidence, List<String> next) {}

  static Outlier of(String code, Severity severity, Where where, Beside beside, Words words) {
    return new Outlier(
        code,
        severity,
        where.scope,
        where.host,
        where.peer,
        where.interfaceName,
        where.direction,
        beside.measured,
        beside.healthy,
        beside.unit,
        words.title,
        words.why,
        words.evidence,
        words.next);
  }

  /** How far off it is; larger is worse, whatever the unit. */
  double factor() {
    double small = Math.min(measured, healthy);
    return small > 0 ? Math.max(measured, healthy) / small : Double.MAX_VALUE;
  }
}
