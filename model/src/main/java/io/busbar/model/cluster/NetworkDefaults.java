package io.busbar.model.cluster;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Names;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.SwitchType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures that stand in where a cluster does not give its network, from a resource with quality
 * and source of each. Read once, on first use; immutable and thread-safe.
 */
final class NetworkDefaults {
  private static final String RESOURCE = "/network/defaults.yaml";

  private static final Key<Tree> FIGURES = Key.required("figures", Type.any(Map.of()), "figures");
  private static final Key<Tree> KINDS = Key.required("kinds", Type.any(Map.of()), "networks");
  private static final Shape TOP = Shape.of("network defaults", FIGURES, KINDS);

  private static final Key<String> VALUE = Key.required("value", Type.text(), "with its unit");
  private static final Key<Quality> QUALITY =
      Key.required("quality", Type.oneOf(Quality.class), "how well it is known");
  private static final Key<String> SOURCE =
      Key.optional("source", Type.text(), "where it was read").or("");
  private static final Key<String> NOTE =
      Key.optional("note", Type.text(), "what it stands on").or("");
  private static final Shape FIGURE = Shape.of("a figure", VALUE, QUALITY, SOURCE, NOTE);

  private static final Key<List<String>> SWITCHES =
      Key.optional("switches", Type.list(Type.text(), 8), "by catalogue name").or(List.of());
  private static final Key<Double> CAPACITY =
      Key.optional(
              "capacity",
              Type.quantity(Bandwidth::parse, "12.8Tb/s").map(Bandwidth::bytesPerSecond),
              "one switch, all ports together, one direction")
          .or(0.0);
  private static final Key<Boolean> ADAPTIVE_ROUTING =
      Key.required("adaptive_routing", Type.flag(), "packets are spread by load");
  private static final Shape KIND =
      Shape.of("a network", SWITCHES, CAPACITY, ADAPTIVE_ROUTING, NOTE);

  private static final class Holder {
    private static final NetworkDefaults STANDARD = new NetworkDefaults();
  }

  private final Map<String, Fact> figures = new HashMap<>();
  private final Map<String, Fields> kinds = new HashMap<>();

  private NetworkDefaults() {
    Problems problems = new Problems();
    Fields top = TOP.read(load(), problems);
    if (top.get(FIGURES) instanceof Tree.Mapping all) {
      all.entries()
          .forEach((name, entry) -> figures.put(name, figure(name, entry.value(), problems)));
    }
    if (top.get(KINDS) instanceof Tree.Mapping all) {
      all.entries()
          .forEach((name, entry) -> kinds.put(name, KIND.read(entry.value(), name, problems)));
    }
    if (problems.any()) {
      throw new IllegalStateException(problems.list().toString());
    }
  }

  static NetworkDefaults standard() {
    return Holder.STANDARD;
  }

  private static Tree load() {
    try (InputStream in = NetworkDefaults.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the build");
      }
      return TreeReader.parse(RESOURCE, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Fact figure(String name, Tree tree, Problems problems) {
    Fields fields = FIGURE.read(tree, name, problems);
    String source = fields.get(SOURCE);
    return new Fact(
        name,
        fields.has(VALUE) ? fields.get(VALUE) : "",
        "",
        fields.has(QUALITY) ? fields.get(QUALITY) : Quality.ASSUMED,
        source.isEmpty() ? List.of() : List.of(source),
        fields.get(NOTE));
  }

  Fact fact(String name) {
    Fact fact = figures.get(name);
    if (fact == null) {
      throw new IllegalStateException(RESOURCE + " lacks " + name);
    }
    return fact;
  }

  double seconds(String name) {
    return TimeSpan.parse(fact(name).text()).seconds();
  }

  double bytesPerSecond(String name) {
    return Bandwidth.parse(fact(name).text()).bytesPerSecond();
  }

  boolean flag(String name) {
    return Boolean.parseBoolean(fact(name).text());
  }

  boolean adaptiveRouting(NetworkKind kind) {
    return kind(kind).get(ADAPTIVE_ROUTING);
  }

  /** What the choice of switch and routing for a kind stands on. */
  String note(NetworkKind kind) {
    return kind(kind).get(NOTE);
  }

  /**
   * The first usual switch with ports of this rate and enough of them; else the first that is large
   * enough, else the last. One that lists no such ports gets as many as its capacity holds.
   *
   * @param neededBytesPerSecond all its ports together, one direction
   */
  SwitchType switchFor(NetworkKind kind, double portBytesPerSecond, double neededBytesPerSecond) {
    SwitchType choice = unnamed(kind);
    for (String name : kind(kind).get(SWITCHES)) {
      SwitchType next = Catalog.standard().switchType(name, Position.of(RESOURCE), new Problems());
      if (next == null) {
        throw new IllegalStateException(RESOURCE + " names the unknown switch " + name);
      }
      int radix = next.radix(portBytesPerSecond);
      double capacity = radix > 0 ? radix * portBytesPerSecond : next.bytesPerSecond();
      boolean enough = capacity >= neededBytesPerSecond;
      if (enough && radix > 0) {
        return next;
      }
      choice = choice.bytesPerSecond() >= neededBytesPerSecond ? choice : next;
    }
    return choice.withPorts(portBytesPerSecond);
  }

  /** What is known of the switches of a network that no vendor names. */
  private SwitchType unnamed(NetworkKind kind) {
    CatalogEntry entry =
        new CatalogEntry(
            Kind.SWITCH,
            Names.of(kind) + " switch",
            List.of(),
            "switch of a " + Names.of(kind) + " network",
            Map.of(),
            List.of());
    double capacity = kind(kind).get(CAPACITY);
    return new SwitchType(entry, kind, List.of(), capacity, null, 0, 0, false, 0);
  }

  private Fields kind(NetworkKind kind) {
    Fields fields = kinds.get(Names.of(kind));
    if (fields == null) {
      throw new IllegalStateException(RESOURCE + " lacks the network " + kind);
    }
    return fields;
  }
}
