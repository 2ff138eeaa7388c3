package io.busbar.formats.goal;

import java.util.List;

/**
 * What each rank does and in which order.
 *
 * @param ranks one program per rank, by number
 */
public record GoalSchedule(String source, List<GoalRank> ranks) {
  public GoalSchedule {
    ranks = List.copyOf(ranks);
  }
}
