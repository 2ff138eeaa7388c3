package io.busbar.model.cluster;

import java.util.Locale;

/** A constant that a calibration determines of a cluster and that the cluster's file keeps. */
public interface CalibratedConstant {
  /** What a value is. */
  enum Unit {
    SECONDS,
    /** In one direction. */
    BYTES_PER_SECOND,
    /** Written with a percent sign. */
    SHARE,
    /** Part of something else, written as a number. */
    FACTOR
  }

  /**
   * What is known of a constant before it is measured.
   *
   * @param low smallest plausible value
   * @param high largest plausible value
   * @param example as a file may have it
   * @param meaning one line
   */
  record Limits(Unit unit, double low, double high, String example, String meaning) {}

  String name();

  Limits limits();

  /** As the cluster file writes it. */
  default String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  default Unit unit() {
    return limits().unit();
  }

  /** Smallest plausible value. */
  default double low() {
    return limits().low();
  }

  /** Largest plausible value. */
  default double high() {
    return limits().high();
  }

  /** One line. */
  default String meaning() {
    return limits().meaning();
  }
}
