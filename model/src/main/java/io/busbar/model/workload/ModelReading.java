package io.busbar.model.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model as it was read.
 *
 * @param notes what the reader should know about how it was read; empty when all was exact
 * @param batch that its makers trained with; null when not known
 */
public record ModelReading(ModelSpec model, List<String> notes, @Nullable PublishedBatch batch) {
  public ModelReading {
    notes = List.copyOf(notes);
  }

  /** A model whose batch is not known. */
  public ModelReading(ModelSpec model, List<String> notes) {
    this(model, notes, null);
  }
}
