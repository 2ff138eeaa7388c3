package io.busbar.diagnose.facts;

import io.busbar.formats.artefact.Place;
import io.busbar.formats.counters.CounterNames;
import io.busbar.formats.counters.CounterReading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A counter with all its readings.
 *
 * @param scope port or device, on its host
 * @param readings the smallest value first: counters only grow
 */
public record Counters(String scope, String name, List<CounterReading> readings) {
  public Counters {
    readings = List.copyOf(readings);
  }

  /** Counters by scope and name, in the order of their first reading. */
  public static List<Counters> of(Facts facts) {
    List<CounterReading> all = facts.all(CounterReading.class);
    List<String> named =
        all.stream().map(CounterReading::scope).filter(s -> !s.isEmpty()).distinct().toList();
    String only = named.size() == 1 ? named.getFirst() : "";
    PortNames names = PortNames.of(facts);
    Map<String, List<CounterReading>> groups = new LinkedHashMap<>();
    for (CounterReading r : all) {
      // One named scope and readings without a name: the header of the second look was left out.
      String scope = r.scope().isEmpty() ? only : r.scope();
      String key = names.of(facts.hosts().of(r.at()), scope) + "|" + r.name();
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(r);
    }
    List<Counters> counters = new ArrayList<>();
    groups.forEach((key, readings) -> {
      readings.sort(Comparator.comparingDouble(CounterReading::value));
      int bar = key.lastIndexOf('|');
      counters.add(new Counters(key.substring(0, bar), key.substring(bar + 1), readings));
    });
    return counters;
  }

  /** The latest, that is the largest, value. */
  public double value() {
    return readings.getLast().value();
  }

  /** Growth between the looks; NaN when there was only one. */
  public double growth() {
    return readings.size() < 2 ? Double.NaN : value() - readings.getFirst().value();
  }

  /** What counts as a sign: growth where there are several looks, else the value. */
  public double sign() {
    return readings.size() < 2 ? value() : growth();
  }

  public boolean saturated() {
    return CounterNames.saturated(name, value());
  }

  public Place at() {
    return readings.getLast().at();
  }

  /** {@code symbol_errors 12 on mlx5_0/1}, with growth where it is known. */
  public String sentence() {
    String text = name + " " + whole(value()) + (scope.isEmpty() ? "" : " on " + scope);
    return readings.size() < 2 ? text : text + " (grew by " + whole(growth()) + ")";
  }

  private static String whole(double value) {
    return String.format(java.util.Locale.ROOT, "%.0f", value);
  }
}
