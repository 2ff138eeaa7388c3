package io.busbar.simulate.play;

import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Inseparable;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.PartedNetwork;
import io.busbar.simulate.network.RunEnd;
import java.util.Arrays;

/** Plays one collective on a network, each part of it by a player of its own. For one run. */
public final class Player {
  private final Play play;
  private final Network network;
  private final Lanes lanes;
  private final PartPlayer[] players;

  /** Of a network in several parts: the part of each played agent's lanes. */
  private final int[] partOfLane;

  private boolean started;

  /**
   * @throws Inseparable when the network has several parts, and agents tell each other something at
   *     once, or steps are recorded in their order
   */
  public Player(Play play, Network network) {
    this.play = play;
    this.network = network;
    lanes = new Lanes(play.schedule(), play.standIns());
    if (network instanceof PartedNetwork parted && parted.parts() > 1) {
      checkSeparable();
      players = new PartPlayer[parted.parts()];
      Arrays.setAll(players, part -> new PartPlayer(play, parted.part(part), lanes, this, part));
      partOfLane = new int[lanes.count()];
      Arrays.setAll(partOfLane, lane -> parted.partOf(play.endpoints()[lanes.agent(lane)]));
    } else {
      players = new PartPlayer[] {new PartPlayer(play, network, lanes, null, 0)};
      partOfLane = new int[0];
    }
  }

  private void checkSeparable() {
    Credit credit = play.options().credit();
    boolean slots =
        credit == Credit.SLOT || (credit == Credit.UNLIMITED && play.schedule().streams() > 1);
    boolean ordered = play.recorder() != StepRecorder.NONE || play.delays() != Delays.NONE;
    if (slots || ordered) {
      throw new Inseparable(
          slots ? "a slot that is free is known at once" : "steps of all ranks have an order");
    }
  }

  /** The player of a lane. */
  PartPlayer playerOf(int lane) {
    return players[partOfLane[lane]];
  }

  /** When the message that a part is told of was handed over. */
  long handedOverPs(int part) {
    return ((PartedNetwork) network).part(part).handedOverPs();
  }

  /** Plays to the end. */
  public PlayResult play() {
    return play(Long.MAX_VALUE, Cancel.NEVER);
  }

  /** Plays until done, a time, or cancelled; a further call goes on. */
  public PlayResult play(long untilPs, Cancel cancel) {
    if (!started) {
      started = true;
      start();
    }
    RunEnd end =
        players.length == 1
            ? network.run(players[0].listener(), untilPs, cancel)
            : ((PartedNetwork) network)
                .run(Arrays.stream(players).map(PartPlayer::listener).toList(), untilPs, cancel);
    long failures = Arrays.stream(players).mapToLong(PartPlayer::failures).sum();
    boolean done = Arrays.stream(players).allMatch(player -> player.running() == 0);
    return new PlayResult(end, done && failures == 0, failures, play, lanes, this::edges);
  }

  private void start() {
    for (int lane = 0; lane < lanes.count(); lane++) {
      players[players.length == 1 ? 0 : partOfLane[lane]].start(lane);
    }
    for (PartPlayer player : players) {
      player.wakeAll();
    }
  }

  private Edges edges() {
    if (players.length == 1) {
      return players[0].edges();
    }
    Edges all = new Edges();
    for (PartPlayer player : players) {
      all.include(player.edges());
    }
    return all;
  }
}
