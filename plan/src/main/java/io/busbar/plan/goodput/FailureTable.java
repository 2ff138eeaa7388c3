package io.busbar.plan.goodput;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What interrupts jobs, from the resource {@code goodput/failures.yaml}: the components of one
 * published run, and other systems that are predicted with its rate. Immutable and thread-safe.
 *
 * @param system the run that the rates are fitted on
 * @param gpuHours its GPU-hours
 * @param source where it was read
 * @param components what interrupted it
 * @param published other systems
 */
public record FailureTable(
    String system,
    double gpuHours,
    String source,
    List<Component> components,
    List<Published> published) {
  private static final String RESOURCE = "/goodput/failures.yaml";
  private static final Type<Double> NUMBER = Type.number(0, 1e9);

  private static final Key<String> SYSTEM = Key.required("system", Type.text(), "Which.");
  private static final Key<Double> GPUS = Key.required("gpus", NUMBER, "How many.");
  private static final Key<Double> DAYS = Key.required("days", NUMBER, "How long.");
  private static final Key<String> SOURCE = Key.required("source", Type.text(), "Where read.");
  private static final Shape RUN = Shape.of("A run.", SYSTEM, GPUS, DAYS, SOURCE);

  private static final Key<Double> COUNT = Key.required("count", NUMBER, "Interruptions.");
  private static final Key<Boolean> HANG = Key.required("hang", Type.flag(), "Nothing dies.");
  private static final Key<Boolean> REPLACE = Key.required("replace", Type.flag(), "Node leaves.");
  private static final Key<String> NOTE = Key.required("note", Type.text(), "What it holds.");
  private static final Shape PART = Shape.of("A component.", COUNT, HANG, REPLACE, NOTE);

  private static final Key<Double> EVENTS = Key.required("interruptions", NUMBER, "How many.");
  private static final Key<String> KIND = Key.required("kind", Type.text(), "all or one.");
  private static final Key<Quality> QUALITY =
      Key.required("quality", Type.oneOf(Quality.class), "How well it is known.");
  private static final Shape OTHER =
      Shape.of("A system.", SYSTEM, GPUS, DAYS, EVENTS, KIND, QUALITY, SOURCE);

  public FailureTable {
    components = List.copyOf(components);
    published = List.copyOf(published);
  }

  /**
   * A kind of interruption.
   *
   * @param name of what fails
   * @param gpuHours between two of them
   * @param hang whether nothing dies, so that only a watchdog ends the job
   * @param replace whether the node leaves the job
   * @param note what it holds
   */
  public record Component(
      String name, double gpuHours, boolean hang, boolean replace, String note) {}

  /**
   * A system that was not used for the rates.
   *
   * @param gpuHours between two interruptions, as published
   * @param kind all, or the component that was counted
   */
  public record Published(
      String system, double gpuHours, String kind, Quality quality, String source) {}

  private static final class Holder {
    private static final FailureTable STANDARD = read();
  }

  /** That of the product. */
  public static FailureTable standard() {
    return Holder.STANDARD;
  }

  /** GPU-hours between two interruptions: 1 / Σ 1/component. */
  public double gpuHoursBetween(String kind) {
    double rate = 0;
    for (Component component : components) {
      if (kind.equals("all") || component.name().equals(kind)) {
        rate += 1 / component.gpuHours();
      }
    }
    return 1 / rate;
  }

  private static FailureTable read() {
    try (InputStream in = FailureTable.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      return of((Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FailureTable of(Tree.Mapping root) {
    Problems problems = new Problems();
    Fields run = RUN.read(part(root, "run"), "run", problems);
    problems.throwIfAny();
    double hours = run.get(GPUS) * run.get(DAYS) * 24;
    List<Component> components = new ArrayList<>();
    for (Map.Entry<String, Tree.Entry> entry :
        ((Tree.Mapping) part(root, "components")).entries().entrySet()) {
      Fields f = PART.read(entry.getValue().value(), entry.getKey(), problems);
      problems.throwIfAny();
      components.add(
          new Component(
              entry.getKey(), hours / f.get(COUNT), f.get(HANG), f.get(REPLACE), f.get(NOTE)));
    }
    List<Published> published = new ArrayList<>();
    for (Tree item : ((Tree.Sequence) part(root, "published")).items()) {
      Fields f = OTHER.read(item, "published", problems);
      problems.throwIfAny();
      published.add(
          new Published(
              f.get(SYSTEM),
              f.get(GPUS) * f.get(DAYS) * 24 / f.get(EVENTS),
              f.get(KIND),
              f.get(QUALITY),
              f.get(SOURCE)));
    }
    return new FailureTable(run.get(SYSTEM), hours, run.get(SOURCE), components, published);
  }

  private static Tree part(Tree.Mapping root, String key) {
    Tree part = root.get(key);
    if (part == null) {
      throw new IllegalStateException(RESOURCE + " lacks " + key);
    }
    return part;
  }
}
