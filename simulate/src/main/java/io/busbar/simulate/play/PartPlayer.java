package io.busbar.simulate.play;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import io.busbar.simulate.network.Carrier;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Plays the lanes of one part of a network, or all. A lane takes its next step when the message it
 * receives is there and the peer it sends to has a slot; it hands its message over and goes on.
 * Memory: lanes and edges in use, whatever the number of steps.
 *
 * <p>Of an edge to or from another part each player has its own end: the sender's counts slots and
 * what was sent, the receiver's what waits. They name it to each other by its key.
 */
final class PartPlayer {
  private static final long ID = 0xffff_ffffL;
  private static final long DATA = 0;
  private static final long CREDIT = 1L << 32;
  private static final long GRANT = 2L << 32;
  private static final long START = 3L << 32;
  private static final long WORK = 4L << 32;

  /** The token of a message to another part of the network: kind and key of its edge. */
  private static final long FAR = 1L << 62;

  private static final int FAR_KIND_SHIFT = 56;
  private static final long FAR_KEY = (1L << FAR_KIND_SHIFT) - 1;
  private static final int NONE = -1;

  private final Play play;
  private final Chunking chunking;
  private final PlayOptions options;
  private final Carrier network;
  private final int agents;

  /** Knows the players of all parts of the network; null where there is one. */
  private final @Nullable Player all;

  private final int part;
  private final StandIns standIns;
  private final int loops;
  private final int chunks;
  private final boolean limited;
  private final boolean messageCredit;
  private final boolean works;
  private final boolean reduces;
  private final boolean sendsBlock;
  private final boolean streamed;
  private final Lanes lanes;
  private final Edges edges = new Edges();
  private final StepBuffer step = new StepBuffer();

  private int[] wake = new int[64];
  private int wakeCount;
  private int running;
  private long failures;
  private final Listener listener = new Answers();

  PartPlayer(Play play, Carrier network, Lanes lanes, @Nullable Player all, int part) {
    this.play = play;
    this.network = network;
    this.lanes = lanes;
    this.all = all;
    this.part = part;
    chunking = play.chunking();
    options = play.options();
    agents = play.schedule().agents();
    loops = chunking.loops();
    chunks = play.schedule().chunks();
    // One stream waits for what it sent; of several, one would run ahead without end.
    limited = options.credit() != Credit.UNLIMITED || play.schedule().streams() > 1;
    messageCredit = options.credit() == Credit.CLEAR_TO_SEND;
    reduces = options.reducePsPerByte() > 0;
    sendsBlock = play.schedule().sendsBlock();
    streamed = play.schedule().streams() > 1;
    works = options.stepPs() > 0 || reduces || play.delays() != Delays.NONE;
    standIns = play.standIns();
  }

  /** Who is told what the network does. */
  Listener listener() {
    return listener;
  }

  /** Lanes that are not done. */
  int running() {
    return running;
  }

  long failures() {
    return failures;
  }

  Edges edges() {
    return edges;
  }

  /** A lane is this player's, and enters the operation now or later. */
  void start(int lane) {
    running++;
    long at = play.delays().startPs(lanes.agent(lane));
    lanes.startPs(lane, at);
    if (at > 0) {
      network.timer(at, START | lane);
    } else {
      enter(lane);
    }
  }

  private void enter(int lane) {
    lanes.state(lane, Lanes.READY);
    for (int edge = edges.takeUngranted(lane); edge != NONE; edge = edges.takeUngranted(lane)) {
      grant(edge);
    }
    load(lane);
    later(lane);
  }

  private final class Answers implements Listener {
    @Override
    public void delivered(long token) {
      if ((token & FAR) != 0) {
        deliveredFar(token);
        wakeAll();
        return;
      }
      int id = (int) (token & ID);
      long kind = token & ~ID;
      if (kind == DATA) {
        edges.deliver(id, network.nowPs());
        received(id);
      } else {
        giveSlots(id, kind == CREDIT ? 1 : chunking.slots());
      }
      wakeAll();
    }

    @Override
    public void sent(long token) {
      boolean far = (token & FAR) != 0;
      long kind = far ? farKind(token) : token & ~ID;
      if (sendsBlock && kind == DATA) {
        int lane = edges.sender(far ? edges.find(token & FAR_KEY) : (int) (token & ID));
        goOn(lane);
        later(lane);
        wakeAll();
      }
    }

    @Override
    public void timer(long token) {
      int lane = (int) (token & ID);
      if ((token & ~ID) == START) {
        enter(lane);
      } else {
        complete(lane);
        later(lane);
      }
      wakeAll();
    }

    @Override
    public void failed(long token, Failure why) {
      failures++;
    }
  }

  private void received(int edge) {
    int lane = edges.receiver(edge);
    if (lanes.state(lane) == Lanes.WAITS_FOR_MESSAGE && lanes.receiveEdge(lane) == edge) {
      advance(lane);
    }
  }

  private static long farKind(long token) {
    return (token & ~FAR) >>> FAR_KIND_SHIFT << 32;
  }

  private void deliveredFar(long token) {
    int edge = farEdge(token & FAR_KEY);
    long kind = farKind(token);
    if (kind == DATA) {
      long handedOver = all == null ? 0 : all.handedOverPs(part);
      edges.deliverFar(edge, handedOver, network.nowPs());
      received(edge);
    } else {
      giveSlots(edge, kind == CREDIT ? 1 : chunking.slots());
    }
  }

  /** Lanes are advanced one after the other, not from inside each other: rings are long. */
  private void later(int lane) {
    if (wakeCount == wake.length) {
      wake = Arrays.copyOf(wake, wakeCount * 2);
    }
    wake[wakeCount++] = lane;
  }

  void wakeAll() {
    for (int i = 0; i < wakeCount; i++) {
      advance(wake[i]);
    }
    wakeCount = 0;
  }

  /** Takes steps until one has to wait. */
  private void advance(int lane) {
    while (lanes.state(lane) != Lanes.DONE && canGo(lane)) {
      long work = works ? workPs(lane) : 0;
      if (work > 0) {
        lanes.state(lane, Lanes.WORKS);
        lanes.work(lane, work);
        network.timer(work, WORK | lane);
        return;
      }
      complete(lane);
    }
  }

  private long workPs(int lane) {
    boolean sums = reduces && (lanes.flags(lane) & Step.REDUCE) != 0;
    long sum = sums ? Math.round(lanes.bytes(lane) * options.reducePsPerByte()) : 0;
    return options.stepPs() + sum + play.delays().extraStepPs(lanes.agent(lane));
  }

  private boolean canGo(int lane) {
    int flags = lanes.flags(lane);
    int state = lanes.state(lane);
    if (state == Lanes.WORKS || state == Lanes.SENDS) {
      return false;
    }
    if (streamed && !lanes.streamsAreDone(lane)) {
      lanes.state(lane, Lanes.WAITS_FOR_STREAM);
      return false;
    }
    if (state == Lanes.WAITS_FOR_STREAM) {
      lanes.gotMessage(lane, network.nowPs());
    }
    if ((flags & Step.RECEIVE) != 0 && !edges.hasMessage(lanes.receiveEdge(lane))) {
      lanes.state(lane, Lanes.WAITS_FOR_MESSAGE);
      return false;
    }
    if (state == Lanes.WAITS_FOR_MESSAGE) {
      lanes.gotMessage(lane, network.nowPs());
    }
    if (limited && (flags & Step.SEND) != 0 && !edges.hasSlot(lanes.sendEdge(lane))) {
      lanes.state(lane, Lanes.WAITS_FOR_SLOT);
      return false;
    }
    if (state == Lanes.WAITS_FOR_SLOT) {
      lanes.gotSlot(lane, network.nowPs());
    }
    lanes.state(lane, Lanes.READY);
    return true;
  }

  /** The step is done: its slot is free again, its message goes out, the next step is at hand. */
  private void complete(int lane) {
    int flags = lanes.flags(lane);
    if ((flags & Step.RECEIVE) != 0) {
      int edge = lanes.receiveEdge(lane);
      edges.takeMessage(edge);
      if (messageCredit) {
        credit(edge, CREDIT);
      } else if (limited) {
        giveSlots(edge, 1);
      }
    }
    if ((flags & Step.SEND) != 0) {
      int edge = lanes.sendEdge(lane);
      if (isFar(edge)) {
        edges.handOverFar(edge, lanes.bytes(lane), limited ? 1 : 0);
      } else {
        edges.handOver(edge, lanes.bytes(lane), limited ? 1 : 0, network.nowPs());
      }
      network.send(edges.connection(edge), lanes.bytes(lane), token(edge, DATA));
      if (sendsBlock) {
        lanes.state(lane, Lanes.SENDS);
        return;
      }
    }
    goOn(lane);
  }

  private void goOn(int lane) {
    if (play.recorder() != StepRecorder.NONE) {
      record(lane, lanes.flags(lane));
    }
    lanes.state(lane, Lanes.READY);
    if (streamed) {
      lanes.stepDone(lane);
    }
    load(lane);
    if (streamed) {
      wakeStreams(lane);
    }
  }

  /** Other streams of the lane may have waited for what it has done. */
  private void wakeStreams(int lane) {
    int first = lane - lanes.stream(lane);
    for (int other = first; other < first + lanes.streams(); other++) {
      if (lanes.state(other) == Lanes.WAITS_FOR_STREAM) {
        later(other);
      }
    }
  }

  private void record(int lane, int flags) {
    boolean sends = (flags & Step.SEND) != 0;
    play.recorder()
        .step(
            lanes.agent(lane),
            lanes.channel(lane),
            lanes.camePs(lane),
            lanes.readyPs(lane),
            network.nowPs(),
            flags,
            (flags & Step.RECEIVE) != 0 ? lanes.from(lane) : NONE,
            sends ? lanes.to(lane) : NONE,
            sends ? lanes.bytes(lane) : 0);
  }

  private void giveSlots(int edge, int more) {
    edges.giveSlots(edge, more);
    int lane = edges.sender(edge);
    if (lanes.state(lane) == Lanes.WAITS_FOR_SLOT && lanes.sendEdge(lane) == edge) {
      later(lane);
    }
  }

  /** Reads the lane's next step. */
  private void load(int lane) {
    while (!next(lane)) {
      if (lanes.nextLoop(lane) >= loops) {
        lanes.state(lane, Lanes.DONE);
        lanes.endPs(lane, network.nowPs());
        running--;
        return;
      }
      lanes.program(lane).rewind();
    }
    lanes.come(lane, step.flags(), network.nowPs());
    if (streamed) {
      lanes.waits(lane, step);
    }
    if (step.has(Step.RECEIVE) && lanes.from(lane) != step.receiveFrom()) {
      int from = step.receiveFrom();
      int edge = edge(from, lanes.agent(lane), lane, false);
      edges.receiver(edge, lane);
      lanes.from(lane, from, edge);
    }
    if (step.has(Step.SEND)) {
      if (lanes.to(lane) != step.sendTo()) {
        int edge = edge(lanes.agent(lane), step.sendTo(), lane, true);
        edges.sender(edge, lane);
        lanes.to(lane, step.sendTo(), edge);
      }
    }
    if (step.has(Step.SEND) || reduces && step.has(Step.REDUCE)) {
      lanes.bytes(lane, bytes(lane));
    }
  }

  /** The next step of the lane's stream in this loop. */
  private boolean next(int lane) {
    RankProgram program = lanes.program(lane);
    while (program.next(step)) {
      if (step.stream() == lanes.stream(lane)) {
        return true;
      }
    }
    return false;
  }

  private long bytes(int lane) {
    int channel = lanes.channel(lane);
    int loop = lanes.loop(lane);
    long sum = 0;
    for (int i = 0; i < step.count(); i++) {
      sum += chunking.length(channel, loop, step.sourceAt(i, chunks) % chunks);
    }
    return sum;
  }

  /**
   * The edge between two agents, for whom others may stand: what identifies it is the sender that
   * is played and where it sends.
   */
  private int edge(int src, int dst, int lane, boolean sends) {
    int channel = lanes.channel(lane);
    int place = standIns.place(src);
    int target = standIns.target(src, dst);
    long key = ((long) channel * standIns.count() + place) * agents + target;
    int edge = edges.find(key);
    boolean made = edge == NONE;
    if (made) {
      edge = edges.add(key, lanes.lane(src, channel), lanes.lane(target, channel));
    }
    boolean starts = made && network.nowPs() == 0;
    if ((sends || starts && mine(edges.sender(edge))) && edges.connection(edge) == NONE) {
      edges.connect(edge, connect(standIns.agent(place), target, channel, 0));
    }
    if (messageCredit && (!sends || starts && mine(edges.receiver(edge)))) {
      connectCredit(edge);
    }
    if (made && limited) {
      prepareSlots(edge);
    }
    if (starts && all != null && isFar(edge)) {
      int other = mine(edges.sender(edge)) ? edges.receiver(edge) : edges.sender(edge);
      all.playerOf(other).farEnd(key);
    }
    return edge;
  }

  private int connect(int src, int dst, int channel, int trafficClass) {
    int[] endpoint = play.endpoints();
    return network.connect(endpoint[src], endpoint[dst], path(src, dst, channel), trafficClass);
  }

  private void connectCredit(int edge) {
    if (edges.creditConnection(edge) == NONE) {
      long key = edges.key(edge);
      int credit = connect(target(key), source(key), channel(key), options.clearToSendClass());
      edges.connectCredit(edge, credit);
    }
  }

  private int target(long key) {
    return (int) (key % agents);
  }

  private int source(long key) {
    return standIns.agent((int) (key / agents % standIns.count()));
  }

  private int channel(long key) {
    return (int) (key / agents / standIns.count());
  }

  /** The other end of an edge that another part made when the operation started. */
  private void farEnd(long key) {
    if (edges.find(key) != NONE) {
      return;
    }
    int edge = farEdge(key);
    if (mine(edges.sender(edge))) {
      edges.connect(edge, connect(source(key), target(key), channel(key), 0));
    } else if (messageCredit) {
      grant(edge);
    }
  }

  /** An edge from or to another part, without connections if it is not known. */
  private int farEdge(long key) {
    int edge = edges.find(key);
    if (edge != NONE) {
      return edge;
    }
    int channel = channel(key);
    return edges.add(key, lanes.lane(source(key), channel), lanes.lane(target(key), channel));
  }

  private boolean mine(int lane) {
    return all == null || all.playerOf(lane) == this;
  }

  /** Whether an edge's ends are in different parts of the network. */
  private boolean isFar(int edge) {
    return all != null && !(mine(edges.sender(edge)) && mine(edges.receiver(edge)));
  }

  private long token(int edge, long kind) {
    return isFar(edge) ? FAR | kind >>> 32 << FAR_KIND_SHIFT | edges.key(edge) : kind | edge;
  }

  private void credit(int edge, long kind) {
    network.send(edges.creditConnection(edge), options.clearToSendBytes(), token(edge, kind));
  }

  /** Channels take paths of their own; in a SHARP tree they share those of its rail. */
  private int path(int src, int dst, int channel) {
    int last = Math.max(src, dst);
    if (last < play.schedule().ranks()) {
      return channel;
    }
    Agent hub = play.schedule().agent(last);
    return hub.kind() == Agent.Kind.SHARP ? hub.rail() : channel;
  }

  /** Receivers promise all their slots when they enter the operation. */
  private void prepareSlots(int edge) {
    int lane = edges.receiver(edge);
    if (!messageCredit) {
      edges.giveSlots(edge, chunking.slots());
    } else if (lanes.state(lane) == Lanes.NOT_STARTED && lanes.startPs(lane) > network.nowPs()) {
      edges.addUngranted(edge);
    } else {
      grant(edge);
    }
  }

  /** A promise made before now has arrived by now; one that is made now is under way. */
  private void grant(int edge) {
    if (lanes.startPs(edges.receiver(edge)) < network.nowPs()) {
      edges.giveSlots(edge, chunking.slots());
    } else if (mine(edges.receiver(edge))) {
      connectCredit(edge);
      credit(edge, GRANT);
    }
  }
}
