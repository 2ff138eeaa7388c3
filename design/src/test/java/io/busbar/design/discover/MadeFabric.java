package io.busbar.design.discover;

import io.busbar.formats.fabric.FabricDumpReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes dumps of ibnetdiscover for rail-optimised and plain trees, with faults at will. */
public final class MadeFabric {
  private record Port(String node, int number) {}

  private record Link(Port a, Port b, String rate) {}

  private final List<String> switches = new ArrayList<>();
  private final List<String> adapters = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();

  /**
   * @param rails leaves of a group; 1 gives plain cabling
   * @param adapters of a host, a multiple of the rails
   * @param uplinks of a leaf, a multiple of the spines of a pod
   * @param cores reached by each spine; 0 for two tiers
   */
  public static MadeFabric tree(
      int pods,
      int groups,
      int rails,
      int hosts,
      int adapters,
      int uplinks,
      int spines,
      int cores) {
    MadeFabric made = new MadeFabric();
    int host = 0;
    for (int pod = 0; pod < pods; pod++) {
      for (int spine = 0; spine < spines; spine++) {
        made.switches.add("spine-" + pod + "-" + spine);
        for (int core = 0; core < cores; core++) {
          String name = "core-" + spine + "-" + core;
          if (pod == 0) {
            made.switches.add(name);
          }
          made.link("spine-" + pod + "-" + spine, 200 + core, name, pod + 1);
        }
      }
      for (int group = 0; group < groups; group++) {
        for (int rail = 0; rail < rails; rail++) {
          String leaf = "leaf-" + pod + "-" + group + "-" + rail;
          made.switches.add(leaf);
          for (int up = 0; up < uplinks; up++) {
            int port = 1 + (group * rails + rail) * (uplinks / spines) + up / spines;
            made.link(leaf, 100 + up, "spine-" + pod + "-" + up % spines, 300 + port);
          }
        }
        for (int h = 0; h < hosts; h++, host++) {
          for (int a = 0; a < adapters; a++) {
            String name = String.format(Locale.ROOT, "node%05d mlx5_%d", host + 1, a);
            made.adapters.add(name);
            int rail = a * rails / adapters;
            int each = adapters / rails;
            made.link(name, 1, "leaf-" + pod + "-" + group + "-" + rail, 1 + h * each + a % each);
          }
        }
      }
    }
    return made;
  }

  private void link(String a, int portA, String b, int portB) {
    links.add(new Link(new Port(a, portA), new Port(b, portB), "4xNDR"));
  }

  private int find(String node, int port) {
    for (int i = 0; i < links.size(); i++) {
      Link link = links.get(i);
      Port wanted = new Port(node, port);
      if (link.a.equals(wanted) || link.b.equals(wanted)) {
        return i;
      }
    }
    throw new IllegalArgumentException(node + " has no port " + port);
  }

  /** Gives a link another rate. */
  public MadeFabric rate(String node, int port, String rate) {
    Link link = links.get(find(node, port));
    links.set(links.indexOf(link), new Link(link.a, link.b, rate));
    return this;
  }

  /** Takes a cable out. */
  public MadeFabric cut(String node, int port) {
    links.remove(find(node, port));
    return this;
  }

  /** Exchanges the cables of two adapters at their leaves. */
  public MadeFabric swap(String one, String other) {
    int i = find(one, 1);
    int j = find(other, 1);
    Link first = links.get(i);
    Link second = links.get(j);
    links.set(i, new Link(first.a, second.b, first.rate));
    links.set(j, new Link(second.a, first.b, second.rate));
    return this;
  }

  /** The dump as text. */
  public String text() {
    Map<String, Long> guids = new HashMap<>();
    Map<String, List<String>> lines = new LinkedHashMap<>();
    long next = 0xb859f60300100000L;
    for (String name : switches) {
      guids.put(name, next++);
      lines.put(name, new ArrayList<>());
    }
    for (String name : adapters) {
      guids.put(name, next++);
      lines.put(name, new ArrayList<>());
    }
    for (Link link : links) {
      add(lines, guids, link.a, link.b, link.rate);
      add(lines, guids, link.b, link.a, link.rate);
    }
    StringBuilder out = new StringBuilder("#\n# Topology file: generated on Mon Jun  1 2026\n#\n");
    lines.forEach((name, ports) -> {
      boolean adapter = name.contains(" ");
      String id = String.format("%016x", guids.get(name));
      out.append("\nvendid=0x2c9\ndevid=0x").append(adapter ? "1021" : "d2f2");
      out.append("\nsysimgguid=0x").append(id).append('\n');
      out.append(adapter ? "caguid=0x" : "switchguid=0x").append(id).append('\n');
      out.append(adapter ? "Ca\t1 \"H-" : "Switch\t512 \"S-").append(id).append("\"\t\t# \"");
      out.append(name).append(adapter ? "\"\n" : "\" enhanced port 0 lid 3 lmc 0\n");
      ports.forEach(out::append);
    });
    return out.toString();
  }

  private static void add(
      Map<String, List<String>> lines, Map<String, Long> guids, Port from, Port to, String rate) {
    boolean adapter = from.node.contains(" ");
    boolean far = to.node.contains(" ");
    String own = adapter ? String.format("(%x)", guids.get(from.node)) : "";
    String id = String.format("%s-%016x", far ? "H" : "S", guids.get(to.node));
    String peer = far ? String.format("(%x)", guids.get(to.node)) : "";
    String lid = adapter ? "lid 9 lmc 0 " : "";
    lines
        .get(from.node)
        .add(
            "["
                + from.number
                + "]"
                + own
                + "\t\""
                + id
                + "\"["
                + to.number
                + "]"
                + peer
                + " \t\t# "
                + lid
                + "\""
                + to.node
                + "\" lid 7 "
                + rate
                + "\n");
  }

  /** The fabric that is made of the dump. */
  public Discovery discovered() {
    return discovered(text());
  }

  static Discovery discovered(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      return Discovery.of(FabricDumpReader.read("fabric.txt", new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
