package io.busbar.formats.hosts;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.hosts.SlurmTopology.Group;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads SLURM's topology.conf and topology.yaml, tree or block, and what {@code scontrol show
 * topology} prints, where switches above others repeat all nodes. Of several topologies in a YAML
 * file the one with {@code cluster_default} counts, else the first that is not flat.
 */
public final class SlurmTopologyReader {
  private static final Pattern CONF = Pattern.compile("(?im)^\\s*(SwitchName|BlockName)\\s*=");
  private static final Pattern YAML =
      Pattern.compile("(?m)^[ \\t]*+(?:-[ \\t]*+)?topology[ \\t]*+:");

  private SlurmTopologyReader() {}

  /** Whether the text is a topology file. */
  public static boolean knows(String text) {
    return CONF.matcher(text).find() || YAML.matcher(text).find();
  }

  /**
   * @param problems what is wrong is added: unknown switches, nodes twice, odd lines
   */
  public static SlurmTopology read(String source, String text, Problems problems) {
    SlurmTopology topology =
        CONF.matcher(text).find() ? conf(source, text, problems) : yaml(source, text, problems);
    check(topology, problems);
    return topology;
  }

  private static SlurmTopology conf(String source, String text, Problems problems) {
    List<Group> groups = new ArrayList<>();
    boolean blocks = false;
    StringBuilder open = new StringBuilder();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      int comment = line.indexOf('#');
      String plain = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (plain.endsWith("\\")) {
        open.append(plain, 0, plain.length() - 1).append(' ');
        continue;
      }
      open.append(plain);
      String whole = open.toString().strip();
      open.setLength(0);
      if (!whole.isEmpty()) {
        Map<String, String> values = values(whole);
        blocks |= values.containsKey("blockname");
        group(values, whole, new Position(source, number, 0), groups, problems);
      }
    }
    return new SlurmTopology(source, blocks, groups);
  }

  private static Map<String, String> values(String line) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String word : line.split("\\s+", -1)) {
      int equals = word.indexOf('=');
      String key = equals < 0 ? word : word.substring(0, equals);
      values.put(key.toLowerCase(Locale.ROOT), equals < 0 ? "" : word.substring(equals + 1));
    }
    return values;
  }

  private static void group(
      Map<String, String> values, String line, Position at, List<Group> groups, Problems problems) {
    String name = values.getOrDefault("switchname", values.get("blockname"));
    if (name == null) {
      // AggregatedBlock of scontrol is made of blocks that stand beside it.
      if (!values.containsKey("blocksizes") && !values.containsKey("aggregatedblock")) {
        problems.add(at, "", line, "SwitchName= or BlockName= with Nodes= or Switches=", "");
      }
      return;
    }
    List<String> children = HostList.expand(values.getOrDefault("switches", ""), at, problems);
    boolean repeats = values.containsKey("level") && !children.isEmpty();
    String own = repeats ? "" : values.getOrDefault("nodes", "");
    List<String> nodes = HostList.expand(own, at, problems);
    groups.add(new Group(name, children, nodes, at.line()));
  }

  private static SlurmTopology yaml(String source, String text, Problems problems) {
    SlurmTopology none = new SlurmTopology(source, false, List.of());
    Tree tree;
    try {
      tree = TreeReader.parse(source, text.getBytes(StandardCharsets.UTF_8));
    } catch (InputException e) {
      problems.addAll(e);
      return none;
    }
    Tree.Mapping chosen = chosen(tree);
    if (chosen == null) {
      String expected = "a list of topologies, one of them with 'tree' or 'block'";
      problems.add(tree.at(), "", tree.shown(), expected, "");
      return none;
    }
    boolean blocks = chosen.get("block") != null;
    Tree list = chosen.find(blocks ? "block.blocks" : "tree.switches");
    List<Group> groups = new ArrayList<>();
    if (list instanceof Tree.Sequence sequence) {
      for (Tree item : sequence.items()) {
        item(item, blocks ? "block" : "switch", groups, problems);
      }
    } else {
      String key = blocks ? "block.blocks" : "tree.switches";
      problems.add(chosen.at(key), key, "", "a list", "");
    }
    return new SlurmTopology(source, blocks, groups);
  }

  private static Tree.@Nullable Mapping chosen(Tree tree) {
    Tree.Mapping first = null;
    List<Tree> items = tree instanceof Tree.Sequence s ? s.items() : List.of(tree);
    for (Tree item : items) {
      if (item instanceof Tree.Mapping m && (m.get("tree") != null || m.get("block") != null)) {
        if ("true".equals(m.text("cluster_default"))) {
          return m;
        }
        first = first == null ? m : first;
      }
    }
    return first;
  }

  private static void item(Tree item, String nameKey, List<Group> groups, Problems problems) {
    String name = item instanceof Tree.Mapping m ? m.text(nameKey) : null;
    if (name == null || !(item instanceof Tree.Mapping mapping)) {
      problems.add(item.at(), nameKey, item.shown(), "a mapping with '" + nameKey + "'", "");
      return;
    }
    groups.add(
        new Group(
            name,
            names(mapping, "children", problems),
            names(mapping, "nodes", problems),
            item.at().line()));
  }

  private static List<String> names(Tree.Mapping mapping, String key, Problems problems) {
    String text = mapping.text(key);
    return text == null ? List.of() : HostList.expand(text, mapping.at(key), problems);
  }

  private static void check(SlurmTopology topology, Problems problems) {
    Map<String, Group> byName = new HashMap<>();
    Map<String, Group> holder = new HashMap<>();
    for (Group group : topology.groups()) {
      Position at = new Position(topology.source(), group.line(), 0);
      Group same = byName.putIfAbsent(group.name(), group);
      if (same != null) {
        problems.add(at, "", group.name(), "each name once", "it stands in line " + same.line());
      }
      for (String node : group.nodes()) {
        Group other = holder.putIfAbsent(node, group);
        if (other != null) {
          String hint = "it is on " + other.name() + " of line " + other.line();
          problems.add(at, "nodes", node, "each node on one switch", hint);
        }
      }
    }
    for (Group group : topology.groups()) {
      for (String child : group.children()) {
        if (!byName.containsKey(child)) {
          Position at = new Position(topology.source(), group.line(), 0);
          String hint = Nearest.hint(child, byName.keySet());
          problems.add(at, "switches", child, "a switch of this file", hint);
        }
      }
    }
    if (holder.isEmpty() && !problems.any()) {
      problems.add(Position.of(topology.source()), "", "", "nodes on some switch or block", "");
    }
  }
}
