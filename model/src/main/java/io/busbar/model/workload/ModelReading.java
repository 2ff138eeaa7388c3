package io.busbar.model.workload;

import java.util.List;

/**
 * A model as it was read.
 *
 * @param notes what the reader should know about how it was read; empty when all was exact
 */
public record ModelReading(ModelSpec model, List<String> notes) {
  public ModelReading {
    notes = List.copyOf(notes);
  }
}
