package io.busbar.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Moves real ints: a thread per lane, slots of fixed size between them. It knows schedules only
 * through their interface, so it shows that they can be executed as they stand.
 */
public final class ThreadExecutor {
  private static final long SECONDS = 30;

  private final Schedule schedule;
  private final Chunking chunking;
  private final int[][][] work;
  private final int[][][] before;
  private final Map<List<Integer>, Connection> connections = new ConcurrentHashMap<>();
  private volatile @Nullable Throwable failure;

  private record Connection(ArrayBlockingQueue<int[]> free, ArrayBlockingQueue<int[]> full) {}

  private ThreadExecutor(Schedule schedule, Chunking chunking) {
    this.schedule = schedule;
    this.chunking = chunking;
    int ints = Math.toIntExact(chunking.blockBytes() * schedule.chunks() / 4);
    work = new int[schedule.agents()][schedule.regions()][ints];
    before = new int[schedule.ranks()][1][ints];
    for (int rank = 0; rank < schedule.ranks(); rank++) {
      for (int i = 0; i < ints; i++) {
        work[rank][0][i] = (rank + 1) * 7919 + i * 31 ^ i << rank % 7;
      }
      before[rank][0] = work[rank][0].clone();
    }
  }

  /** Runs a schedule over buffers of some bytes and checks every wanted int. */
  public static void check(Schedule schedule, long bytes, int slotBytes, int slots) {
    ThreadExecutor executor =
        new ThreadExecutor(schedule, Chunking.of(schedule, bytes, slotBytes, slots));
    executor.run();
    executor.checkResult();
  }

  private void run() {
    List<Thread> threads = new ArrayList<>();
    for (int agent = 0; agent < schedule.agents(); agent++) {
      for (int channel = 0; channel < schedule.channels(); channel++) {
        int a = agent;
        int c = channel;
        threads.add(Thread.ofVirtual().start(() -> lane(a, c)));
      }
    }
    try {
      for (Thread thread : threads) {
        assertThat(thread.join(Duration.ofSeconds(SECONDS))).as("every lane ends").isTrue();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    assertThat(failure).isNull();
  }

  private Connection connection(int from, int to, int channel) {
    return connections.computeIfAbsent(
        List.of(from, to, channel),
        key -> {
          int slots = chunking.slots();
          Connection made =
              new Connection(new ArrayBlockingQueue<>(slots), new ArrayBlockingQueue<>(slots));
          for (int i = 0; i < slots; i++) {
            made.free.add(new int[schedule.span() * chunking.chunkBytes() / 4]);
          }
          return made;
        });
  }

  private void lane(int agent, int channel) {
    try {
      RankProgram program = schedule.program(agent, channel);
      StepBuffer step = new StepBuffer();
      int[] hand = new int[schedule.span() * chunking.chunkBytes() / 4];
      for (int loop = 0; loop < chunking.loops(); loop++) {
        program.rewind();
        while (program.next(step)) {
          run(agent, channel, loop, step, hand);
        }
      }
    } catch (InterruptedException | RuntimeException | AssertionError e) {
      failure = e;
    }
  }

  private void run(int agent, int channel, int loop, StepBuffer step, int[] hand)
      throws InterruptedException {
    int chunks = schedule.chunks();
    if (step.has(Step.RECEIVE)) {
      Connection from = connection(step.receiveFrom(), agent, channel);
      int[] slot = poll(from.full);
      System.arraycopy(slot, 0, hand, 0, slot.length);
      from.free.add(slot);
    }
    int at = 0;
    for (int i = 0; i < step.count(); i++) {
      int source = step.sourceAt(i, chunks);
      int target = step.targetAt(i, chunks);
      int length = chunking.length(channel, loop, source % chunks) / 4;
      int readAt = (int) (chunking.offset(channel, loop, source % chunks) / 4);
      int writeAt = (int) (chunking.offset(channel, loop, target % chunks) / 4);
      int[] read = work[agent][source / chunks];
      int[] write = work[agent][target / chunks];
      for (int e = 0; e < length; e++) {
        if (!step.has(Step.RECEIVE)) {
          hand[at + e] = read[readAt + e];
        } else if (step.has(Step.REDUCE)) {
          hand[at + e] += read[readAt + e];
        }
        if (step.has(Step.COPY)) {
          write[writeAt + e] = hand[at + e];
        }
      }
      at += length;
    }
    if (step.has(Step.SEND)) {
      Connection to = connection(agent, step.sendTo(), channel);
      int[] slot = poll(to.free);
      System.arraycopy(hand, 0, slot, 0, at);
      to.full.add(slot);
    }
  }

  private static int[] poll(ArrayBlockingQueue<int[]> queue) throws InterruptedException {
    int[] slot = queue.poll(SECONDS / 3, TimeUnit.SECONDS);
    if (slot == null) {
      throw new AssertionError("a lane waits for ever");
    }
    return slot;
  }

  private void checkResult() {
    Contract contract = schedule.contract();
    int chunks = schedule.chunks();
    for (int rank = 0; rank < schedule.ranks(); rank++) {
      for (int position = 0; position < chunks * schedule.regions(); position++) {
        int block = contract.outputBlock(rank, position);
        if (block == Contract.NOTHING) {
          continue;
        }
        for (int channel = 0; channel < schedule.channels(); channel++) {
          for (int loop = 0; loop < chunking.loops(); loop++) {
            checkChunk(rank, position, block, channel, loop);
          }
        }
      }
    }
  }

  private void checkChunk(int rank, int position, int block, int channel, int loop) {
    int chunks = schedule.chunks();
    int by = schedule.contract().contributor(rank, position);
    int at = (int) (chunking.offset(channel, loop, position % chunks) / 4);
    int from = (int) (chunking.offset(channel, loop, block) / 4);
    int length = chunking.length(channel, loop, position % chunks) / 4;
    for (int e = 0; e < length; e++) {
      int wanted = 0;
      if (by == Contract.ALL) {
        for (int[][] buffer : before) {
          wanted += buffer[0][from + e];
        }
      } else {
        wanted = before[by][0][from + e];
      }
      assertThat(work[rank][position / chunks][at + e])
          .as("rank %d, position %d, int %d", rank, position, at + e)
          .isEqualTo(wanted);
    }
  }
}
