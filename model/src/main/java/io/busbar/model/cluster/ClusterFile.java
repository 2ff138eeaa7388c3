package io.busbar.model.cluster;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes system constants into a cluster file: the user's file as it stands with its section
 * replaced, or a new file for a cluster that was given by name. Stateless.
 */
public final class ClusterFile {
  private static final String COLLECTIVES = ClusterShape.COLLECTIVES.name();
  private static final String STEPS = ClusterShape.STEPS.name();

  private ClusterFile() {}

  /**
   * The section alone.
   *
   * @param comments lines before the figures
   */
  public static String section(SystemConstants constants, List<String> comments) {
    return section(COLLECTIVES, constants.values(), comments);
  }

  /**
   * The section of training steps alone.
   *
   * @param comments lines before the figures
   */
  public static String section(MachineConstants constants, List<String> comments) {
    return section(STEPS, constants.values(), comments);
  }

  private static String section(
      String key, Map<? extends CalibratedConstant, Double> values, List<String> comments) {
    StringBuilder out = new StringBuilder();
    out.append(key).append(":\n");
    comments.forEach(line -> out.append("  # ").append(line).append('\n'));
    values.forEach((constant, value) ->
        out.append("  ")
            .append(constant.key())
            .append(": ")
            .append(print(constant, value))
            .append('\n'));
    return out.toString();
  }

  /** A value as the file has it, {@code 6.31us} or {@code 0.8231}: four digits. */
  public static String print(CalibratedConstant constant, double value) {
    return switch (constant.unit()) {
      case SECONDS -> digits(value * 1e6) + "us";
      case BYTES_PER_SECOND -> digits(value / 1e9) + "GB/s";
      case SHARE -> digits(value * 100) + "%";
      case FACTOR -> digits(value);
    };
  }

  private static String digits(double value) {
    int whole = (int) Math.floor(Math.log10(value)) + 1;
    String text = String.format(Locale.ROOT, "%." + Math.clamp(4 - whole, 0, 9) + "f", value);
    return text.indexOf('.') < 0 ? text : text.replaceAll("\\.?0+$", "");
  }

  /**
   * The complete file.
   *
   * @param given what {@code --cluster} said
   * @param cluster what that is
   * @param section from {@link #section(SystemConstants, List)}, or that of training steps
   * @throws InputException when the user's file is one that no section can be added to
   */
  public static String with(String given, Cluster cluster, String section) {
    if (!Clusters.isPath(given.strip())) {
      return "name: %s-calibrated%nnode: %s%nnodes: %d%n%n"
              .formatted(cluster.node().name(), cluster.node().name(), cluster.nodes())
              .replace(System.lineSeparator(), "\n")
          + section;
    }
    Path path = Path.of(given.strip());
    byte[] bytes = UserFile.bytes(path, TreeReader.MAX_BYTES);
    return replaced(TreeReader.parse(path.toString(), bytes), bytes, section);
  }

  private static String replaced(Tree tree, byte[] bytes, String section) {
    List<Integer> starts = new ArrayList<>();
    int from = 0;
    if (tree instanceof Tree.Mapping mapping) {
      for (var entry : mapping.entries().entrySet()) {
        Position at = entry.getValue().keyAt();
        if (at.column() != 1) {
          throw refuse(at, "a block of YAML, one key a line from the first column");
        }
        starts.add(at.line());
        from = section.startsWith(entry.getKey() + ":") ? at.line() : from;
      }
    }
    List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
    StringBuilder out = new StringBuilder();
    int start = from == 0 ? Integer.MAX_VALUE : from;
    int end = starts.stream().mapToInt(s -> s).filter(s -> s > start).min().orElse(start);
    for (int line = 1; line <= lines.size(); line++) {
      boolean old = line >= start && (line < end || end == start);
      if (!old || ofNextKey(lines, line, end)) {
        out.append(lines.get(line - 1)).append('\n');
      }
    }
    return out.toString().stripTrailing() + "\n\n" + section;
  }

  /** Comments from the first column on before the next key belong to it. */
  private static boolean ofNextKey(List<String> lines, int line, int end) {
    for (int i = line; i < end; i++) {
      if (!lines.get(i - 1).startsWith("#")) {
        return false;
      }
    }
    return line < end;
  }

  private static InputException refuse(Position at, String expected) {
    return new InputException(
        new Problem(at, "", "", expected, "without --out the section is printed for pasting"));
  }
}
