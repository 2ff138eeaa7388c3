package io.busbar.model.workload;

import io.busbar.base.file.ReadScope;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.SchemaNode;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Kind;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes models: from a name of the catalogue, a Hugging Face {@code config.json}, or such a
 * configuration written in place. Stateless.
 */
public final class Models {
  private static final String CONFIG_FILE = "config.json";
  private static final String NAME = "name";
  private static final String EXPECTED =
      "a model of the catalogue, or a path to a Hugging Face config.json";

  private static final Type<String> NAME_TEXT =
      Type.scalar(
          "a name of at most 80 letters, digits and signs",
          SchemaNode.of("string", "maxLength", 80),
          (text, quoted) -> text.matches("[\\p{Graph} ]{1,80}") ? text : null);

  /** A model in a plan file. */
  public static final Type<ModelReading> TYPE = new ModelType();

  private Models() {}

  /** The model of the catalogue with this name or alias, or null after a problem was added. */
  public static @Nullable ModelSpec named(String name, Position at, Problems problems) {
    ModelReading reading = catalogued(entry(name), name, "", at, problems);
    return reading == null ? null : reading.model();
  }

  /** Everything about the model of the catalogue with this name or alias, or null. */
  public static @Nullable ModelEntry entry(String name) {
    Tree.Mapping document = Catalog.standard().document(Kind.MODEL, name);
    return document == null ? null : ModelFile.read(document, name);
  }

  /** {@link #reading} without the notes. */
  public static @Nullable ModelSpec read(Tree tree, String key, Problems problems) {
    ModelReading reading = reading(tree, key, problems);
    return reading == null ? null : reading.model();
  }

  /**
   * A scalar names a model of the catalogue, or a path when it ends with {@code .json} or contains
   * a separator: a {@code config.json} or the folder of one, seen from the file that names it. A
   * mapping is a configuration in place, with an optional {@code name}.
   *
   * @param key dotted path of the value, for messages
   * @return null after problems were added
   */
  public static @Nullable ModelReading reading(Tree tree, String key, Problems problems) {
    return switch (tree) {
      case Tree.Mapping mapping -> inPlace(mapping, key, problems);
      case Tree.Scalar scalar when !scalar.isNull() -> named(scalar, key, problems);
      default -> {
        problems.add(tree.at(), key, tree.shown(), EXPECTED + ", or a mapping of its keys", "");
        yield null;
      }
    };
  }

  /**
   * The number of parameters in the model's everyday name, 70e9 for {@code llama3-70b}, where that
   * is near the count; else the count rounded to two significant digits.
   */
  public static double nominalParameters(ModelSpec model) {
    return NominalSize.parameters(model);
  }

  private static @Nullable ModelReading inPlace(
      Tree.Mapping mapping, String key, Problems problems) {
    Tree written = mapping.get(NAME);
    String type = mapping.text("model_type");
    String name = written == null ? type : NAME_TEXT.read(written, key + "." + NAME, problems);
    ModelReading reading = HfConfig.read(mapping, name == null ? "model" : name, key, problems);
    return written != null && name == null ? null : reading;
  }

  private static @Nullable ModelReading named(Tree.Scalar scalar, String key, Problems problems) {
    String text = scalar.text();
    boolean separated = text.contains("/") || text.contains("\\");
    Path path = text.endsWith(".json") || separated ? resolve(scalar) : null;
    if (path != null && ReadScope.allows(path) && Files.exists(path)) {
      return file(path, problems);
    }
    // Names of repositories contain a separator too, and the catalogue knows some of them.
    ModelEntry entry = entry(text);
    if (entry == null && (separated || path != null)) {
      String hint = "files are read from this machine only: download its config.json";
      problems.add(scalar.at(), key, text, EXPECTED + " that exists", hint);
      return null;
    }
    return catalogued(entry, text, key, scalar.at(), problems);
  }

  private static @Nullable ModelReading catalogued(
      @Nullable ModelEntry entry, String name, String key, Position at, Problems problems) {
    if (entry != null) {
      return new ModelReading(entry.model(), entry.notes(), entry.batch());
    }
    problems.add(at, key, name, EXPECTED, nearest(name));
    return null;
  }

  private static String nearest(String name) {
    Catalog catalog = Catalog.standard();
    List<String> names = new ArrayList<>(catalog.names(Kind.MODEL));
    for (String canonical : List.copyOf(names)) {
      CatalogEntry entry = catalog.find(Kind.MODEL, canonical);
      if (entry != null) {
        names.addAll(entry.aliases());
      }
    }
    String hint = Nearest.hint(name, names);
    String list = "'busbar catalog models' lists them";
    return hint.isEmpty() ? list : hint + " " + list;
  }

  private static @Nullable ModelReading file(Path path, Problems problems) {
    Path file = Files.isDirectory(path) ? path.resolve(CONFIG_FILE) : path;
    try {
      Tree tree = TreeReader.read(file);
      if (tree instanceof Tree.Mapping mapping) {
        return HfConfig.read(mapping, nameOf(file), "", problems);
      }
      problems.add(tree.at(), "", tree.shown(), "a mapping of the keys of a model", "");
    } catch (InputException e) {
      problems.addAll(e);
    }
    return null;
  }

  /** A path in a file is seen from that file; one on the command line from where it was called. */
  private static @Nullable Path resolve(Tree.Scalar scalar) {
    try {
      Path path = Path.of(scalar.text());
      Position at = scalar.at();
      return at.line() > 0 ? Path.of(at.source()).resolveSibling(path) : path;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** Folders are named after the model they hold, configurations are not. */
  private static String nameOf(Path config) {
    Path file = config.getFileName();
    Path folder = config.toAbsolutePath().normalize().getParent();
    String name = file == null ? CONFIG_FILE : file.toString();
    if (name.equals(CONFIG_FILE) && folder != null && folder.getFileName() != null) {
      return onOneLine(String.valueOf(folder.getFileName()));
    }
    return onOneLine(
        name.endsWith(".json") ? name.substring(0, name.length() - ".json".length()) : name);
  }

  /** File names may hold line breaks; a name that ends up in another tool's file must not. */
  private static String onOneLine(String name) {
    return name.replaceAll("\\p{Cntrl}", "?");
  }

  private static final class ModelType implements Type<ModelReading> {
    @Override
    public @Nullable ModelReading read(Tree tree, String key, Problems problems) {
      return reading(tree, key, problems);
    }

    @Override
    public Map<String, Object> schema() {
      return Map.of(
          "anyOf",
          List.of(
              SchemaNode.of("string", "examples", List.of("llama3-70b", "models/x/config.json")),
              SchemaNode.of("object", "description", "the keys of a Hugging Face config.json")));
    }
  }
}
