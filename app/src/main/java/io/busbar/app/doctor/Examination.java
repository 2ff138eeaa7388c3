package io.busbar.app.doctor;

import java.util.List;

/**
 * What {@code busbar doctor} found.
 *
 * @param verdict one sentence
 * @param checks in the order of the report
 * @param measurements what can be measured here
 */
public record Examination(String verdict, List<Check> checks, List<Measurement> measurements) {
  public Examination {
    checks = List.copyOf(checks);
    measurements = List.copyOf(measurements);
  }

  /** How a thing stands. */
  public enum State {
    /** As it should be. */
    GOOD,
    /** Works, and costs speed, accuracy or size. */
    LIMITED,
    /** Not on this machine; needed only for what the check names. */
    ABSENT
  }

  /**
   * One thing that was looked at.
   *
   * @param subject what was looked at, e.g. {@code shared memory}
   * @param found what is there, with units
   * @param meaning what follows from it; empty when nothing does
   */
  public record Check(String subject, State state, String found, String meaning) {}

  /**
   * Something that Busbar measures.
   *
   * @param command how it is measured
   * @param possible whether this machine can
   * @param reason why not, or with which limit; empty when there is none
   */
  public record Measurement(String command, String what, boolean possible, String reason) {}
}
