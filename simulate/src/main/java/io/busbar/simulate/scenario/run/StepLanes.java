package io.busbar.simulate.scenario.run;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.report.Block;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.play.StepRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Keeps the steps of each agent as spans of a timeline; none when there are too many. */
public final class StepLanes implements StepRecorder {
  private static final int MOST_SPANS = 2_000;

  private record Key(int agent, int channel) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return agent != other.agent
          ? Integer.compare(agent, other.agent)
          : Integer.compare(channel, other.channel);
    }
  }

  private final Map<Key, List<Block.Span>> spans = new TreeMap<>();
  private int count;

  @Override
  public void step(
      int agent,
      int channel,
      long fromPs,
      long readyPs,
      long atPs,
      int flags,
      int from,
      int to,
      long bytes) {
    if (count++ < MOST_SPANS && atPs > fromPs) {
      String label = from >= 0 ? "from " + from : "slot at " + to;
      String sent = to >= 0 ? ", then " + new DataSize(bytes) + " to " + to : "";
      spans
          .computeIfAbsent(new Key(agent, channel), key -> new ArrayList<>())
          .add(
              new Block.Span(
                  SimTime.seconds(fromPs), SimTime.seconds(atPs), label + sent, "communication"));
    }
  }

  List<Block.Lane> lanes(IntFunction<String> agentName) {
    List<Block.Lane> lanes = new ArrayList<>();
    if (count <= MOST_SPANS) {
      spans.forEach((key, list) ->
          lanes.add(
              new Block.Lane(
                  agentName.apply(key.agent())
                      + (key.channel() > 0 ? " channel " + key.channel() : ""),
                  list)));
    }
    return lanes;
  }
}
