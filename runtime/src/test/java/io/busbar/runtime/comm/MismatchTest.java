package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.error.CollectiveMismatchException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.TcpOptions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that call different things over TCP, where nobody sees the calls of all. */
class MismatchTest {
  private static final TcpOptions OPTIONS =
      TcpOptions.loopback().withFrozenAfter(Duration.ofSeconds(30));

  /** What all ranks are told, each in its own words. */
  private static Set<String> told(int ranks, LocalGroup.Body body) {
    Set<String> told = new ConcurrentSkipListSet<>();
    Threads.run(
        ranks,
        bootstrap -> ProcessGroup.of(bootstrap).overTcp(OPTIONS),
        comm -> {
          try {
            body.run(comm);
          } catch (CollectiveMismatchException e) {
            String message = String.valueOf(e.getMessage());
            told.add(e.failedRank() + ": " + message.substring(0, message.indexOf(" [")));
          }
        });
    return told;
  }

  private static void sum(Comm comm, int count, Algorithm algorithm) {
    Buf buffer = Buf.of(new float[count]);
    comm.prepare(Call.allReduce(buffer, buffer, ReduceOp.SUM).by(Route.of(algorithm))).run();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void the_odd_rank_is_named_wherever_it_is(int odd) {
    assertThat(told(4, comm -> sum(comm, comm.rank() == odd ? 8 : 800, Algorithm.RING)))
        .containsExactly(
            odd
                + ": rank "
                + odd
                + " called all_reduce of 8 x float, sum, by ring, the others all_reduce of 800 x"
                + " float, sum, by ring");
  }

  @Test
  void a_rank_that_leaves_out_an_operation_is_named() {
    assertThat(
            told(
                3,
                comm -> {
                  if (comm.rank() != 2) {
                    comm.broadcast(Buf.of(1, 2, 3), 1);
                  }
                  sum(comm, 100, Algorithm.RING);
                }))
        .singleElement()
        .asString()
        .startsWith("2: rank 2 called all_reduce of 100 x float");
  }

  @Test
  void of_two_calls_that_are_as_frequent_both_are_named() {
    assertThat(told(2, comm -> sum(comm, 10 + comm.rank(), Algorithm.RING)))
        .containsExactly(
            "-1: rank 0 called all_reduce of 10 x float, sum, by ring; rank 1 called all_reduce of"
                + " 11 x float, sum, by ring");
  }
}
