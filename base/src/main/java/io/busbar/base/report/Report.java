package io.busbar.base.report;

import java.util.List;

/**
 * An answer: the typed record that is its JSON, and the blocks that people read.
 *
 * @param schema name and version of the JSON, e.g. {@code busbar/plan/1}
 * @param title one line
 * @param answer record whose components become the JSON's keys in snake_case
 * @param blocks in reading order
 */
public record Report(String schema, String title, Object answer, List<Block> blocks) {
  public Report {
    blocks = List.copyOf(blocks);
  }
}
