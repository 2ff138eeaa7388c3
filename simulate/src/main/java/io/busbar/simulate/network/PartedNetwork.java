package io.busbar.simulate.network;

import java.util.List;

/**
 * A network whose nodes are divided into parts that run at once, each on a thread of its own, with
 * a clock and a listener of its own. What a listener does may touch only its part; the answers are
 * those of one thread. With one part it is a {@link Network} like others.
 */
public interface PartedNetwork extends Network {

  /** How many parts there are. */
  int parts();

  /** The part that an endpoint or a switch belongs to. */
  int partOf(int node);

  /** One of the parts, as its listener sees it. */
  NetworkPart part(int number);

  /**
   * Likewise {@link Network#run}, with a listener for each part. After {@link
   * RunEnd.Reason#CANCELLED} the parts may stand at different times.
   *
   * @throws Inseparable when something happens that only one thread can play; nothing of the
   *     network is of use then
   */
  RunEnd run(List<? extends Listener> listeners, long untilPs, Cancel cancel);
}
