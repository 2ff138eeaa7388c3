package io.busbar.app.command.serve;

import io.busbar.app.command.fabric.FabricLoadCommand;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.load.LinkLoads;
import io.busbar.simulate.load.LoadQuestion;
import io.busbar.simulate.scenario.run.Playback;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * A loaded fabric as the workbench draws it: positions by construction, and for each pair of joined
 * nodes what its cables carry up and down. Stateless.
 *
 * <pre>
 *   core    0.5 / n   1.5 / n …       a tier is a row; x runs from 0 to 1
 *   spine
 *   leaf                              pods and rails follow from the order of the numbers
 *   GPU     gpu 0 … 7 | 8 … 15 | …    NVLink domains lie together
 * </pre>
 */
public final class FabricPicture {
  private static final List<NodeKind> TIERS =
      List.of(NodeKind.CORE, NodeKind.SPINE, NodeKind.LEAF, NodeKind.NIC, NodeKind.ENDPOINT);

  private static final float PERCENT = 100;

  /** Of all moments together, some megabytes as text. */
  private static final long MOST_NUMBERS = 2_000_000;

  private FabricPicture() {}

  /** Loads by routing. */
  static Map<String, Object> of(FabricLoadCommand.Asked asked) {
    LoadQuestion question = asked.question();
    Fabric fabric = question.fabric();
    int[] row = new int[fabric.nodes()];
    Map<String, Object> picture = nodes(fabric, row);
    List<Object> runs = new ArrayList<>();
    asked.loads().forEach((routing, loads) -> runs.add(run(routing, loads, fabric, row)));
    picture.put("links", links(fabric, question.broken()::holds, row));
    picture.put("runs", runs);
    return picture;
  }

  /** Loads over time; empty when it would be too much for a page. */
  static Map<String, Object> of(Playback playback) {
    Fabric fabric = playback.fabric();
    if ((long) fabric.ports() * playback.seconds().size() > MOST_NUMBERS) {
      return Map.of();
    }
    int[] row = new int[fabric.nodes()];
    Map<String, Object> picture = nodes(fabric, row);
    picture.put("links", links(fabric, port -> false, row));
    picture.put("runs", List.of());
    List<Object> frames = new ArrayList<>();
    for (int i = 0; i < playback.seconds().size(); i++) {
      Map<String, Object> frame = frame(playback.shares().get(i), fabric, row);
      frame.put("at_s", rounded(playback.seconds().get(i)));
      frames.add(frame);
    }
    picture.put("frames", frames);
    return picture;
  }

  /** Of each bundle its busiest cable, in percent of the time. */
  private static Map<String, Object> frame(float[] share, Fabric fabric, int[] row) {
    List<Object> up = new ArrayList<>();
    List<Object> down = new ArrayList<>();
    eachBundle(
        fabric,
        row,
        (first, end) -> {
          float most = 0;
          float back = 0;
          for (int port = first; port < end; port++) {
            most = Math.max(most, share[port]);
            back = Math.max(back, share[fabric.peer(port)]);
          }
          up.add(Math.round(PERCENT * most));
          down.add(Math.round(PERCENT * back));
        });
    Map<String, Object> frame = new LinkedHashMap<>();
    frame.put("up", up);
    frame.put("down", down);
    return frame;
  }

  /** Tiers from the top, and the row of each node from 1. */
  private static Map<String, Object> nodes(Fabric fabric, int[] row) {
    List<Object> tiers = new ArrayList<>();
    for (NodeKind kind : TIERS) {
      int first = first(fabric, kind);
      int count = count(fabric, kind);
      if (count > 0) {
        for (int node = first; node < first + count; node++) {
          row[node] = tiers.size() + 1;
        }
        Map<String, Object> tier = new LinkedHashMap<>();
        tier.put("kind", kind == NodeKind.ENDPOINT ? "GPU" : kind.word());
        tier.put("word", kind == NodeKind.ENDPOINT ? "gpu" : kind.word());
        tier.put("first", first);
        tier.put("count", count);
        tiers.add(tier);
      }
    }
    Map<String, Object> picture = new LinkedHashMap<>();
    picture.put("tiers", tiers);
    return picture;
  }

  private static int first(Fabric fabric, NodeKind kind) {
    for (int node = 0; node < fabric.nodes(); node++) {
      if (fabric.kind(node) == kind) {
        return node;
      }
    }
    return 0;
  }

  private static int count(Fabric fabric, NodeKind kind) {
    int count = 0;
    for (int node = 0; node < fabric.nodes(); node++) {
      count += fabric.kind(node) == kind ? 1 : 0;
    }
    return count;
  }

  /** Pairs of joined nodes, the lower tier first, with cables and whether any is broken. */
  private static Map<String, Object> links(Fabric fabric, IntPredicate broken, int[] row) {
    List<Integer> lower = new ArrayList<>();
    List<Integer> upper = new ArrayList<>();
    List<Integer> cables = new ArrayList<>();
    List<Integer> out = new ArrayList<>();
    eachBundle(
        fabric,
        row,
        (first, end) -> {
          lower.add(fabric.owner(first));
          upper.add(fabric.owner(fabric.peer(first)));
          cables.add(end - first);
          int gone = 0;
          for (int port = first; port < end; port++) {
            gone += broken.test(port) ? 1 : 0;
          }
          out.add(gone);
        });
    Map<String, Object> links = new LinkedHashMap<>();
    links.put("lower", lower);
    links.put("upper", upper);
    links.put("cables", cables);
    links.put("broken", out);
    return links;
  }

  /** Of each bundle its busiest cable: seconds upwards and downwards, bytes and connections. */
  private static Map<String, Object> run(
      String routing, LinkLoads loads, Fabric fabric, int[] row) {
    List<Object> up = new ArrayList<>();
    List<Object> down = new ArrayList<>();
    List<Object> bytes = new ArrayList<>();
    List<Object> connections = new ArrayList<>();
    eachBundle(
        fabric,
        row,
        (first, end) -> {
          double most = 0;
          double back = 0;
          double carried = 0;
          int crossing = 0;
          for (int port = first; port < end; port++) {
            int peer = fabric.peer(port);
            most = Math.max(most, loads.seconds(port));
            back = Math.max(back, loads.seconds(peer));
            carried = Math.max(carried, Math.max(loads.bytes(port), loads.bytes(peer)));
            crossing += loads.connections(port) + loads.connections(peer);
          }
          up.add(rounded(most));
          down.add(rounded(back));
          bytes.add(Math.round(carried));
          connections.add(crossing);
        });
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("routing", routing);
    run.put("busiest_s", rounded(loads.busiestSeconds()));
    run.put("up_s", up);
    run.put("down_s", down);
    run.put("bytes", bytes);
    run.put("connections", connections);
    return run;
  }

  /** Six digits are enough for a colour, and a sixth of the text. */
  private static double rounded(double seconds) {
    return seconds == 0 ? 0 : Double.parseDouble(String.format(Locale.ROOT, "%.5e", seconds));
  }

  private static void eachBundle(Fabric fabric, int[] row, Bundle action) {
    for (int node = 0; node < fabric.nodes(); node++) {
      if (row[node] == 0) {
        continue;
      }
      int first = fabric.firstPort(node);
      while (first < fabric.endPort(node)) {
        int far = fabric.owner(fabric.peer(first));
        int end = first + 1;
        while (end < fabric.endPort(node) && fabric.owner(fabric.peer(end)) == far) {
          end++;
        }
        if (fabric.joined(first) && row[far] > 0 && row[far] < row[node]) {
          action.of(first, end);
        }
        first = end;
      }
    }
  }

  private interface Bundle {
    void of(int firstPort, int endPort);
  }
}
