package io.busbar.fleet.diagnose;

import io.busbar.fleet.diagnose.FleetAnswer.Together;
import io.busbar.fleet.diagnose.FleetAnswer.Worse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What ill things share, and what changed before they fell ill. Both are compared with chance, and
 * the chance is multiplied by how many comparisons were made (Bonferroni), so that a table of
 * hundreds of them shows nothing that luck explains. Things that changed back and forth count by
 * their first change. One use.
 */
final class Comparisons {
  private static final double MOST_CHANCE = 0.01;
  private static final int LEAST_ILL = 3;
  private static final int MOST = 50;

  private final Kept kept;
  private final Inventory inventory;

  /** Things with each finding: hosts, and ports as host and device. */
  private final Map<String, Set<String>> ill = new TreeMap<>();

  /** Days of hosts with each finding, as day and host. */
  private final Map<String, Set<String>> illDays = new TreeMap<>();

  /** Versions of hosts by name of what they are of, host and day. */
  private final Map<String, Map<String, TreeMap<String, String>>> versions = new TreeMap<>();

  Comparisons(SparkSession sql, Kept kept, Inventory inventory) {
    this.kept = kept;
    this.inventory = inventory;
    for (Row row : sql.sql("SELECT DISTINCT code, host, device, day FROM ill").collectAsList()) {
      String host = row.getString(1);
      Set<String> things = ill.computeIfAbsent(row.getString(0), c -> new HashSet<>());
      things.add(thing(host, ""));
      things.add(thing(host, row.getString(2)));
      illDays
          .computeIfAbsent(row.getString(0), c -> new HashSet<>())
          .add(thing(host, row.getString(3)));
    }
    for (Row row :
        sql.sql("SELECT name, host, day, max(value) FROM traits GROUP BY name, host, day")
            .collectAsList()) {
      versions
          .computeIfAbsent(row.getString(0), n -> new TreeMap<>())
          .computeIfAbsent(row.getString(1), h -> new TreeMap<>())
          .put(row.getString(2), row.getString(3));
    }
  }

  private static String thing(String host, String rest) {
    return host + "\t" + rest;
  }

  /** What things with a finding have in common. */
  List<Together> together() {
    Map<String, Map<String, Set<String>>> values = new TreeMap<>();
    versions.forEach((name, hosts) ->
        hosts.forEach(
            (host, days) -> put(values, name, days.lastEntry().getValue(), thing(host, ""))));
    Set<String> seen = new HashSet<>();
    kept.states().forEach(state -> seen.addAll(state.hosts()));
    for (Inventory.Row row : inventory.rows()) {
      if (seen.contains(row.host())) { // who was not looked at is neither ill nor well
        put(values, row.name(), row.value(), thing(row.host(), row.device()));
      }
    }
    List<Together> found = new ArrayList<>();
    int comparisons = 0;
    for (Map.Entry<String, Map<String, Set<String>>> name : values.entrySet()) {
      Set<String> all = new HashSet<>();
      name.getValue().values().forEach(all::addAll);
      for (Map.Entry<String, Set<String>> finding : ill.entrySet()) {
        int illAll = common(finding.getValue(), all);
        for (Map.Entry<String, Set<String>> value : name.getValue().entrySet()) {
          comparisons++;
          int hit = common(finding.getValue(), value.getValue());
          if (hit >= LEAST_ILL && value.getValue().size() < all.size()) {
            double chance = Chances.sharing(hit, illAll, value.getValue().size(), all.size());
            found.add(
                new Together(
                    finding.getKey(),
                    name.getKey(),
                    value.getKey(),
                    hit,
                    illAll,
                    value.getValue().size(),
                    all.size(),
                    chance));
          }
        }
      }
    }
    int made = comparisons;
    return found.stream()
        .map(t ->
            new Together(
                t.code(),
                t.name(),
                t.value(),
                t.ill(),
                t.illAll(),
                t.with(),
                t.all(),
                t.chance() * made))
        .filter(t -> t.chance() < MOST_CHANCE)
        .sorted(Comparator.comparingDouble(Together::chance))
        .limit(MOST)
        .toList();
  }

  private static void put(
      Map<String, Map<String, Set<String>>> values, String name, String value, String thing) {
    values
        .computeIfAbsent(name, n -> new TreeMap<>())
        .computeIfAbsent(value, v -> new HashSet<>())
        .add(thing);
  }

  private static int common(Set<String> a, Set<String> b) {
    Set<String> small = a.size() < b.size() ? a : b;
    Set<String> large = small == a ? b : a;
    return (int) small.stream().filter(large::contains).count();
  }

  /** A change of a version on some hosts. */
  private record Change(String name, String from, String to) {}

  /** What got worse after a change. */
  List<Worse> changes() {
    Map<Change, Map<String, String>> changed = new HashMap<>();
    versions.forEach(
        (name, hosts) -> hosts.forEach((host, days) -> change(name, host, days, changed)));
    List<Worse> found = new ArrayList<>();
    int comparisons = Math.max(1, changed.size() * ill.size());
    changed.forEach((change, days) ->
        illDays.forEach((code, ofCode) -> {
          Worse worse = worse(code, change, days, ofCode, comparisons);
          if (worse.illAfter() >= LEAST_ILL && worse.chance() < MOST_CHANCE) {
            found.add(worse);
          }
        }));
    found.sort(
        Comparator.comparingDouble(Worse::chance)
            .thenComparing(Worse::code)
            .thenComparing(Worse::name));
    return found.subList(0, Math.min(MOST, found.size()));
  }

  private static void change(
      String name,
      String host,
      TreeMap<String, String> days,
      Map<Change, Map<String, String>> changed) {
    String before = null;
    for (Map.Entry<String, String> day : days.entrySet()) {
      if (before != null && !before.equals(day.getValue())) {
        changed
            .computeIfAbsent(new Change(name, before, day.getValue()), c -> new TreeMap<>())
            .put(host, day.getKey());
        return;
      }
      before = day.getValue();
    }
  }

  private Worse worse(
      String code, Change change, Map<String, String> changeDays, Set<String> ofCode, int made) {
    int illBefore = 0;
    int daysBefore = 0;
    int illAfter = 0;
    int daysAfter = 0;
    for (Map.Entry<String, String> host : changeDays.entrySet()) {
      var seen = versions.getOrDefault(change.name(), Map.of()).get(host.getKey());
      for (String day : seen == null ? new TreeSet<String>() : seen.keySet()) {
        boolean is = ofCode.contains(thing(host.getKey(), day));
        if (day.compareTo(host.getValue()) < 0) {
          daysBefore++;
          illBefore += is ? 1 : 0;
        } else {
          daysAfter++;
          illAfter += is ? 1 : 0;
        }
      }
    }
    double share = (double) daysAfter / (daysAfter + daysBefore);
    return new Worse(
        code,
        change.name(),
        change.from(),
        change.to(),
        changeDays.values().stream().min(Comparator.naturalOrder()).orElse(""),
        changeDays.size(),
        illBefore,
        daysBefore,
        illAfter,
        daysAfter,
        Chances.later(illAfter, illBefore + illAfter, share) * made);
  }
}
