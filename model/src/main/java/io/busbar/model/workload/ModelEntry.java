package io.busbar.model.workload;

import io.busbar.base.explain.Quality;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model of the catalogue.
 *
 * @param name canonical name
 * @param title full name for people
 * @param aliases other names that users write
 * @param model the model, counted
 * @param published what its makers print
 * @param configSource where the configuration was read
 * @param configQuality how well the configuration is known
 * @param notes what a reader should know
 * @param batch that its makers trained with; null when not known
 */
public record ModelEntry(
    String name,
    String title,
    List<String> aliases,
    ModelSpec model,
    PublishedCount published,
    String configSource,
    Quality configQuality,
    List<String> notes,
    @Nullable PublishedBatch batch) {
  public ModelEntry {
    aliases = List.copyOf(aliases);
    notes = List.copyOf(notes);
  }
}
