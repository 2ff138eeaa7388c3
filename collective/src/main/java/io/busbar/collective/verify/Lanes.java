package io.busbar.collective.verify;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Runs the lanes of one channel over bounded queues, each as far as it gets. Lanes wait only for
 * one named queue at a time, and each queue has one reader and one writer, so they form a Kahn
 * network: what every lane does, and whether all get stuck, does not depend on who runs when. One
 * run therefore stands for all.
 */
abstract class Lanes {
  private static final int NEXT = 0;
  private static final int LOADED = 1;
  private static final int IN_HAND = 2;
  private static final int DONE = 3;

  final Schedule schedule;
  final int channel;
  private final boolean slotToSlot;
  private final int agents;
  private final Connections connections;
  private final RankProgram[] programs;
  private final StepBuffer[] steps;
  private final int[] stepNumber;
  private final int[] state;
  private final int[] hand;
  private final int[] round;
  private final int[] in;
  private final int[] out;
  private final boolean[] sending;
  private final boolean[] blocked;
  private final int[] ready;
  private int readyCount;
  private long stepsRun;
  private @Nullable Fault fault;

  Lanes(Schedule schedule, int channel, int slots, Hold hold) {
    this.schedule = schedule;
    this.channel = channel;
    slotToSlot = hold == Hold.SLOT;
    agents = schedule.agents();
    connections = new Connections(agents, slots);
    programs = new RankProgram[agents];
    steps = new StepBuffer[agents];
    Arrays.setAll(programs, agent -> schedule.program(agent, channel));
    Arrays.setAll(steps, agent -> new StepBuffer());
    stepNumber = new int[agents];
    Arrays.fill(stepNumber, -1);
    state = new int[agents];
    hand = new int[agents];
    round = new int[agents];
    in = new int[agents];
    out = new int[agents];
    sending = new boolean[agents];
    blocked = new boolean[agents];
    ready = new int[agents];
  }

  /**
   * Does a step, apart from moving messages.
   *
   * @param message what was received; −1 without RECEIVE
   * @return what is to be sent; −1 without SEND
   */
  abstract int act(int agent, StepBuffer step, int message);

  /** Runs to the end or to the first fault. */
  final void run() {
    for (int agent = agents - 1; agent >= 0; agent--) {
      ready[readyCount++] = agent;
    }
    while (readyCount > 0 && fault == null) {
      advance(ready[--readyCount]);
    }
    if (fault == null) {
      findDeadlock();
    }
    if (fault == null) {
      findLeftOver();
    }
  }

  private void advance(int agent) {
    StepBuffer step = steps[agent];
    while (fault == null) {
      if (state[agent] == NEXT && !load(agent, step)) {
        return;
      }
      if (state[agent] == LOADED && !receiveAndAct(agent, step)) {
        return;
      }
      if (state[agent] == IN_HAND && !send(agent, step)) {
        return;
      }
    }
  }

  private boolean load(int agent, StepBuffer step) {
    if (!programs[agent].next(step)) {
      state[agent] = DONE;
      return false;
    }
    stepNumber[agent]++;
    stepsRun++;
    String problem = StepCheck.problem(schedule, agent, step);
    if (problem != null) {
      fail(Fault.Kind.BAD_STEP, agent, step.source(), problem);
      return false;
    }
    if (step.has(Step.RECEIVE)) {
      in[agent] = connections.find(step.receiveFrom(), agent);
    }
    if (step.has(Step.SEND)) {
      out[agent] = connections.find(agent, step.sendTo());
    }
    state[agent] = LOADED;
    return true;
  }

  private boolean receiveAndAct(int agent, StepBuffer step) {
    boolean receives = step.has(Step.RECEIVE);
    boolean sends = step.has(Step.SEND);
    if (receives && connections.empty(in[agent])) {
      return block(agent, false);
    }
    if (slotToSlot && sends && connections.full(out[agent])) {
      return block(agent, true);
    }
    int message = receives ? connections.first(in[agent]) : -1;
    if (receives) {
      round[agent] = Math.max(round[agent], connections.firstRound(in[agent]));
    }
    hand[agent] = act(agent, step, message);
    if (receives) {
      connections.drop(in[agent]);
      wake(step.receiveFrom(), in[agent], true);
    }
    state[agent] = sends ? IN_HAND : NEXT;
    return true;
  }

  private boolean send(int agent, StepBuffer step) {
    if (connections.full(out[agent])) {
      return block(agent, true);
    }
    connections.put(out[agent], hand[agent], round[agent] + 1, step.count());
    wake(step.sendTo(), out[agent], false);
    state[agent] = NEXT;
    return true;
  }

  private boolean block(int agent, boolean toSend) {
    blocked[agent] = true;
    sending[agent] = toSend;
    return false;
  }

  private void wake(int agent, int connection, boolean sender) {
    if (blocked[agent]
        && sending[agent] == sender
        && (sender ? out[agent] : in[agent]) == connection) {
      blocked[agent] = false;
      ready[readyCount++] = agent;
    }
  }

  private void findDeadlock() {
    int first = 0;
    while (first < agents && state[first] == DONE) {
      first++;
    }
    if (first == agents) {
      return;
    }
    // Follow who waits for whom until the chain closes or ends; then every agent on it is stuck.
    boolean[] seen = new boolean[agents];
    int at = first;
    while (state[at] != DONE && !seen[at]) {
      seen[at] = true;
      first = at;
      at = awaited(at);
    }
    int start = state[at] == DONE ? first : at;
    StringBuilder text = new StringBuilder(waits(start));
    int next = awaited(start);
    for (int i = 0; next != start && state[next] != DONE && i < 8; i++) {
      text.append("; ").append(waits(next));
      next = awaited(next);
    }
    if (state[next] == DONE) {
      text.append(", which has finished");
    }
    fail(Fault.Kind.DEADLOCK, start, steps[start].source(), text.toString());
  }

  private int awaited(int agent) {
    return sending[agent] ? connections.to(out[agent]) : connections.from(in[agent]);
  }

  private String waits(int agent) {
    return schedule.agent(agent)
        + " waits at step "
        + stepNumber[agent]
        + (sending[agent] ? " for a free slot to " : " for a message from ")
        + schedule.agent(awaited(agent));
  }

  private void findLeftOver() {
    for (int id = 0; id < connections.size() && fault == null; id++) {
      if (!connections.empty(id)) {
        int to = connections.to(id);
        String text =
            schedule.agent(to)
                + " never takes a message from "
                + schedule.agent(connections.from(id));
        fail(Fault.Kind.LEFT_OVER, to, -1, text);
      }
    }
  }

  /** Notes the first fault; later ones are its consequences. */
  final void fail(Fault.Kind kind, int agent, int position, String text) {
    if (fault == null) {
      int step = kind == Fault.Kind.LEFT_OVER || kind == Fault.Kind.RESULT ? -1 : stepNumber[agent];
      String where = "channel " + channel + ", " + schedule.agent(agent);
      String what = step < 0 ? "" : ", step " + step + " (" + steps[agent].step() + ")";
      fault = new Fault(kind, channel, agent, step, position, where + what + ": " + text);
    }
  }

  final @Nullable Fault fault() {
    return fault;
  }

  final long stepsRun() {
    return stepsRun;
  }

  /** Messages on the longest chain that the agent has waited for. */
  final int round(int agent) {
    return round[agent];
  }

  final int rounds() {
    return Arrays.stream(round).max().orElse(0);
  }

  final Traffic traffic() {
    return new Traffic(agents, connections);
  }
}
