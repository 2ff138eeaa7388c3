package io.busbar.runtime.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.launch.Agent;
import io.busbar.runtime.launch.AgentPlace;
import io.busbar.runtime.launch.Agents;
import io.busbar.runtime.launch.Host;
import io.busbar.runtime.launch.Seat;
import io.busbar.runtime.launch.Starter;
import io.busbar.runtime.tuning.Tuning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ranks of agents; that these are threads here is not known to anybody. */
class PerfHostsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final PerfQuestion QUESTION =
      new PerfQuestion(
          CollectiveOp.ALL_REDUCE,
          List.of(8L, 4096L),
          DType.FLOAT32,
          ReduceOp.SUM,
          0,
          Route.AUTO,
          3,
          1);

  private static Agents start() throws IOException {
    List<Host> hosts =
        List.of(
            new Host("a", "127.0.0.1", 1, new Position("hosts", 1, 1)),
            new Host("b", "127.0.0.1", 1, new Position("hosts", 2, 1)));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Starter threads =
        (seat, command, token) -> {
          String[] place = command.get(command.indexOf("agent") + 1).split(":");
          InetSocketAddress at = new InetSocketAddress(place[0], Integer.parseInt(place[1]));
          Thread.ofPlatform()
              .daemon()
              .start(() -> serve(new AgentPlace(at, token, seat.index(), "here", LONG)));
        };
    return Agents.start(Seat.perSlot(hosts), any, "secret", List.of("busbar"), threads);
  }

  private static void serve(AgentPlace place) {
    try {
      Agent.serve(place, Map.of(PerfRank.NAME, PerfRank::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void ranks_of_agents_measure_as_those_of_one_host_do() throws Exception {
    try (Agents agents = start()) {
      assertThat(agents.await(LONG)).isEmpty();
      PerfRun.Measured measured =
          PerfHosts.run(new PerfWork.Measure(QUESTION), agents, List.of(), false, Tuning.NONE);
      PerfAnswer answer = PerfAnswer.of(QUESTION, PerfAnswer.START_VALUES, measured);
      assertThat(answer.ranks()).isEqualTo(2);
      assertThat(answer.hosts()).isEqualTo(2);
      assertThat(answer.rows()).extracting(PerfAnswer.Row::sizeBytes).containsExactly(8L, 4096L);
      assertThat(answer.rows()).allMatch(row -> row.wrong() == 0 && row.busbwBytesPerS() > 0);
      assertThat(answer.limits().linkBytesPerS()).isPositive();
      assertThat(answer.limits().rates()).hasSize(2);
    }
  }

  @Test
  void an_interface_that_a_host_lacks_is_told_for_each_host() throws Exception {
    try (Agents agents = start()) {
      assertThat(agents.await(LONG)).isEmpty();
      assertThatThrownBy(() ->
              PerfHosts.run(
                  new PerfWork.Measure(QUESTION), agents, List.of("ib9"), false, Tuning.NONE))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("hosts:1:1: read 'a'")
          .hasMessageContaining("hosts:2:1: read 'b'")
          .hasMessageContaining("no interface 'ib9' is up and has an address; there are ");
    }
  }
}
