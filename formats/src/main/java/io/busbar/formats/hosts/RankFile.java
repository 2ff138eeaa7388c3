package io.busbar.formats.hosts;

import java.util.List;

/**
 * Which host each rank runs on.
 *
 * @param source the file as the user named it
 * @param ranks rank r at index r
 */
public record RankFile(String source, List<Rank> ranks) {
  public RankFile {
    ranks = List.copyOf(ranks);
  }

  /**
   * Where a rank runs.
   *
   * @param line from 1
   */
  public record Rank(String host, int line) {}
}
