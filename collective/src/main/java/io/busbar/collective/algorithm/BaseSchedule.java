package io.busbar.collective.algorithm;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import java.util.BitSet;
import java.util.Objects;

/** What all schedules share: the request they were made from, and peers read off the program. */
abstract class BaseSchedule implements Schedule {
  final CollectiveOp op;
  final Locality locality;
  final int ranks;
  final int root;
  private final int channels;
  private final int chunks;
  private final int span;

  /**
   * @param chunks see {@link Schedule#chunks}
   * @param span see {@link Schedule#span}
   */
  BaseSchedule(ScheduleRequest request, int chunks, int span) {
    this.op = request.op();
    this.locality = request.locality();
    this.ranks = locality.ranks();
    this.root = request.root();
    this.channels = request.channels();
    this.chunks = chunks;
    this.span = span;
  }

  @Override
  public final CollectiveOp op() {
    return op;
  }

  @Override
  public final int ranks() {
    return ranks;
  }

  @Override
  public final int root() {
    return root;
  }

  @Override
  public int agents() {
    return ranks;
  }

  @Override
  public final Agent agent(int index) {
    Objects.checkIndex(index, agents());
    return index < ranks
        ? new Agent(Agent.Kind.RANK, locality.node(index), locality.rail(index), 0, index)
        : switchAgent(index - ranks);
  }

  /** What the switch of an index is; schedules with switches override it. */
  Agent switchAgent(int index) {
    throw new IllegalStateException("no switches, and asked for number " + index);
  }

  @Override
  public final int channels() {
    return channels;
  }

  @Override
  public final int chunks() {
    return chunks;
  }

  @Override
  public final int span() {
    return span;
  }

  @Override
  public int period() {
    return agents();
  }

  /** The ranks of a node where nodes are alike and numbered one after the other, else all. */
  final int nodePeriod() {
    return locality.numberedByNode() ? locality.size(0) : agents();
  }

  @Override
  public int targets(int agent, int channel, int[] into) {
    return peers(agent, channel, Step.SEND, into);
  }

  @Override
  public int sources(int agent, int channel, int[] into) {
    return peers(agent, channel, Step.RECEIVE, into);
  }

  private int peers(int agent, int channel, int flag, int[] into) {
    BitSet seen = new BitSet();
    int found = 0;
    StepBuffer step = new StepBuffer();
    for (RankProgram program = program(agent, channel); program.next(step); ) {
      int peer = flag == Step.SEND ? step.sendTo() : step.receiveFrom();
      if (step.has(flag) && !seen.get(peer)) {
        seen.set(peer);
        if (found < into.length) {
          into[found] = peer;
        }
        found++;
      }
    }
    return found;
  }

  /** The only answer where an operation is not offered: the factory has refused it before. */
  IllegalStateException notOffered() {
    return new IllegalStateException(getClass().getSimpleName() + " does not offer " + op);
  }
}
