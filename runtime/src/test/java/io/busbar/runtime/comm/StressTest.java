package io.busbar.runtime.comm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Many short operations in a row, ranks at random paces, in memory that they share. Each element
 * says which operation and rank it belongs to and where, so whatever is old, early, torn or in the
 * wrong place is seen. Longer: {@code -Dbusbar.stress.seconds=60}.
 */
class StressTest {
  /** Of all cases together. */
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("busbar.stress.seconds", "2"));

  private static final int CASES = 6;
  private static final int MOST = 700;

  @BeforeEach
  void there_is_shared_memory() {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
  }

  private static long element(int operation, int rank, long i) {
    return (long) operation << 32 | (long) rank << 24 | i;
  }

  /** Kinds take turns, so that what one leaves behind is there for the next. */
  @ParameterizedTest
  @CsvSource({"LOCAL,2", "LOCAL,3", "LOCAL,7", "SHM,2", "SHM,4", "MIXED,4"})
  void nothing_old_or_early_is_seen(Machine machine, int ranks) {
    long end = System.nanoTime() + (long) (SECONDS * 1e9 / CASES);
    machine.run(ranks, comm -> new Rank(comm).until(end));
  }

  private static final class Rank {
    private final Comm comm;
    private final int rank;
    private final int ranks;
    private final SplittableRandom pace;
    private final List<Work> works = new ArrayList<>();

    /** Moves something, and sees what came. */
    private interface Work {
      void run(int number);
    }

    Rank(Comm comm) {
      this.comm = comm;
      rank = comm.rank();
      ranks = comm.size();
      pace = new SplittableRandom(rank);
      // From the board, one line and all of it; from shared memory; from slots.
      gather(1, false, Route.AUTO);
      gather(512, false, Route.AUTO);
      gather(MOST, true, Route.AUTO);
      gather(MOST, false, Route.of(Algorithm.RING));
      gather(3, false, Route.of(Algorithm.PAT));
      total(1, false, Route.AUTO);
      total(MOST, true, Route.AUTO);
      total(MOST, false, Route.of(Algorithm.RING));
      total(5, false, Route.of(Algorithm.RECURSIVE_DOUBLING));
      if (ranks > 1) {
        ring(1);
        ring(MOST);
      }
      blocks();
      swap(60, true);
      swap(60, false);
    }

    void until(long end) {
      long[] stop = {0};
      Operation agree = comm.prepare(Call.allReduce(Buf.of(stop), Buf.of(stop), ReduceOp.MAX));
      for (int number = 1; stop[0] == 0; ) {
        SplittableRandom order = new SplittableRandom(number);
        for (int i = 0; i < 40; i++) {
          pause();
          works.get(order.nextInt(works.size())).run(number++);
        }
        stop[0] = System.nanoTime() - end > 0 ? 1 : 0;
        agree.run();
      }
    }

    private void pause() {
      int dice = pace.nextInt(100);
      if (dice < 30) {
        for (int i = 0; i < dice * 10; i++) {
          Thread.onSpinWait();
        }
      } else if (dice < 40) {
        Thread.yield();
      } else if (dice == 99) {
        LockSupport.parkNanos(pace.nextInt(60_000));
      }
    }

    private Buf make(long count, boolean shared) {
      return shared ? comm.allocate(DType.INT64, count) : Buf.of(new long[(int) count]);
    }

    private static void set(Buf buffer, long i, long value) {
      buffer.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, 8 * i, value);
    }

    private void expect(Buf buffer, long i, long value, int number) {
      long actual = buffer.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, 8 * i);
      if (actual != value) {
        throw new AssertionError(
            "operation %d on rank %d of %d, element %d is %x, expected %x"
                .formatted(number, rank, ranks, i, actual, value));
      }
    }

    private void gather(int count, boolean shared, Route route) {
      Buf in = make(count, shared);
      Buf out = make((long) count * ranks, shared);
      Operation operation = comm.prepare(Call.allGather(in, out).by(route));
      works.add(number -> {
        for (int i = 0; i < count; i++) {
          set(in, i, element(number, rank, i));
        }
        operation.run();
        for (int peer = 0; peer < ranks; peer++) {
          for (int i = 0; i < count; i++) {
            expect(out, (long) peer * count + i, element(number, peer, i), number);
          }
        }
      });
    }

    /** In place: what is old would be added twice. */
    private void total(int count, boolean shared, Route route) {
      Buf all = make(count, shared);
      Operation operation = comm.prepare(Call.allReduce(all, all, ReduceOp.SUM).by(route));
      works.add(number -> {
        for (int i = 0; i < count; i++) {
          set(all, i, element(number, rank, i));
        }
        operation.run();
        for (int i = 0; i < count; i++) {
          long sum = 0;
          for (int peer = 0; peer < ranks; peer++) {
            sum += element(number, peer, i);
          }
          expect(all, i, sum, number);
        }
      });
    }

    /** Messages between pairs, on a link of their own. */
    private void ring(int count) {
      Buf out = make(count, false);
      Buf in = make(count, false);
      int to = (rank + 1) % ranks;
      int from = (rank + ranks - 1) % ranks;
      works.add(number -> {
        for (int i = 0; i < count; i++) {
          set(out, i, element(number, rank, i));
        }
        comm.sendReceive(out, to, in, from);
        for (int i = 0; i < count; i++) {
          expect(in, i, element(number, from, i), number);
        }
      });
    }

    /** Blocks that differ from run to run, none of them now and then. */
    private void blocks() {
      works.add(number -> {
        long[] counts = new long[ranks];
        SplittableRandom random = new SplittableRandom(number);
        int most = random.nextInt(3) == 0 ? 1 : 300;
        long all = 0;
        for (int peer = 0; peer < ranks; peer++) {
          counts[peer] = random.nextInt(most);
          all += counts[peer];
        }
        Buf in = make(counts[rank], false);
        Buf out = make(all, false);
        for (int i = 0; i < counts[rank]; i++) {
          set(in, i, element(number, rank, i));
        }
        comm.prepare(Call.allGatherV(in, out, counts)).run();
        long at = 0;
        for (int peer = 0; peer < ranks; peer++) {
          for (int i = 0; i < counts[peer]; i++) {
            expect(out, at++, element(number, peer, i), number);
          }
        }
      });
    }

    /** The buffers that ranks show change from run to run. */
    private void swap(int count, boolean shared) {
      Buf[] buffers = {make(600 + count, shared), make(600 + 2L * count, shared)};
      Buf[] outputs = {make(600 + count, shared), make(600 + 2L * count, shared)};
      Operation[] operations = new Operation[2];
      for (int i = 0; i < 2; i++) {
        operations[i] = comm.prepare(Call.allReduce(buffers[i], outputs[i], ReduceOp.MAX));
      }
      works.add(number -> {
        int turn = number & 1;
        MemorySegment input = buffers[turn].memory();
        long elements = buffers[turn].count();
        for (long i = 0; i < elements; i++) {
          input.set(ValueLayout.JAVA_LONG_UNALIGNED, 8 * i, element(number, rank, i));
        }
        operations[turn].run();
        for (long i = 0; i < elements; i++) {
          expect(outputs[turn], i, element(number, ranks - 1, i), number);
        }
      });
    }
  }
}
