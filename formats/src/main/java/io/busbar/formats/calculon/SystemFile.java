package io.busbar.formats.calculon;

import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.UnknownKey;
import io.busbar.formats.tree.Tree;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A machine as Calculon's system file has it, by its peaks. Of an efficiency that depends on the
 * size of an operation only that of the largest one is kept. Rates are per processor, per second,
 * in one direction.
 *
 * @param matrix 16-bit products
 * @param matrixEfficiency part of it that large products reach, above 0 and at most 1
 * @param matrix8 8-bit products; 0 for none
 * @param vector 16-bit operations other than products, FLOP/s
 * @param memory of the processor
 * @param host the second memory, which offloading uses
 * @param networks the first is inside a node
 */
public record SystemFile(
    double matrix,
    double matrixEfficiency,
    double matrix8,
    double vector,
    Store memory,
    Store host,
    List<Net> networks) {
  private static final double TERA = 1e12;
  private static final double GIGA = 1e9;

  /** Bytes, although Calculon's key is {@code GiB}: it counts 1,024³ of them. */
  private static final double GIB = 1L << 30;

  private static final Set<String> KEYS =
      Set.of("matrix", "vector", "mem1", "mem2", "processing_mode", "networks");
  private static final MathContext TEN_DIGITS = new MathContext(10);
  private static final String EFFICIENCY = "gflops_efficiency";

  /** A memory: bytes and bytes per second. */
  public record Store(double bytes, double bytesPerSecond) {}

  /**
   * A network.
   *
   * @param size processors that it joins, at most
   * @param latencySeconds of an operation
   */
  public record Net(double bytesPerSecond, int size, double latencySeconds) {}

  public SystemFile {
    networks = List.copyOf(networks);
  }

  /** Whether a document is one, as far as its keys say. */
  public static boolean matches(Tree tree) {
    return tree instanceof Tree.Mapping root
        && root.get("mem1") != null
        && root.get("networks") != null;
  }

  /**
   * @param problems everything that is wrong; then the answer has no meaning
   */
  public static SystemFile read(Tree.Mapping root, Problems problems) {
    root.entries()
        .forEach((key, entry) -> {
          if (!KEYS.contains(key)) {
            String expected = "a field of Calculon's system";
            UnknownKey.add(problems, entry.keyAt(), "", key, expected, KEYS);
          }
        });
    Tree.Mapping matrix = inner(root, "matrix", "", problems);
    boolean half = matrix.get("float16") != null || matrix.get("bfloat16") == null;
    Tree.Mapping words = inner(matrix, half ? "float16" : "bfloat16", "matrix", problems);
    Tree.Mapping vector = inner(root, "vector", "", problems);
    Tree.Mapping other =
        inner(vector, vector.get("bfloat16") == null ? "float16" : "bfloat16", "vector", problems);
    boolean bytes = matrix.get("float8") != null;
    return new SystemFile(
        number(words, "tflops", "matrix", problems) * TERA,
        best(words),
        bytes
            ? number(inner(matrix, "float8", "matrix", problems), "tflops", "matrix", problems)
                * TERA
            : 0,
        number(other, "tflops", "vector", problems) * TERA,
        store(root, "mem1", problems),
        store(root, "mem2", problems),
        networks(root, problems));
  }

  private static Store store(Tree.Mapping root, String key, Problems problems) {
    Tree.Mapping memory = inner(root, key, "", problems);
    return new Store(
        number(memory, "GiB", key, problems) * GIB, number(memory, "GBps", key, problems) * GIGA);
  }

  private static List<Net> networks(Tree.Mapping root, Problems problems) {
    List<Net> networks = new ArrayList<>();
    if (root.get("networks") instanceof Tree.Sequence list) {
      for (Tree item : list.items()) {
        if (item instanceof Tree.Mapping net) {
          networks.add(
              new Net(
                  number(net, "bandwidth", "networks", problems) * GIGA,
                  (int) Math.min(1 << 24, number(net, "size", "networks", problems)),
                  number(net, "latency", "networks", problems)));
        }
      }
    }
    if (networks.size() < 2) {
      String expected = "two networks or more: the first inside a node, the next between nodes";
      problems.add(root.at("networks"), "networks", networks.size() + " networks", expected, "");
    }
    return networks;
  }

  private static Tree.Mapping inner(
      Tree.Mapping outer, String key, String path, Problems problems) {
    if (outer.get(key) instanceof Tree.Mapping inner) {
      return inner;
    }
    if (!outer.entries().isEmpty()) { // else the outer one is missing, which is told
      Tree value = outer.get(key);
      String read = value == null ? "" : value.shown();
      String name = path.isEmpty() ? key : path + "." + key;
      problems.add(outer.at(key), name, read, "a group of figures", "");
    }
    return new Tree.Mapping(outer.at(), Map.of());
  }

  private static double number(Tree.Mapping root, String key, String path, Problems problems) {
    if (root.entries().isEmpty()) {
      return 1;
    }
    Tree value = root.get(key);
    double number = value instanceof Tree.Scalar scalar ? parsed(scalar.text()) : Double.NaN;
    if (!(number > 0 && number < Double.MAX_VALUE)) {
      String read = value == null ? "" : value.shown();
      problems.add(root.at(key), path + "." + key, read, "a number above 0", "");
      return 1;
    }
    return number;
  }

  private static double parsed(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** The efficiency of the largest operations: the first row, as sizes fall. */
  private static double best(Tree.Mapping processor) {
    if (processor.get(EFFICIENCY) instanceof Tree.Sequence rows
        && !rows.items().isEmpty()
        && rows.items().getFirst() instanceof Tree.Sequence row
        && row.items().size() == 2
        && row.items().getLast() instanceof Tree.Scalar share) {
      double efficiency = parsed(share.text());
      return efficiency > 0 && efficiency <= 1 ? efficiency : 1;
    }
    return 1;
  }

  /**
   * The file that reads back as this. Collectives are rings: 2(n−1)/n of the bytes for an
   * all-reduce, (n−1)/n for a reduce-scatter or an all-gather, which Calculon writes as a factor
   * and how many of n parts are added to it.
   */
  public String text() {
    List<String> nets = new ArrayList<>();
    for (Net net : networks) {
      nets.add(network(net, nets.isEmpty()));
    }
    String wide = matrix8 > 0 ? processor("float8", matrix8, matrixEfficiency) + ",\n    " : "";
    return """
    {
      "matrix": {
        %s
      },
      "vector": {
        %s
      },
      "mem1": %s,
      "mem2": %s,
      "processing_mode": "roofline",
      "networks": [
    %s
      ]
    }
    """
        .formatted(
            wide
                + processor("float16", matrix, matrixEfficiency)
                + ",\n    "
                + processor("bfloat16", matrix, matrixEfficiency),
            processor("float16", vector, 1) + ",\n    " + processor("bfloat16", vector, 1),
            memory(memory),
            memory(host),
            String.join(",\n", nets));
  }

  private static String processor(String type, double rate, double efficiency) {
    return "\"%s\": {\"tflops\": %s, \"%s\": [[0, %s]]}"
        .formatted(type, plain(rate / TERA), EFFICIENCY, plain(efficiency));
  }

  private static String memory(Store store) {
    return "{\"GiB\": %s, \"GBps\": %s, \"MB_efficiency\": [[0, 1]]}"
        .formatted(plain(store.bytes / GIB), plain(store.bytesPerSecond / GIGA));
  }

  private static String network(Net net, boolean filled) {
    return """
    {
      "bandwidth": %s, "efficiency": 1, "size": %d, "latency": %s,
      "ops": {
        "p2p": [1, null], "reduce_scatter": [1, -1], "all_gather": [1, -1],
        "all_reduce": [2, -1]
      },
      "must_be_filled": %s, "processor_usage": 0
    }\
    """
        .formatted(plain(net.bytesPerSecond / GIGA), net.size, plain(net.latencySeconds), filled);
  }

  /** Ten digits, without an exponent and without zeros at the end. */
  private static String plain(double number) {
    return new BigDecimal(number).round(TEN_DIGITS).stripTrailingZeros().toPlainString();
  }
}
