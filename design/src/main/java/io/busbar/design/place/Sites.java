package io.busbar.design.place;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.design.discover.Discovery;
import io.busbar.formats.hosts.HostList;
import io.busbar.formats.hosts.NameOrder;
import io.busbar.formats.hosts.SlurmTopology;
import io.busbar.model.cluster.Cluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes the site and its free nodes of what a question names. */
final class Sites {
  private static final int MOST_HINTS = 10;

  private final PlaceQuestion question;
  private final Problems problems = new Problems();
  private final Cluster cluster;

  private Sites(PlaceQuestion question) {
    this.question = question;
    Cluster given = question.cluster();
    cluster = given == null ? question.plan().cluster() : given;
  }

  /**
   * @throws InputException with every problem found
   */
  static FreeNodes of(PlaceQuestion question) {
    Sites sites = new Sites(question);
    FreeNodes free = sites.read();
    sites.problems.throwIfAny();
    return free;
  }

  private FreeNodes read() {
    Cluster job = question.plan().cluster();
    if (!job.node().name().equals(cluster.node().name())) {
      problems.add(
          Position.of("--cluster"),
          "",
          cluster.name(),
          "nodes of " + job.node().name() + ", as the plan has (" + perNode(job) + ")",
          cluster.node().name() + " has " + cluster.node().gpus());
    }
    if (cluster.gpusPerDomain() > cluster.node().gpus()) {
      problems.add(
          Position.of("--plan"),
          "cluster",
          job.name(),
          "nodes that hold their whole scale-up domain",
          "a domain of several units moves as one; place it by hand");
    }
    FreeFiles files = FreeFiles.read(question.free(), job.node().gpus(), problems);
    Discovery fabric =
        question.fabric().isEmpty() ? null : Discovery.read(question.fabric()).withHosts();
    Site site =
        fabric != null
            ? discovered(fabric)
            : files.tree() != null ? tree(files.tree()) : numbered(files.names());
    int[] order = order(site, files.names());
    if (!problems.any() && order.length < job.nodes()) {
      problems.add(
          Position.of(question.free().isEmpty() ? site.name() : question.free().getFirst() + ""),
          "",
          order.length + " nodes",
          "at least " + job.nodes() + ", as the plan takes " + job.gpus() + " GPUs",
          "");
    }
    boolean slurm = fabric == null && files.tree() != null && !files.tree().blocks();
    return new FreeNodes(site, slurm ? BestFit.of(site, order, job.nodes()) : order);
  }

  private static String perNode(Cluster cluster) {
    return cluster.node().gpus() + " GPUs each";
  }

  private Site discovered(Discovery fabric) {
    int nics = cluster.node().nics();
    int found = fabric.adaptersPerHost();
    if (!fabric.counted()) {
      String expected = "a fabric with its cables, such as LLDP or a dump of ibnetdiscover";
      String hint = "give SLURM's tree with --free: rates then come from the cluster";
      problems.add(Position.of(fabric.source()), "", "", expected, hint);
    } else if (found != nics || cluster.node().gpusPerHost() != cluster.node().gpus()) {
      problems.add(
          Position.of(fabric.source()),
          "",
          found + " adapters per host",
          nics + " per node, as " + cluster.node().name() + " of the plan has",
          "name the plan's cluster by the nodes that the fabric has");
    }
    return Site.of(fabric, cluster);
  }

  /** Leaf groups are the switches or blocks with nodes; pods are what is right above them. */
  private Site tree(SlurmTopology tree) {
    Map<String, Integer> above = new HashMap<>();
    for (int i = 0; i < tree.groups().size(); i++) {
      for (String child : tree.groups().get(i).children()) {
        above.putIfAbsent(child, i);
      }
    }
    List<String> nodes = new ArrayList<>();
    List<String> leaves = new ArrayList<>();
    List<Integer> leafOf = new ArrayList<>();
    List<Integer> podOf = new ArrayList<>();
    Map<Integer, Integer> pods = new HashMap<>();
    for (SlurmTopology.Group group : tree.groups()) {
      if (group.nodes().isEmpty()) {
        continue;
      }
      for (String node : group.nodes()) {
        nodes.add(node);
        leafOf.add(leaves.size());
      }
      int parent = tree.blocks() ? 0 : above.getOrDefault(group.name(), -1);
      podOf.add(pods.computeIfAbsent(parent, p -> pods.size()));
      leaves.add(group.name());
    }
    if (leaves.isEmpty()) {
      return numbered(List.of());
    }
    return Site.of(tree.source(), cluster, nodes, leaves, ints(leafOf), ints(podOf));
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(i -> i).toArray();
  }

  /** Nodes of a cluster by the number in their name: node001, or node000, is the first. */
  private Site numbered(List<FreeFiles.Named> named) {
    String prefix = named.isEmpty() ? "node" : HostList.prefix(named.getFirst().name());
    int width = Integer.toString(cluster.nodes()).length();
    int least = 1;
    for (FreeFiles.Named node : named) {
      String own = HostList.prefix(node.name());
      width = own.equals(prefix) ? node.name().length() - prefix.length() : width;
      least = HostList.number(node.name()) == 0 ? 0 : least;
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < cluster.nodes(); i++) {
      names.add(prefix + String.format(Locale.ROOT, "%0" + Math.max(1, width) + "d", i + least));
    }
    return Site.of(cluster, names);
  }

  private int[] order(Site site, List<FreeFiles.Named> named) {
    if (named.isEmpty()) {
      Integer[] all = new Integer[site.nodes().size()];
      Arrays.setAll(all, i -> i);
      Arrays.sort(all, (a, b) -> NameOrder.NAMES.compare(site.nodes().get(a), site.nodes().get(b)));
      return Arrays.stream(all).mapToInt(i -> i).toArray();
    }
    Map<String, Integer> byName = index(site);
    List<Integer> order = new ArrayList<>();
    int hints = 0;
    for (FreeFiles.Named node : named) {
      Integer found = byName.get(node.name());
      if (found != null) {
        order.add(found);
      } else {
        String hint = hints++ < MOST_HINTS ? Nearest.hint(node.name(), byName.keySet()) : "";
        problems.add(node.at(), "", node.name(), "a node of " + site.name(), hint);
      }
    }
    return ints(order);
  }

  static Map<String, Integer> index(Site site) {
    Map<String, Integer> byName = new HashMap<>();
    for (int i = 0; i < site.nodes().size(); i++) {
      byName.put(site.nodes().get(i), i);
    }
    return byName;
  }
}
