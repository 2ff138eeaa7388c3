package io.busbar.diagnose.runbook;

import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A step of the runbook as {@code runbook.yaml} has it, with words in braces.
 *
 * @param when what must hold of the cluster, all of it
 * @param bandwidths which collectives are predicted: {@code domain}, {@code two}, {@code all},
 *     {@code groups}; empty for none
 */
record StepText(
    String id,
    String title,
    String where,
    List<String> when,
    String why,
    List<String> commands,
    List<String> healthy,
    List<String> ifNot,
    String bandwidths,
    List<String> codes) {
  private static final Key<String> ID = Key.required("id", Type.line(), "name of the step");
  private static final Key<String> TITLE = Key.required("title", Type.line(), "what is looked at");
  private static final Key<String> WHERE = Key.required("where", Type.line(), "on which machines");
  private static final Key<List<String>> WHEN = lines("when", "what must hold of the cluster");
  private static final Key<String> WHY = Key.required("why", Type.line(), "what it is good for");
  private static final Key<List<String>> COMMANDS = lines("commands", "what to run, in order");
  private static final Key<List<String>> HEALTHY = lines("healthy", "what a good result is");
  private static final Key<List<String>> IF_NOT = lines("if_not", "what to do otherwise");
  private static final Key<String> BANDWIDTHS =
      Key.optional("bandwidths", Type.line(), "collectives that are predicted").or("");
  private static final Key<List<String>> CODES = lines("codes", "findings that belong here");
  private static final Shape STEP =
      Shape.of("step", ID, TITLE, WHERE, WHEN, WHY, COMMANDS, HEALTHY, IF_NOT, BANDWIDTHS, CODES);
  private static final Key<List<Fields>> STEPS =
      Key.required("steps", Type.list(Type.object(STEP), 64), "steps in order");
  private static final Shape FILE = Shape.of("runbook", STEPS);

  private static Key<List<String>> lines(String name, String doc) {
    return Key.optional(name, Type.list(Type.line(), 16), doc).or(List.of());
  }

  /** All steps, in order. */
  static List<StepText> all() {
    try (InputStream in = StepText.class.getResourceAsStream("/io/busbar/diagnose/runbook.yaml")) {
      if (in == null) {
        throw new IllegalStateException("runbook.yaml is missing from the build");
      }
      Problems problems = new Problems();
      Fields file = FILE.read(TreeReader.parse("runbook.yaml", in.readAllBytes()), problems);
      problems.throwIfAny();
      return file.get(STEPS).stream().map(StepText::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StepText of(Fields f) {
    return new StepText(
        f.get(ID),
        f.get(TITLE),
        f.get(WHERE),
        f.get(WHEN),
        f.get(WHY),
        f.get(COMMANDS),
        f.get(HEALTHY),
        f.get(IF_NOT),
        f.get(BANDWIDTHS),
        f.get(CODES));
  }
}
