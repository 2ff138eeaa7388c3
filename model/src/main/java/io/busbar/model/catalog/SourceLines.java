package io.busbar.model.catalog;

import io.busbar.model.fact.Source;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The sources of a figure, looked up in the list of sources when somebody first asks: most runs
 * show none, and reading the list costs more than reading a thing. Immutable.
 */
final class SourceLines extends AbstractList<String> {
  private final List<String> ids;
  private final Supplier<Map<String, Source>> sources;

  SourceLines(List<String> ids, Supplier<Map<String, Source>> sources) {
    this.ids = List.copyOf(ids);
    this.sources = sources;
  }

  /**
   * @throws IllegalStateException when the list of sources does not have the id
   */
  @Override
  public String get(int index) {
    Source source = sources.get().get(ids.get(index));
    if (source == null) {
      throw new IllegalStateException("catalog/sources.yaml has no " + ids.get(index));
    }
    return source.line();
  }

  @Override
  public int size() {
    return ids.size();
  }
}
