package io.busbar.formats.switchqos;

import io.busbar.base.problem.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Gathers one switch. Lists are bounded; what is beyond says nothing new. One use. */
final class QosBuilder {
  private static final int MOST = 4096;

  String system;
  boolean strict;
  boolean watchdog;
  double gigabits;
  private final String vendor;
  private final Position at;
  private final Map<String, List<String>> portsOf = new TreeMap<>();
  private final Map<String, Position> first = new TreeMap<>();
  private final Map<Integer, SwitchQos.Mapped> maps = new TreeMap<>();
  private final List<SwitchQos.Ecn> ecn = new ArrayList<>();
  private final List<SwitchQos.Headroom> headroom = new ArrayList<>();

  QosBuilder(String system, String vendor, Position at) {
    this.system = system;
    this.vendor = vendor;
    this.at = at;
  }

  void pfc(String port, Set<Integer> priorities, Position where) {
    String key = new TreeSet<>(priorities).toString();
    List<String> ports = portsOf.computeIfAbsent(key, k -> new ArrayList<>());
    if (ports.size() < MOST) {
      ports.add(port);
    }
    first.putIfAbsent(key, where);
  }

  void map(int dscp, int priority, Position where) {
    if (dscp >= 0 && dscp < 64 && priority >= 0 && priority < 8) {
      maps.put(dscp, new SwitchQos.Mapped(dscp, priority, where));
    }
  }

  void ecn(SwitchQos.Ecn one) {
    if (ecn.size() < MOST && !ecn.contains(one)) {
      ecn.add(one);
    }
  }

  void headroom(SwitchQos.Headroom one) {
    if (headroom.size() < MOST) {
      headroom.add(one);
    }
  }

  SwitchQos build() {
    List<SwitchQos.Pfc> pfc = new ArrayList<>();
    portsOf.forEach((key, ports) -> {
      Set<Integer> priorities = numbers(key);
      String name =
          ports.getFirst() + (ports.size() > 1 ? " and " + (ports.size() - 1) + " more" : "");
      pfc.add(new SwitchQos.Pfc(name, priorities, first.getOrDefault(key, at)));
    });
    return new SwitchQos(
        system,
        vendor,
        pfc,
        List.copyOf(maps.values()),
        strict,
        ecn,
        headroom,
        watchdog,
        gigabits,
        at);
  }

  /** Numbers 0 to 63 of {@code 3,4}, {@code 3-4}, {@code [3, 4]}. */
  static Set<Integer> numbers(String text) {
    Set<Integer> found = new TreeSet<>();
    for (String part : text.split("[^0-9-]+")) {
      int dash = part.indexOf('-');
      String from = dash < 0 ? part : part.substring(0, dash);
      String to = dash < 0 ? part : part.substring(dash + 1);
      if (from.matches("\\d{1,2}") && to.matches("\\d{1,2}")) {
        for (int i = Integer.parseInt(from); i <= Math.min(63, Integer.parseInt(to)); i++) {
          found.add(i);
        }
      }
    }
    return found;
  }

  /** Bytes of a number and a unit as switches write them; −1 for anything else. */
  static long bytes(String number, String unit) {
    if (!number.matches("\\d{1,15}(\\.\\d{1,3})?")) {
      return -1;
    }
    double value = Double.parseDouble(number);
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "", "b", "byte", "bytes" -> Math.round(value);
      case "kb", "kbytes", "kbyte", "k" -> Math.round(value * 1e3);
      case "mb", "mbytes", "mbyte", "m" -> Math.round(value * 1e6);
      default -> -1;
    };
  }
}
