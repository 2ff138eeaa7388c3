package io.busbar.diagnose;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Draws ranks by host, coloured by their state. Stateless. */
final class RankMap {
  private static final double CELL = 26;
  private static final double GAP = 12;
  private static final double TITLE = 22;
  private static final double WIDTH = 960;
  private static final int PER_ROW = 8;
  private static final int SHOWN_HOSTS = 160;
  private static final String UNKNOWN = "host unknown";

  private final List<Shape> shapes = new ArrayList<>();

  private RankMap() {}

  static Block of(List<RankState> ranks) {
    Map<String, List<RankState>> hosts = new LinkedHashMap<>();
    for (RankState rank : ranks) {
      String host = rank.host().isEmpty() ? UNKNOWN : rank.host();
      hosts.computeIfAbsent(host, h -> new ArrayList<>()).add(rank);
    }
    List<String> names = shown(hosts);
    RankMap map = new RankMap();
    double height = map.draw(names, hosts);
    return new Block.Drawing(
        "Ranks by host", WIDTH, height, map.shapes, caption(ranks, hosts.size() - names.size()));
  }

  /** Hosts with something to see first, when there are too many for a picture. */
  private static List<String> shown(Map<String, List<RankState>> hosts) {
    List<String> names = new ArrayList<>(hosts.keySet());
    if (names.size() <= SHOWN_HOSTS) {
      return names;
    }
    names.sort((a, b) ->
        Boolean.compare(
            hosts.getOrDefault(a, List.of()).stream().allMatch(RankMap::fine),
            hosts.getOrDefault(b, List.of()).stream().allMatch(RankMap::fine)));
    return names.subList(0, SHOWN_HOSTS);
  }

  private static boolean fine(RankState rank) {
    return rank.state().equals(RankState.FINE);
  }

  private double draw(List<String> names, Map<String, List<RankState>> hosts) {
    double width = PER_ROW * CELL + GAP;
    double x = 0;
    double y = 0;
    double bottom = 0;
    for (String name : names) {
      List<RankState> ranks = hosts.getOrDefault(name, List.of());
      double height = TITLE + Math.ceilDiv(ranks.size(), PER_ROW) * CELL + GAP / 2;
      if (x + width > WIDTH) {
        x = 0;
        y = bottom + GAP;
      }
      host(x, y, width, height, name, ranks);
      bottom = Math.max(bottom, y + height);
      x += width + GAP;
    }
    return bottom + 2;
  }

  private void host(
      double x, double y, double width, double height, String name, List<RankState> ranks) {
    shapes.add(new Shape.Box(x, y, width, height, name, "node"));
    for (int i = 0; i < ranks.size(); i++) {
      RankState rank = ranks.get(i);
      double left = x + GAP / 2 + (i % PER_ROW) * CELL;
      double top = y + TITLE + (double) (i / PER_ROW) * CELL;
      String number = Integer.toString(rank.rank());
      shapes.add(new Shape.Box(left, top, CELL - 2, CELL - 2, number, kind(rank.state())));
    }
  }

  private static String kind(String state) {
    return switch (state) {
      case RankState.UNSEEN -> "bubble";
      case RankState.STARTING -> "info";
      default -> state;
    };
  }

  private static String caption(List<RankState> ranks, int hiddenHosts) {
    Map<String, Long> counts =
        ranks.stream()
            .collect(
                Collectors.groupingBy(RankState::state, LinkedHashMap::new, Collectors.counting()));
    List<String> parts = new ArrayList<>();
    part(parts, counts, RankState.CRITICAL, "red: a critical finding rests on a line of it");
    part(parts, counts, RankState.WARNING, "yellow: a warning does");
    part(parts, counts, RankState.STARTING, "blue: its communicator did not get ready");
    part(parts, counts, RankState.UNSEEN, "grey: no line is from it");
    part(parts, counts, RankState.FINE, "green: nothing is wrong");
    String more = hiddenHosts > 0 ? " " + hiddenHosts + " more hosts are not drawn." : "";
    return ranks.size() + " ranks. " + String.join("; ", parts) + "." + more;
  }

  private static void part(
      List<String> parts, Map<String, Long> counts, String state, String meaning) {
    long count = counts.getOrDefault(state, 0L);
    if (count > 0) {
      parts.add(count + " " + state + " (" + meaning + ")");
    }
  }
}
