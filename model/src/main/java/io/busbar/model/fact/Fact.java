package io.busbar.model.fact;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Position;
import java.util.Collections;
import java.util.List;

/**
 * A figure of the catalogue.
 *
 * @param key what it is, snake_case
 * @param text as written in the catalogue, with its unit: {@code 3350GB/s}
 * @param printed how the vendor prints it where that differs (both directions, sparsity); else
 *     empty
 * @param quality how well it is known
 * @param sources where it was read: title and address; empty only for figures whose quality says so
 * @param note what a reader should know; empty for nothing
 */
public record Fact(
    String key, String text, String printed, Quality quality, List<String> sources, String note) {
  public Fact {
    sources = Collections.unmodifiableList(sources);
  }

  /** A figure that the user set. */
  public static Fact given(String key, String text, Position at) {
    return new Fact(key, text, "", Quality.SOURCED, List.of("given at " + at), "");
  }

  /** The sources as one line. */
  public String source() {
    return String.join("; ", sources);
  }
}
