package io.busbar.formats.cabling;

import io.busbar.formats.fabric.FabricNode.Kind;
import io.busbar.formats.hosts.NameOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which names are one system, and what each system is. Names that differ in case or by their domain
 * are one, unless two domains have the same short name. What a system is, is said by its tool, else
 * its name, else most of its ports, else who has more cables. One use.
 */
final class Systems {
  private final Map<String, Set<String>> full = new HashMap<>();
  private final Map<String, String> renamed = new HashMap<>();
  private final Map<String, String> shown = new HashMap<>();
  private final Map<String, int[]> told = new HashMap<>();
  private final Map<String, int[]> ports = new HashMap<>();
  private final Map<String, Integer> degree = new HashMap<>();
  private final Map<String, Kind> kinds = new HashMap<>();
  private final Map<String, Set<String>> neighbours = new HashMap<>();

  void name(String system) {
    String lower = system.toLowerCase(Locale.ROOT);
    full.computeIfAbsent(Names.shortName(system), s -> new HashSet<>()).add(lower);
  }

  /** A system whose file did not tell its name goes by the one its neighbours know. */
  void rename(String key, String other) {
    renamed.put(key, other);
  }

  /** What a system is called in maps. */
  String key(String system) {
    String lower = system.toLowerCase(Locale.ROOT);
    String brief = Names.shortName(system);
    boolean several =
        full.getOrDefault(brief, Set.of()).stream().filter(name -> !name.equals(brief)).count() > 1;
    String key = several ? lower : brief;
    return renamed.getOrDefault(key, key);
  }

  /** An end of a cable that counts. */
  void end(CableEnd end, String key, String peer) {
    String brief = end.system();
    int dot = brief.indexOf('.');
    boolean cut = dot > 0 && key.equals(Names.shortName(brief)) && key.length() == dot;
    if (cut || key.equalsIgnoreCase(brief)) {
      shown.putIfAbsent(key, cut ? brief.substring(0, dot) : brief);
    }
    vote(told, key, end.kind());
    vote(ports, key, Names.byPort(end.port()));
    degree.merge(key, 1, Integer::sum);
    neighbours.computeIfAbsent(key, k -> new HashSet<>()).add(peer);
  }

  private static void vote(Map<String, int[]> votes, String key, @Nullable Kind kind) {
    if (kind != null) {
      votes.computeIfAbsent(key, k -> new int[2])[kind == Kind.SWITCH ? 0 : 1]++;
    }
  }

  private static @Nullable Kind winner(int @Nullable [] votes) {
    return votes == null || votes[0] == votes[1]
        ? null
        : votes[0] > votes[1] ? Kind.SWITCH : Kind.ADAPTER;
  }

  String shown(String key) {
    return shown.getOrDefault(key, key);
  }

  /** What it is; all ends have to be known before. */
  Kind kind(String key) {
    return kinds.computeIfAbsent(key, this::find);
  }

  private Kind find(String key) {
    Kind sure = sure(key);
    if (sure != null) {
      return sure;
    }
    // Of systems of which nothing says what they are those with most cables forward.
    int own = degree.getOrDefault(key, 0);
    for (String peer : neighbours.getOrDefault(key, Set.of())) {
      Kind other = sure(peer);
      if (other == Kind.ADAPTER) {
        return Kind.SWITCH;
      }
      if (other == null && degree.getOrDefault(peer, 0) < own) {
        return Kind.SWITCH;
      }
    }
    return Kind.ADAPTER;
  }

  private @Nullable Kind sure(String key) {
    Kind kind = winner(told.get(key));
    if (kind == null) {
      kind = Names.byName(shown(key));
    }
    return kind == null ? winner(ports.get(key)) : kind;
  }

  /** Their number. */
  int size() {
    return degree.size();
  }

  /** All of them. */
  List<String> keys() {
    return degree.keySet().stream().sorted(NameOrder.NAMES).toList();
  }
}
