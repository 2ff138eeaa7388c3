package io.busbar.simulate.scenario.answer;

import io.busbar.base.report.Block;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.scenario.answer.SimulationAnswer.CriticalPath;
import io.busbar.simulate.scenario.answer.SimulationAnswer.MessageTimes;
import io.busbar.simulate.scenario.answer.SimulationAnswer.SlowRank;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of messages or of a collective.
 *
 * @param complete whether all arrived
 * @param lastPs when the last rank was done
 * @param stuck ranks that were not done, at most {@link #MOST_STUCK}
 * @param messageTimes of plain messages; null for a collective
 * @param path of a program that computes; null for others
 * @param lanes what each rank did, for small runs; else empty
 */
public record Outcome(
    RunEnd end,
    boolean complete,
    long lastPs,
    long messages,
    long failures,
    long bytes,
    @Nullable SlowRank slowest,
    List<Integer> stuck,
    @Nullable MessageTimes messageTimes,
    @Nullable CriticalPath path,
    List<Block.Lane> lanes) {
  public static final int MOST_STUCK = 10;
}
