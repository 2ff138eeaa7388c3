package io.busbar.model.workload;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of the catalogue's models: a configuration as Hugging Face has it, and what it is known
 * from. A malformed file is a fault of the product and ends in an IllegalStateException. Stateless.
 */
final class ModelFile {
  private static final Key<String> SOURCE =
      Key.required("source", Type.text(), "where the figure was read");
  private static final Key<Quality> QUALITY =
      Key.required("quality", Type.oneOf(Quality.class), "how well it is known");
  private static final Key<Long> COUNT =
      Key.required("count", Type.whole(1, Long.MAX_VALUE), "parameters as printed");
  private static final Key<Boolean> EXACT =
      Key.required("exact", Type.flag(), "whether printed to the last digit");
  private static final Key<Double> TOLERANCE =
      Key.optional("tolerance", Type.number(0, 0.1), "relative difference of a rounded figure")
          .or(0.0);
  private static final Shape PUBLISHED =
      Shape.of("the printed number of parameters", COUNT, EXACT, TOLERANCE, SOURCE, QUALITY);
  private static final Shape ORIGIN = Shape.of("where the configuration was read", SOURCE, QUALITY);

  private static final Key<String> NAME = Key.required("name", Type.text(), "canonical name");
  private static final Key<String> TITLE = Key.required("title", Type.text(), "full name");
  private static final Key<List<String>> ALIASES =
      Key.optional("aliases", Type.list(Type.text(), 64), "other names").or(List.of());
  private static final Key<Fields> PUBLISHED_PARAMETERS =
      Key.required("published_parameters", Type.object(PUBLISHED), PUBLISHED.doc());
  private static final Key<Fields> CONFIG_SOURCE =
      Key.required("config_source", Type.object(ORIGIN), ORIGIN.doc());
  private static final Key<Integer> SEQUENCE =
      Key.required("sequence", Type.count(1, 1 << 27), "tokens per sequence");
  private static final Key<Long> SEQUENCES =
      Key.required("global_batch", Type.whole(1, 1_000_000_000), "sequences per step");
  private static final Key<Boolean> FP8 =
      Key.optional("fp8", Type.flag(), "whether its products were computed in FP8").or(false);
  private static final Shape BATCH =
      Shape.of("how it was trained", SEQUENCE, SEQUENCES, FP8, SOURCE, QUALITY);
  private static final Key<Fields> TRAINED_WITH =
      Key.optional("trained_with", Type.object(BATCH), BATCH.doc());
  private static final Key<String> NOTE = Key.optional("note", Type.text(), "what to know");
  private static final Key<Tree> CONFIG =
      Key.required("config", Type.any(Map.of("type", "object")), "the configuration");
  static final Shape SHAPE =
      Shape.of(
          "a model of the catalogue",
          NAME,
          TITLE,
          ALIASES,
          PUBLISHED_PARAMETERS,
          CONFIG_SOURCE,
          TRAINED_WITH,
          NOTE,
          CONFIG);

  private ModelFile() {}

  /**
   * The model of a file.
   *
   * @param called what the user called it
   */
  static ModelEntry read(Tree.Mapping document, String called) {
    Problems problems = new Problems();
    Fields file = SHAPE.read(document, problems);
    require(problems);
    ModelReading reading = config(file.get(CONFIG), called, problems);
    require(problems);
    if (reading == null || !reading.notes().isEmpty()) {
      throw new IllegalStateException(document.at() + " is no model of a known family");
    }
    Fields published = file.get(PUBLISHED_PARAMETERS);
    Fields origin = file.get(CONFIG_SOURCE);
    String note = file.find(NOTE);
    return new ModelEntry(
        file.get(NAME),
        file.get(TITLE),
        file.get(ALIASES),
        reading.model(),
        new PublishedCount(
            published.get(COUNT),
            published.get(EXACT),
            published.get(TOLERANCE),
            published.get(SOURCE),
            published.get(QUALITY)),
        origin.get(SOURCE),
        origin.get(QUALITY),
        note == null ? List.of() : List.of(note),
        batch(file.find(TRAINED_WITH)));
  }

  private static @Nullable PublishedBatch batch(@Nullable Fields given) {
    return given == null
        ? null
        : new PublishedBatch(
            given.get(SEQUENCE),
            given.get(SEQUENCES),
            given.get(FP8),
            given.get(SOURCE),
            given.get(QUALITY));
  }

  private static @Nullable ModelReading config(Tree config, String called, Problems problems) {
    return config instanceof Tree.Mapping mapping
        ? HfConfig.read(mapping, called, CONFIG.name(), problems)
        : null;
  }

  private static void require(Problems problems) {
    if (problems.any()) {
      throw new IllegalStateException(problems.list().toString());
    }
  }
}
