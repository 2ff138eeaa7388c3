package io.busbar.simulate.scenario.run;

import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import java.util.ArrayList;
import java.util.List;

/**
 * One network for several jobs, each of which sees a network of its own whose time counts from the
 * job's start. A job's first call of run begins it, the next ones tell how all of it ended.
 */
public final class SharedNetwork {
  private static final int JOB_SHIFT = 48;
  private static final long TOKEN = (1L << JOB_SHIFT) - 1;
  private static final long START = TOKEN;

  /** Channels of a job; those of the next come behind them, so that paths differ. */
  private static final int CHANNELS = 1 << 16;

  private static final Listener NOBODY = token -> {};

  private final Network network;
  private final int nics;
  private final List<View> views = new ArrayList<>();
  private final List<Engine.Part> parts = new ArrayList<>();
  private RunEnd end = RunEnd.of(RunEnd.Reason.TIME, 0);
  private boolean begun;

  /**
   * @param nics network ports of each endpoint, which channels choose among
   */
  SharedNetwork(Network network, int nics) {
    this.network = network;
    this.nics = nics;
  }

  /** The network of one more job. */
  Network view(long startPs) {
    View view = new View(views.size(), startPs);
    views.add(view);
    return view;
  }

  /** The job that was made on the view of the same number. */
  void add(Engine.Part part) {
    parts.add(part);
  }

  /** Plays all jobs on. */
  RunEnd run(long untilPs, Cancel cancel) {
    if (!begun) {
      begun = true;
      for (View view : views) {
        if (view.startPs == 0) {
          begin(view.job);
        } else {
          network.timer(view.startPs, token(view.job, START));
        }
      }
    }
    end = network.run(new Answers(), untilPs, cancel);
    return end;
  }

  /** How it ended, in the time of a job. */
  RunEnd end(int job) {
    long at = Math.max(0, end.atPs() - views.get(job).startPs);
    return new RunEnd(end.reason(), at, end.cycle());
  }

  private void begin(int job) {
    parts.get(job).run(Long.MAX_VALUE, Cancel.NEVER);
  }

  private static long token(int job, long own) {
    return (long) job << JOB_SHIFT | own;
  }

  private final class View implements Network {
    private final int job;
    private final long startPs;
    private Listener listener = NOBODY;

    View(int job, long startPs) {
      this.job = job;
      this.startPs = startPs;
    }

    @Override
    public int connect(int src, int dst, int channel, int trafficClass) {
      return network.connect(src, dst, channel + job * CHANNELS * nics, trafficClass);
    }

    @Override
    public void send(int connection, long bytes, long token) {
      network.send(connection, bytes, token(job, token));
    }

    @Override
    public void timer(long delayPs, long token) {
      network.timer(delayPs, token(job, token));
    }

    @Override
    public long nowPs() {
      return Math.max(0, network.nowPs() - startPs);
    }

    @Override
    public RunEnd run(Listener to, long untilPs, Cancel cancel) {
      listener = to;
      return end(job);
    }
  }

  /** Tells each job what is its own. */
  private final class Answers implements Listener {
    private Listener of(long token) {
      return views.get((int) (token >>> JOB_SHIFT)).listener;
    }

    @Override
    public void sent(long token) {
      of(token).sent(token & TOKEN);
    }

    @Override
    public void delivered(long token) {
      of(token).delivered(token & TOKEN);
    }

    @Override
    public void timer(long token) {
      if ((token & TOKEN) == START) {
        begin((int) (token >>> JOB_SHIFT));
      } else {
        of(token).timer(token & TOKEN);
      }
    }

    @Override
    public void failed(long token, Failure why) {
      of(token).failed(token & TOKEN, why);
    }
  }
}
