package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.error.CollectiveMismatchException;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ranks that call different things: on every transport all are told who is odd and what both sorts
 * called, and nobody's output is touched.
 */
class AgreementTest {
  private static final int RANKS = 4;
  private static final int COUNT = 8;
  private static final int UNTOUCHED = -7;

  private interface Turn {
    void run(Comm comm, int[] output);
  }

  /** What all ranks are told, each in its own words; an operation may end before it is known. */
  private static Set<String> told(Machine machine, int ranks, Turn turn) {
    Set<String> told = new ConcurrentSkipListSet<>();
    AtomicInteger tellers = new AtomicInteger();
    machine.run(
        ranks,
        comm -> {
          int[] output = new int[ranks * COUNT];
          Arrays.fill(output, UNTOUCHED);
          try {
            turn.run(comm, output);
            comm.barrier();
            told.add("rank " + comm.rank() + " was told nothing");
          } catch (CollectiveMismatchException e) {
            String message = String.valueOf(e.getMessage());
            told.add(e.failedRank() + ": " + message.substring(0, message.indexOf(" [")));
            tellers.incrementAndGet();
          }
          if (Arrays.stream(output).anyMatch(value -> value != UNTOUCHED)) {
            told.add("rank " + comm.rank() + " has an output of " + Arrays.toString(output));
          }
        });
    assertThat(tellers).as(told.toString()).hasValue(ranks);
    return told;
  }

  private static Buf input(int count) {
    return Buf.of(new int[count]);
  }

  private static Buf output(int[] output, int count) {
    return Buf.of(output).slice(0, count);
  }

  private static void rooted(Comm comm, int[] output, String op, int root) {
    boolean isRoot = comm.rank() == root;
    Buf block = output(output, COUNT);
    Buf all = Buf.of(output);
    switch (op) {
      case "broadcast" -> comm.broadcast(isRoot ? input(COUNT) : block, root);
      case "reduce" -> comm.prepare(Call.reduce(input(COUNT), block, ReduceOp.SUM, root)).run();
      case "gather" -> comm.prepare(Call.gather(input(COUNT), all, root)).run();
      case "scatter" -> comm.prepare(Call.scatter(input(RANKS * COUNT), block, root)).run();
      default -> throw new IllegalArgumentException(op);
    }
  }

  private static Stream<Arguments> rootedOnAll() {
    return Stream.of(Machine.LOCAL, Machine.SHM, Machine.TCP, Machine.TCP_HOSTS, Machine.MIXED)
        .flatMap(machine ->
            Stream.of("broadcast", "reduce", "gather", "scatter")
                .map(op -> Arguments.of(machine, op)));
  }

  @ParameterizedTest
  @MethodSource("rootedOnAll")
  void a_rank_with_another_root_is_named_with_both_calls(Machine machine, String op) {
    for (int odd = 0; odd < RANKS; odd++) {
      int who = odd;
      int root = (odd + 1) % RANKS;
      int other = (odd + 2) % RANKS;
      int count = op.equals("gather") || op.equals("scatter") ? RANKS * COUNT : COUNT;
      String sum = op.equals("reduce") ? ", sum" : "";
      String call = op + " of " + count + " x int32" + sum + ", root ";
      assertThat(
              told(
                  machine,
                  RANKS,
                  (comm, output) -> rooted(comm, output, op, comm.rank() == who ? other : root)))
          .containsExactly(
              who
                  + ": rank "
                  + who
                  + " called "
                  + call
                  + other
                  + ", by auto, the others "
                  + call
                  + root
                  + ", by auto");
    }
  }

  @ParameterizedTest
  @MethodSource("rootedOnAll")
  void two_ranks_with_two_roots_are_both_named(Machine machine, String op) {
    assertThat(
            told(
                machine,
                2,
                (comm, output) -> {
                  if (op.equals("scatter")) {
                    Buf block = output(output, COUNT);
                    comm.prepare(Call.scatter(input(2 * COUNT), block, comm.rank())).run();
                  } else {
                    rooted(comm, output, op, comm.rank());
                  }
                }))
        .singleElement()
        .asString()
        .startsWith("-1: rank 0 called " + op)
        .contains("root 0, by auto; rank 1 called " + op)
        .endsWith("root 1, by auto");
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP", "MIXED"})
  void another_root_after_many_calls_that_agree_is_named(Machine machine) {
    assertThat(
            told(
                machine,
                3,
                (comm, output) -> {
                  Buf buffer = input(COUNT);
                  for (int i = 0; i < 50; i++) {
                    comm.broadcast(buffer, 0);
                    comm.broadcast(buffer, i % 3);
                  }
                  comm.broadcast(buffer, comm.rank() == 2 ? 1 : 0);
                }))
        .containsExactly(
            "2: rank 2 called broadcast of 8 x int32, root 1, by auto, the others broadcast of 8 x"
                + " int32, root 0, by auto");
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP", "MIXED"})
  void another_operation_is_named_whichever_the_two_are(Machine machine) {
    String[] ops = {"broadcast", "reduce", "gather", "scatter"};
    for (int i = 0; i < ops.length; i++) {
      String usual = ops[i];
      String strange = ops[(i + 1) % ops.length];
      assertThat(
              told(
                  machine,
                  RANKS,
                  (comm, output) -> rooted(comm, output, comm.rank() == 3 ? strange : usual, 0)))
          .singleElement()
          .asString()
          .startsWith("3: rank 3 called " + strange)
          .contains("the others " + usual);
      assertThat(
              told(
                  machine,
                  RANKS,
                  (comm, output) -> {
                    if (comm.rank() == 1) {
                      rooted(comm, output, usual, 0);
                    } else {
                      comm.prepare(Call.allReduce(input(3), input(3), ReduceOp.MAX)).run();
                    }
                  }))
          .singleElement()
          .asString()
          .startsWith("1: rank 1 called " + usual)
          .contains("the others all_reduce of 3 x int32, max");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP", "MIXED"})
  void calls_of_no_elements_are_compared_too(Machine machine) {
    assertThat(
            told(machine, 3, (comm, output) -> comm.broadcast(input(0), comm.rank() == 0 ? 2 : 1)))
        .singleElement()
        .asString()
        .startsWith("0: rank 0 called broadcast of 0 x int32, root 2");
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP", "MIXED"})
  void blocks_of_other_lengths_are_named(Machine machine) {
    assertThat(
            told(
                machine,
                3,
                (comm, output) -> {
                  long[] counts = comm.rank() == 1 ? new long[] {2, 2, 2} : new long[] {1, 2, 3};
                  Buf own = input((int) counts[comm.rank()]);
                  comm.prepare(Call.allGatherV(own, output(output, 6), counts)).run();
                }))
        .singleElement()
        .asString()
        .startsWith("1: rank 1 called all_gather of 6 x int32 in blocks #");
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP", "MIXED"})
  void a_message_of_another_size_or_type_is_named_at_both_ends(Machine machine) {
    assertThat(
            told(
                machine,
                2,
                (comm, output) -> {
                  if (comm.rank() == 0) {
                    comm.send(input(5), 1);
                  } else {
                    comm.receive(output(output, 6), 0);
                  }
                }))
        .containsExactly("-1: rank 0 sent 5 x int32 to rank 1, which receives 6 x int32");
    assertThat(
            told(
                machine,
                2,
                (comm, output) -> {
                  if (comm.rank() == 0) {
                    comm.send(Buf.of(new float[6]), 1);
                  } else {
                    comm.receive(output(output, 6), 0);
                  }
                }))
        .containsExactly("-1: rank 0 sent 6 x float to rank 1, which receives 6 x int32");
  }
}
