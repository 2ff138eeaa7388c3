package io.busbar.simulate.play;

import io.busbar.collective.schedule.Chunking;
import io.busbar.simulate.network.RunEnd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What came of a played collective: when, how much, and what each agent waited for. */
public final class PlayResult {
  /** Slow is what takes this much longer than in the middle of all. */
  private static final double SLOW = 1.2;

  private final RunEnd end;
  private final boolean complete;
  private final long failures;
  private final Play play;
  private final Lanes lanes;
  private final Supplier<Edges> found;
  private @Nullable Edges edges;

  PlayResult(
      RunEnd end, boolean complete, long failures, Play play, Lanes lanes, Supplier<Edges> edges) {
    this.end = end;
    this.complete = complete;
    this.failures = failures;
    this.play = play;
    this.lanes = lanes;
    found = edges;
  }

  private Edges edges() {
    Edges known = edges;
    if (known == null) {
      known = found.get();
      edges = known;
    }
    return known;
  }

  /** How the network's run ended. */
  public RunEnd end() {
    return end;
  }

  /** Whether every lane has come to the end of its program. */
  public boolean complete() {
    return complete;
  }

  /** Messages that the network gave up. */
  public long failures() {
    return failures;
  }

  /** When the last agent was done, picoseconds; of those who are done when it is incomplete. */
  public long timePs() {
    return IntStream.range(0, lanes.count()).mapToLong(lanes::endPs).max().orElse(0);
  }

  /** When an agent was done, picoseconds. */
  public long endPs(int agent) {
    long last = 0;
    for (int lane = lane(agent, 0); lane < end(agent); lane++) {
      last = Math.max(last, lanes.endPs(lane));
    }
    return last;
  }

  /** Time that an agent's lanes waited for messages, on the average of them. */
  public long messageWaitPs(int agent) {
    return mean(lanes::messageWaitPs, agent);
  }

  /** Time that an agent's lanes waited for a slot at a peer. */
  public long slotWaitPs(int agent) {
    return mean(lanes::slotWaitPs, agent);
  }

  /** Time that an agent's lanes worked on steps. */
  public long workPs(int agent) {
    return mean(lanes::workPs, agent);
  }

  private long mean(IntToLongFunction perLane, int agent) {
    long sum = 0;
    for (int lane = lane(agent, 0); lane < end(agent); lane++) {
      sum += perLane.applyAsLong(lane);
    }
    return sum / (end(agent) - lane(agent, 0));
  }

  /** Behind the last lane of an agent. */
  private int end(int agent) {
    return lane(agent, 0) + lanes.channels() * lanes.streams();
  }

  private int lane(int agent, int channel) {
    return lanes.lane(agent, channel);
  }

  /** Bytes that an agent has handed to the network. */
  public long sentBytes(int agent) {
    long sum = 0;
    int played = play.standIns().agent(play.standIns().place(agent));
    for (int edge = 0; edge < edges().count(); edge++) {
      sum += lanes.agent(edges().sender(edge)) == played ? edges().bytes(edge) : 0;
    }
    return sum;
  }

  /** Messages of all agents, also those that others stand for; clear-to-send is not counted. */
  public long messages() {
    long sum = 0;
    for (int edge = 0; edge < edges().count(); edge++) {
      sum += edges().messages(edge);
    }
    return sum * copies();
  }

  /** Bytes of these messages. */
  public long bytes() {
    long sum = 0;
    for (int edge = 0; edge < edges().count(); edge++) {
      sum += edges().bytes(edge);
    }
    return sum * copies();
  }

  /**
   * The same where chunks were played as full ones that are not, of a schedule that moves all
   * chunks equally often.
   *
   * @param real what chunks really are
   */
  public long bytes(Chunking real) {
    long played = play.chunking().bytes();
    return played == real.bytes() ? bytes() : Math.round((double) bytes() / played * real.bytes());
  }

  private int copies() {
    return play.standIns().copies();
  }

  /** Agents that are not done, at most this many. */
  public List<Integer> stuck(int most) {
    List<Integer> agents = new ArrayList<>();
    for (int lane = 0; lane < lanes.count() && agents.size() < most; lane++) {
      if (lanes.state(lane) != Lanes.DONE && !agents.contains(lanes.agent(lane))) {
        agents.add(lanes.agent(lane));
      }
    }
    return agents;
  }

  /**
   * The agent that the others waited for, and why: the one that waited least of those who differ.
   * Null when all waited alike.
   */
  public @Nullable Slowest slowest() {
    Slowest edge = slowestEdge();
    return edge != null ? edge : slowestWorker();
  }

  private @Nullable Slowest slowestEdge() {
    int worst = -1;
    double longest = 0;
    double[] perMessage = new double[edges().count()];
    int used = 0;
    for (int e = 0; e < edges().count(); e++) {
      if (edges().messages(e) > 0) {
        double mean = (double) edges().busyPs(e, end.atPs()) / edges().messages(e);
        perMessage[used++] = mean;
        if (mean > longest || worst >= 0 && mean == longest && before(e, worst)) {
          longest = mean;
          worst = e;
        }
      }
    }
    if (worst < 0) {
      return null;
    }
    Arrays.sort(perMessage, 0, used);
    double typical = perMessage[used / 2];
    return longest <= SLOW * typical
        ? null
        : new Slowest(
            Slowest.Cause.CONNECTION,
            lanes.agent(edges().sender(worst)),
            lanes.agent(edges().receiver(worst)),
            Math.round(longest),
            Math.round(typical));
  }

  /** Of edges that are equally slow the one whose sender comes first is told of. */
  private boolean before(int edge, int other) {
    int sender =
        Integer.compare(lanes.agent(edges().sender(edge)), lanes.agent(edges().sender(other)));
    return sender != 0 ? sender < 0 : edges().key(edge) < edges().key(other);
  }

  private @Nullable Slowest slowestWorker() {
    int agents = play.standIns().count();
    long[] late = new long[agents];
    int place = 0;
    for (int i = 0; i < agents; i++) {
      int agent = play.standIns().agent(i);
      late[i] = workPs(agent) + lanes.startPs(lane(agent, 0));
      place = late[i] > late[place] ? i : place;
    }
    int worst = play.standIns().agent(place);
    long most = late[place];
    Arrays.sort(late);
    long typical = late[agents / 2];
    if (most <= SLOW * typical) {
      return null;
    }
    boolean entered = lanes.startPs(lane(worst, 0)) > workPs(worst);
    return new Slowest(
        entered ? Slowest.Cause.START : Slowest.Cause.WORK, worst, -1, most, typical);
  }
}
