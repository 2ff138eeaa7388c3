package io.busbar.model.catalog;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import io.busbar.model.fact.Source;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.Nic;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.SwitchType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is known about GPUs, nodes, NICs, switches, optics, prices and models. A canonical name
 * opens its own file; an alias looks through its shelf once; the list of sources is opened when
 * somebody asks for a source. Case, {@code _} and blanks do not matter in names. Thread-safe; what
 * was read is kept.
 */
public final class Catalog {
  private static final Catalog STANDARD = new Catalog(Resources.ofProduct());
  private static final String INDEX = "catalog-index.txt";
  private static final String SOURCES = "catalog/sources.yaml";
  private static final Pattern FILE_NAME = Pattern.compile("[a-z0-9][a-z0-9.+-]{0,63}");

  private final Resources resources;
  private final Map<String, Tree.Mapping> documents = new ConcurrentHashMap<>();
  private final Map<String, CatalogEntry> entries = new ConcurrentHashMap<>();
  private final Map<Kind, Map<String, String>> aliases = new ConcurrentHashMap<>();
  private volatile @Nullable List<String> index;
  private volatile @Nullable Map<String, Source> sources;

  Catalog(Resources resources) {
    this.resources = resources;
  }

  /** The catalogue of the product. */
  public static Catalog standard() {
    return STANDARD;
  }

  /** The canonical names on a shelf, sorted. */
  public List<String> names(Kind kind) {
    String prefix = "catalog/" + kind.folder() + "/";
    return index().stream()
        .filter(path -> path.startsWith(prefix))
        .map(path -> path.substring(prefix.length(), path.length() - ".yaml".length()))
        .sorted()
        .toList();
  }

  /** Everything that figures were read in, by id. */
  public Map<String, Source> sources() {
    Map<String, Source> known = sources;
    if (known == null) {
      known = CatalogReader.sources(load(SOURCES));
      sources = known;
    }
    return known;
  }

  /** The thing of this name or alias, or null. */
  public @Nullable CatalogEntry find(Kind kind, String name) {
    String canonical = canonical(kind, name);
    if (canonical == null) {
      return null;
    }
    String path = path(kind, canonical);
    CatalogEntry known = entries.get(path);
    if (known == null) {
      known =
          kind == Kind.MODEL
              ? CatalogReader.model(canonical, load(path))
              : CatalogReader.entry(kind, load(path), this::sources);
      entries.put(path, known);
    }
    return known;
  }

  /** The file of this name or alias as a tree, or null. */
  public Tree.@Nullable Mapping document(Kind kind, String name) {
    String canonical = canonical(kind, name);
    return canonical == null ? null : load(path(kind, canonical));
  }

  /** The thing of this name or alias, or null after a problem was added. */
  public @Nullable CatalogEntry require(Kind kind, String name, Position at, Problems problems) {
    CatalogEntry entry = find(kind, name);
    if (entry == null) {
      List<String> candidates = new ArrayList<>(names(kind));
      candidates.addAll(aliases(kind).keySet());
      String list = "'busbar catalog " + kind.plural() + "' lists them";
      String nearest = Nearest.hint(name, candidates);
      problems.add(
          at,
          "",
          name,
          "a " + kind.folder() + " of the catalogue",
          nearest.isEmpty() ? list : nearest + " " + list);
    }
    return entry;
  }

  /** The GPU of this name or alias, or null after a problem was added. */
  public @Nullable Gpu gpu(String name, Position at, Problems problems) {
    CatalogEntry entry = require(Kind.GPU, name, at, problems);
    return entry == null ? null : Lowering.gpu(this, entry, at, problems);
  }

  /** The node of this name or alias, or null after a problem was added. */
  public @Nullable NodeType node(String name, Position at, Problems problems) {
    CatalogEntry entry = require(Kind.NODE, name, at, problems);
    return entry == null ? null : Lowering.node(this, entry, Map.of(), at, problems);
  }

  /**
   * The node of this name or alias with figures of its own or of its GPU replaced.
   *
   * @param changes figures by the keys of nodes and GPUs, as plain values with their units
   * @param path dotted path of {@code changes}, for messages
   * @return null after problems were added
   */
  public @Nullable NodeType node(
      String name, Tree.Mapping changes, String path, Position at, Problems problems) {
    CatalogEntry entry = require(Kind.NODE, name, at, problems);
    return entry == null ? null : changed(entry, changes, path, problems);
  }

  /**
   * A node that is not in the catalogue.
   *
   * @param figures at least {@code gpu} and {@code gpus}, as plain values with their units
   * @param path dotted path of {@code figures}, for messages
   * @return null after problems were added
   */
  public @Nullable NodeType customNode(
      String name, Tree.Mapping figures, String path, Problems problems) {
    CatalogEntry empty = new CatalogEntry(Kind.NODE, name, List.of(), name, Map.of(), List.of());
    return changed(empty, figures, path, problems);
  }

  private @Nullable NodeType changed(
      CatalogEntry entry, Tree.Mapping changes, String path, Problems problems) {
    int before = problems.count();
    Map<String, Fact> nodeFacts = Overrides.read(Kind.NODE, changes, path, problems);
    Map<String, Fact> gpuFacts = Overrides.read(Kind.GPU, changes, path, problems);
    Overrides.refuseUnknown(changes, path, problems);
    if (changes.get(NodeKeys.GPU.name()) instanceof Tree.Scalar gpu) {
      require(Kind.GPU, gpu.text(), gpu.at(), problems);
    }
    if (problems.count() > before) {
      return null;
    }
    CatalogEntry own = entry;
    for (Fact fact : nodeFacts.values()) {
      own = own.with(fact);
    }
    return Lowering.node(this, own, gpuFacts, changes.at(), problems);
  }

  /** The NIC of this name or alias, or null after a problem was added. */
  public @Nullable Nic nic(String name, Position at, Problems problems) {
    CatalogEntry entry = require(Kind.NIC, name, at, problems);
    return entry == null ? null : Lowering.nic(entry);
  }

  /** The switch of this name or alias, or null after a problem was added. */
  public @Nullable SwitchType switchType(String name, Position at, Problems problems) {
    CatalogEntry entry = require(Kind.SWITCH, name, at, problems);
    return entry == null ? null : Lowering.switchType(entry);
  }

  private @Nullable String canonical(Kind kind, String name) {
    String plain = plain(name);
    boolean mayBeFile = FILE_NAME.matcher(plain).matches();
    return mayBeFile && opened(path(kind, plain)) != null ? plain : aliases(kind).get(plain);
  }

  /** Names as they are compared. */
  static String plain(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
  }

  private Map<String, String> aliases(Kind kind) {
    Map<String, String> known = aliases.get(kind);
    if (known == null) {
      known = new LinkedHashMap<>();
      for (String name : names(kind)) {
        for (String alias : CatalogReader.aliases(load(path(kind, name)))) {
          known.put(plain(alias), name);
        }
      }
      aliases.put(kind, known);
    }
    return known;
  }

  private List<String> index() {
    List<String> known = index;
    if (known == null) {
      byte[] bytes = resources.open(INDEX);
      if (bytes == null) {
        throw new IllegalStateException(INDEX + " is missing from the build");
      }
      known = new String(bytes, StandardCharsets.UTF_8).lines().filter(l -> !l.isBlank()).toList();
      index = known;
    }
    return known;
  }

  private Tree.Mapping load(String path) {
    Tree.Mapping document = opened(path);
    if (document == null) {
      throw new IllegalStateException(path + " is in " + INDEX + " but not in the build");
    }
    return document;
  }

  private Tree.@Nullable Mapping opened(String path) {
    Tree.Mapping known = documents.get(path);
    if (known != null) {
      return known;
    }
    byte[] bytes = resources.open(path);
    if (bytes == null) {
      return null;
    }
    Tree.Mapping document = CatalogReader.document(path, bytes);
    documents.put(path, document);
    return document;
  }

  private static String path(Kind kind, String name) {
    return "catalog/" + kind.folder() + "/" + name + ".yaml";
  }
}
