package io.busbar.app.hosts;

import io.busbar.runtime.perf.FitRun;
import io.busbar.runtime.perf.MessageCosts;
import io.busbar.runtime.tuning.Group;
import java.time.LocalDate;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The cluster file of hosts whose messages were measured. Alpha becomes the latency of a level, one
 * over beta its rate, one over gamma the rate at which a rank adds up. NICs carry the messages of
 * all ranks of a host at once, so their rate is that of a rank times the ranks.
 */
final class HostsText {
  /** Of a rate that is too high to be seen. */
  private static final double LEAST_SECONDS_PER_BYTE = 1e-12;

  private static final double LEAST_LATENCY = 1e-9;

  private HostsText() {}

  /**
   * @param inside costs among ranks of a host; null when each has one
   * @param between costs among hosts; null when there is one
   */
  static String of(
      FitRun.Measured measured,
      @Nullable MessageCosts inside,
      @Nullable MessageCosts between,
      LocalDate day) {
    Group group = measured.group();
    int perHost = group.ranks() / group.hosts();
    StringBuilder out = new StringBuilder();
    out.append("# Measured by 'busbar perf --fit' on ").append(day).append(", ");
    out.append(group.transport()).append(". A rank is what the catalogue calls a GPU.\n");
    out.append("name: ").append(name(group)).append('\n');
    out.append("node:\n  name: host\n  gpu: cpu\n  gpus: ").append(perHost).append('\n');
    if (inside != null) {
      String rate = rate(1 / perByte(inside.betaSecondsPerByte()));
      out.append("  scale_up: switched\n  scale_up_rate: ").append(rate);
      out.append("   # bytes of a message inside a host, of each rank\n");
      out.append("  scale_up_latency: ").append(time(inside.alphaSeconds()));
      out.append("   # a message inside a host\n");
      out.append("  host_rate: ").append(rate).append('\n');
    }
    if (between != null) {
      String rate = rate(perHost / perByte(between.betaSecondsPerByte()));
      out.append("  nics: 1\n  nic_rate: ").append(rate);
      out.append("   # bytes of messages between hosts\n  network: tcp\n");
    }
    MessageCosts sums = inside != null ? inside : between;
    if (sums != null) {
      out.append("  reduce_rate: ").append(rate(1 / perByte(sums.gammaSecondsPerByte())));
      out.append("   # what a rank adds up, beyond moving it\n");
    }
    out.append("nodes: ").append(group.hosts()).append('\n');
    if (between != null) {
      double alpha = Math.max(LEAST_LATENCY, between.alphaSeconds());
      out.append("network:\n  latency:\n    leaf: ").append(time(alpha));
      out.append("   # a message between hosts\n    switch: ").append(time(alpha / 10));
      out.append("\n    link: ").append(time(alpha / 10)).append('\n');
    }
    return out.toString();
  }

  private static String name(Group group) {
    return "ranks-" + group.transport() + "-" + group.hosts() + "x" + group.ranks() / group.hosts();
  }

  private static double perByte(double seconds) {
    return Math.max(LEAST_SECONDS_PER_BYTE, seconds);
  }

  private static String rate(double bytesPerSecond) {
    return bytesPerSecond >= 1e9
        ? digits(bytesPerSecond / 1e9) + "GB/s"
        : digits(bytesPerSecond / 1e6) + "MB/s";
  }

  private static String time(double seconds) {
    return digits(Math.max(LEAST_LATENCY, seconds) * 1e6) + "us";
  }

  /** Four digits that count. */
  private static String digits(double value) {
    int whole = (int) Math.floor(Math.log10(value)) + 1;
    return String.format(Locale.ROOT, "%." + Math.clamp(4 - whole, 0, 9) + "f", value);
  }
}
