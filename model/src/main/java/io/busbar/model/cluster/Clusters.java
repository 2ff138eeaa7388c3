package io.busbar.model.cluster;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.catalog.NodeKeys;
import io.busbar.model.fact.Kind;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.NodeType;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes clusters: from a name with a count, a file, a mapping, or a node type. Stateless. */
public final class Clusters {
  /** The keys of a cluster file. */
  public static final Shape SHAPE = ClusterShape.SHAPE;

  /** A cluster in another file: name and count, path of a cluster file, or a mapping. */
  public static final Type<Cluster> TYPE =
      new Type<>() {
        @Override
        public @Nullable Cluster read(Tree tree, String key, Problems problems) {
          return Clusters.read(tree, key, problems);
        }

        @Override
        public Map<String, Object> schema() {
          Map<String, Object> name = new LinkedHashMap<>();
          name.put("type", "string");
          name.put("examples", List.of("dgx-h100:128", "h100:1024", "128xH100", "cluster.yaml"));
          return Map.of("anyOf", List.of(name, SHAPE.schema()));
        }
      };

  /** {@code 128xH100}, {@code 16 x dgx-h100}. */
  private static final Pattern TIMES = Pattern.compile("(\\d{1,9})\\s*[xX*]\\s*([A-Za-z][\\w.-]*)");

  private static final Set<String> FILE_ENDINGS = Set.of(".yaml", ".yml", ".json");

  private Clusters() {}

  /**
   * A cluster from the command line: {@code dgx-h100:128}, {@code dgx-h100} for one, {@code
   * h100:1024} and {@code 1024xH100} for so many GPUs in their usual nodes, or the path of a
   * cluster file.
   *
   * @return null after problems were added
   */
  public static @Nullable Cluster parse(String text, Position at, Problems problems) {
    return read(new Tree.Scalar(at, text, true), "", problems);
  }

  /**
   * A cluster as it stands in a file: name and count, path of a cluster file (relative to the file
   * that names it), or a mapping.
   *
   * @param key dotted path of the value, for messages
   * @return null after problems were added
   */
  public static @Nullable Cluster read(Tree tree, String key, Problems problems) {
    if (!(tree instanceof Tree.Scalar scalar)) {
      return ClusterBinder.bind(tree, key, problems);
    }
    String text = scalar.text().strip();
    if (scalar.isNull() || text.isEmpty()) {
      problems.add(
          tree.at(),
          key,
          "",
          "a cluster such as dgx-h100:128",
          "'busbar catalog nodes' lists nodes");
      return null;
    }
    return isPath(text)
        ? load(text, tree.at(), key, problems)
        : named(text, tree.at(), key, problems);
  }

  /** Nodes of one type on the network that is assumed for them. */
  public static Cluster of(NodeType node, int nodes) {
    Problems problems = new Problems();
    Cluster cluster = assumed(node, nodes, Position.of(node.name()), "", problems);
    problems.throwIfAny();
    return cluster;
  }

  static boolean isPath(String text) {
    return text.indexOf('/') >= 0
        || text.indexOf('\\') >= 0
        || FILE_ENDINGS.stream().anyMatch(text::endsWith);
  }

  private static @Nullable Cluster load(String text, Position at, String key, Problems problems) {
    try {
      Path path = Path.of(text);
      if (at.line() > 0 && !path.isAbsolute()) {
        path = Path.of(at.source()).resolveSibling(path);
      }
      return ClusterBinder.bind(TreeReader.read(path), "", problems);
    } catch (InvalidPathException e) {
      problems.add(at, key, text, "a path", String.valueOf(e.getReason()));
    } catch (InputException e) {
      problems.addAll(e);
    }
    return null;
  }

  private static @Nullable Cluster named(String text, Position at, String key, Problems problems) {
    Matcher times = TIMES.matcher(text);
    int colon = text.lastIndexOf(':');
    boolean turned = colon < 0 && times.matches();
    String name = turned ? times.group(2) : colon < 0 ? text : text.substring(0, colon);
    String count = turned ? times.group(1) : colon < 0 ? "1" : text.substring(colon + 1);
    String usual = Catalog.standard().find(Kind.NODE, name) == null ? UsualNodes.of(name) : null;
    if (usual != null) {
      return ofGpus(usual, colon < 0 && !turned ? "" : count, text, at, key, problems);
    }
    Problems here = new Problems();
    Integer nodes = ClusterShape.NODE_COUNT.read(new Tree.Scalar(at, count, false), key, here);
    NodeType node = Catalog.standard().node(name, at, here);
    Cluster cluster =
        nodes == null || node == null || here.any() ? null : assumed(node, nodes, at, key, here);
    for (Problem p : here.list()) {
      problems.add(p.at(), p.key().isEmpty() ? key : p.key(), p.read(), p.expected(), p.hint());
    }
    return here.any() ? null : cluster;
  }

  /** So many GPUs in their usual nodes; one node when no count is given. */
  private static @Nullable Cluster ofGpus(
      String usual, String count, String text, Position at, String key, Problems problems) {
    NodeType node = Catalog.standard().node(usual, at, problems);
    if (node == null) {
      return null;
    }
    int gpus = count.matches("\\d{1,7}") ? Integer.parseInt(count) : 0;
    if (count.isEmpty()) {
      return assumed(node, 1, at, key, problems);
    }
    if (gpus == 0 || gpus % node.gpus() != 0) {
      int below = gpus / node.gpus() * node.gpus();
      problems.add(
          at,
          key,
          text,
          "a count of GPUs that fills nodes of " + node.gpus() + " (" + usual + ")",
          below == 0
              ? "nearest: " + node.gpus() + "; or name a node with its count, e.g. " + usual + ":1"
              : "nearest: " + below + " or " + (below + node.gpus()));
      return null;
    }
    return assumed(node, gpus / node.gpus(), at, key, problems);
  }

  private static Cluster assumed(
      NodeType node, int nodes, Position at, String key, Problems problems) {
    Fields nothing = NetworkShape.SHAPE.read(new Tree.Mapping(at, Map.of()), key, problems);
    return assemble(node.name() + ":" + nodes, node, nodes, nothing, key, problems);
  }

  /** Check {@code problems} before the cluster is used. */
  static Cluster assemble(
      String name, NodeType node, int nodes, Fields network, String networkKey, Problems problems) {
    if (node.nics() == 0 && nodes > 1) {
      problems.add(
          network.at(),
          networkKey,
          Integer.toString(nodes),
          "a single node, because " + node.name() + " has no NICs for a compute network",
          "");
    }
    Range latency = node.entry().value(NodeKeys.SCALE_UP_LATENCY);
    Double peer = node.entry().value(NodeKeys.SCALE_UP_PEER_RATE);
    return new Cluster(
        name,
        node,
        nodes,
        new NetworkBinder(node, nodes, network, networkKey, problems).bind(),
        peer != null
            ? peer
            : node.gpu().scaleUpBytesPerSecond() / Math.max(1, node.domainGpus() - 1),
        latency != null ? latency.middle() : NetworkDefaults.standard().seconds("scale_up_latency"),
        SystemConstants.NONE,
        MachineConstants.NONE);
  }
}
