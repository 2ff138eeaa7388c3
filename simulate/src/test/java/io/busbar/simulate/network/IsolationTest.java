package io.busbar.simulate.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two simulations in one process do not touch each other, in turn or at the same time. */
class IsolationTest {
  /** Shared by all: a fabric is immutable. */
  private static final Fabric FABRIC =
      Fabrics.fatTree(
          4, Bandwidth.parse("400Gb/s"), TimeSpan.parse("500ns"), TimeSpan.parse("0ns"));

  private static final long STEP_PS = 1_000_000;

  private static TrafficRun start(String engine, long seed) {
    Network network =
        engine.equals("flow")
            ? new FlowNetwork(FABRIC, Routing.HASH, seed)
            : new PacketNetwork(FABRIC, PacketSettings.roce(), seed);
    return new TrafficRun(network, Traffic.permutation(16, 500_000, seed));
  }

  private static List<Long> times(TrafficRun run) {
    return IntStream.range(0, 16).mapToObj(run::deliveredPs).toList();
  }

  private static List<Long> alone(String engine, long seed) {
    TrafficRun run = start(engine, seed);
    run.run(Long.MAX_VALUE, Cancel.NEVER);
    return times(run);
  }

  @ParameterizedTest
  @ValueSource(strings = {"packet", "flow"})
  void played_in_turn_they_are_as_if_alone(String engine) {
    TrafficRun one = start(engine, 1);
    TrafficRun two = start(engine, 2);
    boolean done = false;
    for (long until = STEP_PS; !done; until += STEP_PS) {
      boolean oneDone = one.run(until, Cancel.NEVER).done();
      done = two.run(until, Cancel.NEVER).done() && oneDone;
    }

    assertThat(times(one)).isEqualTo(alone(engine, 1)).doesNotContain(-1L);
    assertThat(times(two)).isEqualTo(alone(engine, 2)).isNotEqualTo(times(one));
  }

  @Test
  void played_by_threads_at_the_same_time_they_are_as_if_alone() throws Exception {
    List<Callable<List<Long>>> runs = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int seed = i / 2;
      String engine = i % 2 == 0 ? "packet" : "flow";
      runs.add(() -> alone(engine, seed));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<List<Long>>> together = threads.invokeAll(runs);
      for (int i = 0; i < runs.size(); i++) {
        assertThat(together.get(i).get()).isEqualTo(runs.get(i).call());
      }
    }
  }
}
