package io.busbar.plan.stack;

import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.training.Stack;
import io.busbar.plan.stack.StackFramework.Support;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All frameworks of {@code stack/frameworks.yaml}. Read once; immutable, thread-safe. */
public final class StackTable {
  private static final String RESOURCE = "/stack/frameworks.yaml";
  private static final Key<String> TITLE = Key.required("title", Type.text(), "Name for people.");
  private static final Key<String> RELEASE =
      Key.required("release", Type.text(), "Release that the table was written for.");
  private static final Key<String> SINCE =
      Key.required("since", Type.text(), "First release that can.");
  private static final Key<String> SETTING =
      Key.required("setting", Type.text(), "What asks for it.");
  private static final Shape SUPPORT = Shape.of("How a framework does something.", SINCE, SETTING);

  private static final Key<List<Stack>> STACKS =
      Key.required("stacks", Type.list(Type.oneOf(Stack.class), 8), "What it stands for.");
  private static final Key<String> SOURCE =
      Key.required("source", Type.text(), "Where that was read.");
  private static final Key<Tree> FEATURES =
      Key.required("features", Type.any(Map.of("type", "object")), "What it can do.");
  private static final Shape FRAMEWORK =
      Shape.of("A training framework.", TITLE, RELEASE, STACKS, SOURCE, FEATURES);

  private static @Nullable StackTable standard;

  private final List<StackFramework> frameworks;
  private final Map<Stack, Set<Feature>> byStack = new EnumMap<>(Stack.class);

  private StackTable(List<StackFramework> frameworks) {
    this.frameworks = List.copyOf(frameworks);
    for (Stack stack : Stack.values()) {
      Set<Feature> can = EnumSet.noneOf(Feature.class);
      for (StackFramework framework : of(stack)) {
        can.addAll(framework.features().keySet());
      }
      byStack.put(stack, can);
    }
  }

  /** The table of this version. */
  public static synchronized StackTable standard() {
    if (standard == null) {
      try (InputStream in = StackTable.class.getResourceAsStream(RESOURCE)) {
        if (in == null) {
          throw new IllegalStateException("missing resource " + RESOURCE);
        }
        standard =
            new StackTable(read((Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes())));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return standard;
  }

  private static List<StackFramework> read(Tree.Mapping root) {
    List<StackFramework> all = new ArrayList<>();
    for (var entry : root.entries().entrySet()) {
      Problems problems = new Problems();
      Fields f = FRAMEWORK.read(entry.getValue().value(), entry.getKey(), problems);
      problems.throwIfAny();
      all.add(
          new StackFramework(
              entry.getKey(),
              f.get(TITLE),
              f.get(RELEASE),
              EnumSet.copyOf(f.get(STACKS)),
              features((Tree.Mapping) f.get(FEATURES))));
    }
    return all;
  }

  private static Map<Feature, Support> features(Tree.Mapping listed) {
    Map<Feature, Support> features = new EnumMap<>(Feature.class);
    for (var feature : listed.entries().entrySet()) {
      Problems problems = new Problems();
      Fields f = SUPPORT.read(feature.getValue().value(), feature.getKey(), problems);
      problems.throwIfAny();
      features.put(Feature.named(feature.getKey()), new Support(f.get(SINCE), f.get(SETTING)));
    }
    return features;
  }

  /** All frameworks, in the order of the table. */
  public List<StackFramework> all() {
    return frameworks;
  }

  /** The frameworks of a stack, the usual one first. */
  public List<StackFramework> of(Stack stack) {
    return frameworks.stream().filter(f -> f.stacks().contains(stack)).toList();
  }

  /** Whether some framework of the stack can do it; always for null, which needs nothing. */
  public boolean can(Stack stack, @Nullable Feature feature) {
    return feature == null || byStack.getOrDefault(stack, Set.of()).contains(feature);
  }

  /** Frameworks that can do it, of whatever stack, in the order of the table. */
  public List<StackFramework> with(Feature feature) {
    return frameworks.stream().filter(f -> f.features().containsKey(feature)).toList();
  }
}
