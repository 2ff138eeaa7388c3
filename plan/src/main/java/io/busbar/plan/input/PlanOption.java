package io.busbar.plan.input;

import io.busbar.base.problem.Position;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An option of the command line that sets a key of the plan file. Immutable.
 *
 * @param name as typed: {@code --tp}
 * @param path dotted path of the key: {@code parallelism.tp}
 * @param doc one line of explanation
 * @param example a value
 * @param type what a value may be
 */
public record PlanOption(String name, String path, String doc, String example, Type<?> type) {
  /** Options that are not called like the last part of their key. */
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("precision.compute", "--precision"),
          Map.entry("software.attention", "--attention-kernel"),
          Map.entry("overlap.gradients", "--overlap-gradients"),
          Map.entry("overlap.parameters", "--overlap-parameters"),
          Map.entry("overlap.tensor", "--overlap-tensor"),
          Map.entry("overlap.pipeline", "--overlap-pipeline"),
          Map.entry("overlap.experts", "--overlap-experts"),
          Map.entry("price_per_gpu_hour", "--price"),
          Map.entry("storage.read_rate", "--storage-read"),
          Map.entry("storage.write_rate", "--storage-write"));

  /** Keys that are no business of the command line. */
  private static final List<String> WITHOUT = List.of("schema");

  /** All options, in the order of the file's keys. */
  public static List<PlanOption> all() {
    List<PlanOption> options = new ArrayList<>();
    collect("", PlanShape.SHAPE, options);
    return options;
  }

  /**
   * The name of the option that sets a key.
   *
   * @param path dotted path of a key that has one
   */
  public static String of(String path) {
    String last = path.substring(path.lastIndexOf('.') + 1);
    return NAMES.getOrDefault(path, "--" + last.replace('_', '-'));
  }

  private static void collect(String prefix, Shape shape, List<PlanOption> into) {
    for (Key<?> key : shape.keys()) {
      String path = prefix + key.name();
      Shape inner = key.type().shape();
      if (inner != null) {
        collect(path + ".", inner, into);
      } else if (!WITHOUT.contains(path)) {
        into.add(new PlanOption(of(path), path, key.doc(), key.example(), key.type()));
      }
    }
  }

  /**
   * What {@link PlanFile#load} takes, from what was typed.
   *
   * @param typed values by option name
   */
  public static Map<String, Tree.Scalar> overlay(Map<String, String> typed) {
    Map<String, Tree.Scalar> byPath = new LinkedHashMap<>();
    for (PlanOption option : all()) {
      String value = typed.get(option.name);
      if (value != null) {
        byPath.put(option.path, option.scalar(value));
      }
    }
    return byPath;
  }

  /** An option without a value is a mistake, where an empty key of a file is only left out. */
  private Tree.Scalar scalar(String value) {
    Tree.Scalar plain = new Tree.Scalar(Position.of(name), value, false);
    return plain.isNull() ? new Tree.Scalar(plain.at(), value, true) : plain;
  }
}
