package io.busbar.simulate.load;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.path.Paths;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who sends over some parts of a fabric: bytes of each sender on each of their link directions.
 * Memory: an entry for each of these pairs. Not thread-safe.
 */
final class Crossings {
  /**
   * What a sender puts on a link direction.
   *
   * @param link sending and receiving node
   * @param from sending endpoint
   * @param to the receiving endpoint, or -1 where there are several
   * @param connections of the sender on this link, whole or in part
   * @param bytes of them
   */
  record Crossing(String link, int from, int to, int connections, double bytes) {}

  private record Key(int port, int from) {}

  private static final class Sum {
    private int to;
    private int connections;
    private double bytes;
  }

  private final Fabric fabric;
  private final Parts parts;
  private final Map<Key, Sum> sums = new HashMap<>();
  private final Map<Integer, Double> now = new HashMap<>();
  private int count;

  Crossings(Fabric fabric, Parts parts) {
    this.fabric = fabric;
    this.parts = parts;
  }

  /** Whether there is anything to look at. */
  boolean looks() {
    return parts.any();
  }

  /** A path of the present connection, or one of several over which it divides. */
  void add(Paths path, double amount) {
    for (int k = 0; k < path.count(); k++) {
      int port = path.ports()[k];
      if (parts.holds(port)) {
        now.merge(port, amount * path.parts()[k], Double::sum);
      }
    }
  }

  /** The present connection has no more paths. */
  void end(int from, int to) {
    if (now.isEmpty()) {
      return;
    }
    now.forEach((port, bytes) -> {
      Sum sum = sums.computeIfAbsent(new Key(port, from), key -> new Sum());
      sum.to = sum.connections == 0 ? to : -1;
      sum.connections++;
      sum.bytes += bytes;
    });
    count++;
    now.clear();
  }

  /** Connections that cross any of the parts. */
  int count() {
    return count;
  }

  /** Bytes on all links of the parts, in both directions together. */
  double bytes() {
    return sums.values().stream().mapToDouble(sum -> sum.bytes).sum();
  }

  /** Senders on links with most bytes, the most first. */
  List<Crossing> most(int howMany) {
    return sums.entrySet().stream()
        .sorted(
            Comparator.comparingDouble((Map.Entry<Key, Sum> e) -> -e.getValue().bytes)
                .thenComparingInt(e -> e.getKey().port())
                .thenComparingInt(e -> e.getKey().from()))
        .limit(howMany)
        .map(e -> crossing(e.getKey(), e.getValue()))
        .toList();
  }

  private Crossing crossing(Key key, Sum sum) {
    String link = fabric.portName(key.port());
    return new Crossing(link, key.from(), sum.to, sum.connections, sum.bytes);
  }
}
