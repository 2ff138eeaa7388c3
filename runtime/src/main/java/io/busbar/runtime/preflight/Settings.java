package io.busbar.runtime.preflight;

import java.time.Duration;

/**
 * How pairs are measured.
 *
 * @param duration of each transfer; three for each pair and interface
 * @param streams connections that carry a transfer together
 */
record Settings(Duration duration, int streams) {
  String encoded() {
    return duration.toNanos() + " " + streams;
  }

  static Settings decoded(String text) {
    String[] parts = text.split(" ", -1);
    return new Settings(Duration.ofNanos(Long.parseLong(parts[0])), Integer.parseInt(parts[1]));
  }
}
