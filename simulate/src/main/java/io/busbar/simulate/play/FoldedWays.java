package io.busbar.simulate.play;

import io.busbar.simulate.path.Ways;

/**
 * Ways for a folded {@link Play}: what one connection stands for, averaged. Latency is the mean
 * over all agents that the sender stands for, the rate is that of the slowest. A schedule whose
 * messages travel round all ranks sees just that mean.
 */
public final class FoldedWays implements Ways {
  private final Ways ways;
  private final int agents;
  private final int period;
  private long latencyPs;
  private double bytesPerSecond;
  private int firstPort;
  private int lastPort;

  /**
   * @param ways between endpoints, agent i on endpoint i
   * @param agents agents of the schedule
   * @param period agents that are played
   */
  public FoldedWays(Ways ways, int agents, int period) {
    this.ways = ways;
    this.agents = agents;
    this.period = period;
  }

  @Override
  public boolean find(int src, int dst, int channel) {
    double sumPs = 0;
    bytesPerSecond = Double.POSITIVE_INFINITY;
    for (int shift = 0; shift < agents; shift += period) {
      if (!ways.find((src + shift) % agents, (dst + shift) % agents, channel)) {
        return false;
      }
      sumPs += ways.latencyPs();
      bytesPerSecond = Math.min(bytesPerSecond, ways.bytesPerSecond());
      if (src + shift < period || src + shift == src) {
        firstPort = ways.firstPort();
      }
      if ((dst + shift) % agents < period) {
        lastPort = ways.lastPort();
      }
    }
    latencyPs = Math.round(sumPs / (agents / period));
    return true;
  }

  @Override
  public long latencyPs() {
    return latencyPs;
  }

  @Override
  public double bytesPerSecond() {
    return bytesPerSecond;
  }

  @Override
  public int firstPort() {
    return firstPort;
  }

  @Override
  public int lastPort() {
    return lastPort;
  }
}
