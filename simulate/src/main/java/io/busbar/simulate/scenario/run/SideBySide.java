package io.busbar.simulate.scenario.run;

import io.busbar.simulate.scenario.setting.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Plays runs that have nothing in common but the fabric, as many at once as there are processors;
 * each has a network, clock and random streams of its own, so the answers are those of one after
 * the other. One use.
 */
public final class SideBySide {
  private final List<Scenario> scenarios;
  private final LongSupplier cpuNanos;
  private final Watch watch;
  private final double[] shares;
  private final @Nullable Playback[] playbacks;

  /**
   * @param cpuNanos processor time of the thread that asks
   */
  public SideBySide(List<Scenario> scenarios, LongSupplier cpuNanos, Watch watch) {
    this.scenarios = scenarios;
    this.cpuNanos = cpuNanos;
    this.watch = watch;
    shares = new double[scenarios.size()];
    playbacks = new Playback[scenarios.size()];
  }

  /** In the order of the scenarios; those that had not begun when it was stopped are left out. */
  public List<Simulation.Run> play() {
    int threads = Math.min(scenarios.size(), Runtime.getRuntime().availableProcessors());
    watch.run(scenarios.size() + " runs, " + threads + " at once", 1, 1);
    List<Future<Simulation.@Nullable Run>> futures = new ArrayList<>();
    List<Simulation.Run> runs = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < scenarios.size(); i++) {
        int number = i;
        futures.add(pool.submit(() -> play(number)));
      }
      for (Future<Simulation.@Nullable Run> future : futures) {
        Simulation.Run run = get(future);
        if (run != null) {
          runs.add(run);
        }
      }
    }
    Arrays.stream(playbacks).filter(Objects::nonNull).findFirst().ifPresent(watch::played);
    return runs;
  }

  private Simulation.@Nullable Run play(int number) {
    return number > 0 && watch.cancelled()
        ? null
        : Simulation.run(scenarios.get(number), 1, cpuNanos, new OfMany(number));
  }

  private static Simulation.@Nullable Run get(Future<Simulation.@Nullable Run> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Looks on for one run. */
  private final class OfMany implements Watch {
    private final int number;

    OfMany(int number) {
      this.number = number;
    }

    @Override
    public boolean cancelled() {
      return watch.cancelled();
    }

    @Override
    public void at(double share, double simulatedSeconds) {
      synchronized (SideBySide.this) {
        shares[number] = share;
        watch.at(Arrays.stream(shares).average().orElse(0), simulatedSeconds);
      }
    }

    @Override
    public boolean wantsLinks() {
      return watch.wantsLinks();
    }

    @Override
    public void played(Playback playback) {
      playbacks[number] = playback;
    }
  }
}
