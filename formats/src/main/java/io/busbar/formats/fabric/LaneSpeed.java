package io.busbar.formats.fabric;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Speed of one lane of an InfiniBand link, or of a whole Ethernet link, one direction.
 *
 * @param name as ibnetdiscover prints it: {@code NDR}
 * @param signalGigabits bits per second on the wire, in 10⁹, as iblinkinfo prints them
 * @param dataGigabits what is left after line coding, in 10⁹ bits per second
 */
public record LaneSpeed(String name, double signalGigabits, double dataGigabits) {
  private static final Map<String, LaneSpeed> ALL = load();

  private static final String ETHERNET = "GbE";

  /** Rates of tools are rounded; speeds are a factor of 1.03 apart at least (QDR, FDR10). */
  private static final double TOLERANCE = 0.02;

  private static Map<String, LaneSpeed> load() {
    Map<String, LaneSpeed> speeds = new LinkedHashMap<>();
    try (InputStream in = LaneSpeed.class.getResourceAsStream("lane-speeds.tsv")) {
      if (in == null) {
        throw new IllegalStateException("lane-speeds.tsv is missing");
      }
      new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.startsWith("#") && !line.startsWith("name\t"))
          .map(line -> line.split("\t", -1))
          .map(c -> new LaneSpeed(c[0], Double.parseDouble(c[1]), Double.parseDouble(c[2])))
          .forEach(speed -> speeds.put(speed.name, speed));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return speeds;
  }

  /**
   * An Ethernet link of a rate, whose rate is what is left after line coding.
   *
   * @param gigabits in 10⁹ bits per second
   */
  public static LaneSpeed ethernet(double gigabits) {
    String number =
        gigabits == Math.rint(gigabits) ? "" + Math.round(gigabits) : Double.toString(gigabits);
    return new LaneSpeed(number + ETHERNET, gigabits, gigabits);
  }

  boolean ethernet() {
    return name.endsWith(ETHERNET);
  }

  /** The speed with that name, or null. */
  public static @Nullable LaneSpeed named(String name) {
    return ALL.get(name);
  }

  /** The speed with that signalling rate in 10⁹ bits per second, or null. */
  static @Nullable LaneSpeed signalling(double gigabits) {
    for (LaneSpeed speed : ALL.values()) {
      if (Math.abs(gigabits / speed.signalGigabits - 1) < TOLERANCE) {
        return speed;
      }
    }
    return null;
  }
}
