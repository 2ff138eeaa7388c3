package io.busbar.simulate.play;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.StepBuffer;
import java.util.Arrays;

/**
 * Where every lane is in its program, and what it has waited for. A lane here is one stream of an
 * agent in a channel: (agent · channels + channel) · streams + stream. What a step touches lies
 * together, one row of ints and one of longs per lane: a cache line each.
 */
final class Lanes {
  static final int NOT_STARTED = 0;
  static final int READY = 1;
  static final int WAITS_FOR_MESSAGE = 2;
  static final int WAITS_FOR_SLOT = 3;
  static final int WORKS = 4;
  static final int DONE = 5;
  static final int SENDS = 6;
  static final int WAITS_FOR_STREAM = 7;

  private static final int STATE = 0;
  private static final int FLAGS = 1;
  private static final int LOOP = 2;
  private static final int RECEIVE_EDGE = 3;
  private static final int SEND_EDGE = 4;
  private static final int FROM = 5;
  private static final int TO = 6;

  private static final int BYTES = 0;
  private static final int CAME_PS = 1;
  private static final int READY_PS = 2;
  private static final int MESSAGE_WAIT_PS = 3;
  private static final int SLOT_WAIT_PS = 4;
  private static final int WORK_PS = 5;
  private static final int START_PS = 6;
  private static final int END_PS = 7;

  private static final int[] NO_WAITS = {};

  /** Rows are of 2^this. */
  private static final int ROW = 3;

  private final int channels;
  private final int streams;
  private final RankProgram[] program;
  private final int[] ints;
  private final long[] longs;
  private final int[] stepsDone;
  private final int[][] waits;

  private final StandIns standIns;

  Lanes(Schedule schedule, StandIns standIns) {
    this.standIns = standIns;
    channels = schedule.channels();
    streams = schedule.streams();
    int n = Math.multiplyExact(Math.multiplyExact(standIns.count(), channels), streams);
    program = new RankProgram[n];
    ints = new int[Math.multiplyExact(n, 1 << ROW)];
    longs = new long[ints.length];
    stepsDone = new int[streams > 1 ? n : 0];
    waits = new int[stepsDone.length][];
    Arrays.fill(waits, NO_WAITS);
    for (int lane = 0; lane < n; lane++) {
      program[lane] = schedule.program(agent(lane), channel(lane));
      ints[(lane << ROW) + FROM] = -1;
      ints[(lane << ROW) + TO] = -1;
    }
  }

  int count() {
    return program.length;
  }

  int channels() {
    return channels;
  }

  int streams() {
    return streams;
  }

  int agent(int lane) {
    return standIns.agent(lane / streams / channels);
  }

  int channel(int lane) {
    return lane / streams % channels;
  }

  int stream(int lane) {
    return lane % streams;
  }

  /** The first stream of an agent, or of who stands for it, in a channel. */
  int lane(int agent, int channel) {
    return (standIns.place(agent) * channels + channel) * streams;
  }

  RankProgram program(int lane) {
    return program[lane];
  }

  int state(int lane) {
    return ints[(lane << ROW) + STATE];
  }

  void state(int lane, int now) {
    ints[(lane << ROW) + STATE] = now;
  }

  /** Flags of the step at hand. */
  int flags(int lane) {
    return ints[(lane << ROW) + FLAGS];
  }

  /** The lane comes to a step. */
  void come(int lane, int flags, long nowPs) {
    ints[(lane << ROW) + FLAGS] = flags;
    longs[(lane << ROW) + CAME_PS] = nowPs;
    longs[(lane << ROW) + READY_PS] = nowPs;
  }

  int nextLoop(int lane) {
    if (streams > 1) {
      stepsDone[lane] = 0;
    }
    return ++ints[(lane << ROW) + LOOP];
  }

  /** Takes over what the step at hand waits for. */
  void waits(int lane, StepBuffer step) {
    int[] pairs = step.waits() == 0 ? NO_WAITS : new int[2 * step.waits()];
    for (int i = 0; i < step.waits(); i++) {
      pairs[2 * i] = step.waitStream(i);
      pairs[2 * i + 1] = step.waitSteps(i);
    }
    waits[lane] = pairs;
  }

  /** Whether the other streams are as far as the step at hand wants them. */
  boolean streamsAreDone(int lane) {
    int first = lane - stream(lane);
    int[] pairs = waits[lane];
    for (int i = 0; i < pairs.length; i += 2) {
      int other = first + pairs[i];
      boolean ahead = loop(other) > loop(lane);
      if (!ahead && (loop(other) < loop(lane) || stepsDone[other] < pairs[i + 1])) {
        return false;
      }
    }
    return true;
  }

  /** A step is done. */
  void stepDone(int lane) {
    stepsDone[lane]++;
  }

  int loop(int lane) {
    return ints[(lane << ROW) + LOOP];
  }

  int receiveEdge(int lane) {
    return ints[(lane << ROW) + RECEIVE_EDGE];
  }

  /** The agent that the lane received from last, or −1. */
  int from(int lane) {
    return ints[(lane << ROW) + FROM];
  }

  void from(int lane, int agent, int edge) {
    ints[(lane << ROW) + FROM] = agent;
    ints[(lane << ROW) + RECEIVE_EDGE] = edge;
  }

  int sendEdge(int lane) {
    return ints[(lane << ROW) + SEND_EDGE];
  }

  /** The agent that the lane sent to last, or −1. */
  int to(int lane) {
    return ints[(lane << ROW) + TO];
  }

  void to(int lane, int agent, int edge) {
    ints[(lane << ROW) + TO] = agent;
    ints[(lane << ROW) + SEND_EDGE] = edge;
  }

  /** Bytes that the step at hand sends. */
  long bytes(int lane) {
    return longs[(lane << ROW) + BYTES];
  }

  void bytes(int lane, long count) {
    longs[(lane << ROW) + BYTES] = count;
  }

  /** When the lane came to the step at hand. */
  long camePs(int lane) {
    return longs[(lane << ROW) + CAME_PS];
  }

  /** When the lane last got what it waited for. */
  long readyPs(int lane) {
    return longs[(lane << ROW) + READY_PS];
  }

  void gotMessage(int lane, long nowPs) {
    longs[(lane << ROW) + MESSAGE_WAIT_PS] += nowPs - readyPs(lane);
    longs[(lane << ROW) + READY_PS] = nowPs;
  }

  void gotSlot(int lane, long nowPs) {
    longs[(lane << ROW) + SLOT_WAIT_PS] += nowPs - readyPs(lane);
    longs[(lane << ROW) + READY_PS] = nowPs;
  }

  void work(int lane, long ps) {
    longs[(lane << ROW) + WORK_PS] += ps;
  }

  long messageWaitPs(int lane) {
    return longs[(lane << ROW) + MESSAGE_WAIT_PS];
  }

  long slotWaitPs(int lane) {
    return longs[(lane << ROW) + SLOT_WAIT_PS];
  }

  long workPs(int lane) {
    return longs[(lane << ROW) + WORK_PS];
  }

  long startPs(int lane) {
    return longs[(lane << ROW) + START_PS];
  }

  void startPs(int lane, long ps) {
    longs[(lane << ROW) + START_PS] = ps;
  }

  long endPs(int lane) {
    return longs[(lane << ROW) + END_PS];
  }

  void endPs(int lane, long ps) {
    longs[(lane << ROW) + END_PS] = ps;
  }
}
