package io.busbar.collective.schedule;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Plays one pass of a schedule in time: every connection is a link of its own with a latency and a
 * rate, and hands out slots as credits. It knows schedules only through their interface.
 */
public final class MessagePlayer {
  private final Schedule schedule;
  private final double latency;
  private final double chunkSeconds;
  private final int slots;
  private final Map<Long, Link> links = new HashMap<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparing(Event::order));
  private int order;

  private record Event(double at, int order, int lane) {}

  private static final class Link {
    double idleAt;
    int inUse;
    final ArrayDeque<Double> arrivals = new ArrayDeque<>();
  }

  private MessagePlayer(Schedule schedule, double latency, double chunkSeconds, int slots) {
    this.schedule = schedule;
    this.latency = latency;
    this.chunkSeconds = chunkSeconds;
    this.slots = slots;
  }

  /**
   * Seconds until the last lane is done.
   *
   * @param chunkSeconds time of one chunk on a link
   */
  public static double seconds(Schedule schedule, double latency, double chunkSeconds, int slots) {
    MessagePlayer player = new MessagePlayer(schedule, latency, chunkSeconds, slots);
    double end = 0;
    for (int channel = 0; channel < schedule.channels(); channel++) {
      end = Math.max(end, player.play(channel));
      player.links.clear();
    }
    return end;
  }

  private double play(int channel) {
    int agents = schedule.agents();
    RankProgram[] programs = new RankProgram[agents];
    StepBuffer[] steps = new StepBuffer[agents];
    boolean[] open = new boolean[agents];
    boolean[] received = new boolean[agents];
    double[] now = new double[agents];
    for (int agent = 0; agent < agents; agent++) {
      programs[agent] = schedule.program(agent, channel);
      steps[agent] = new StepBuffer();
      open[agent] = programs[agent].next(steps[agent]);
      events.add(new Event(0, order++, agent));
    }
    while (!events.isEmpty()) {
      Event event = events.poll();
      int agent = event.lane;
      now[agent] = Math.max(now[agent], event.at);
      while (open[agent] && step(agent, steps[agent], received, now[agent])) {
        received[agent] = false;
        open[agent] = programs[agent].next(steps[agent]);
      }
    }
    for (int agent = 0; agent < agents; agent++) {
      if (open[agent]) {
        throw new AssertionError("stuck: " + schedule.agent(agent) + " at " + steps[agent].step());
      }
    }
    return Arrays.stream(now).max().orElse(0);
  }

  private Link link(int from, int to) {
    return links.computeIfAbsent((long) from * schedule.agents() + to, key -> new Link());
  }

  private boolean step(int agent, StepBuffer step, boolean[] received, double now) {
    if (step.has(Step.RECEIVE) && !received[agent]) {
      Link link = link(step.receiveFrom(), agent);
      Double arrival = link.arrivals.peek();
      if (arrival == null || arrival > now) {
        return false;
      }
      link.arrivals.poll();
      link.inUse--;
      received[agent] = true;
      events.add(new Event(now, order++, step.receiveFrom()));
    }
    if (step.has(Step.SEND)) {
      Link link = link(agent, step.sendTo());
      if (link.inUse == slots) {
        return false;
      }
      link.inUse++;
      link.idleAt = Math.max(now, link.idleAt) + step.count() * chunkSeconds;
      link.arrivals.add(link.idleAt + latency);
      events.add(new Event(link.idleAt + latency, order++, step.sendTo()));
    }
    return true;
  }
}
