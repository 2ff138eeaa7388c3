package io.busbar.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChunkingTest {
  private static Schedule schedule(CollectiveOp op, Algorithm algorithm, int n, int channels) {
    return Schedules.of(
        ScheduleRequest.of(op, algorithm, Locality.oneNode(n)).withChannels(channels));
  }

  @Test
  void a_buffer_is_cut_into_blocks_channels_and_loops() {
    // 1 MiB, 8 ranks, 2 channels: blocks of 128 KiB, 64 KiB per channel, four loops of 16 KiB.
    Schedule ring = schedule(CollectiveOp.ALL_REDUCE, Algorithm.RING, 8, 2);
    Chunking chunking = Chunking.of(ring, 1 << 20, 16 << 10, 4);
    assertThat(chunking.blockBytes()).isEqualTo(128 << 10);
    assertThat(chunking.channelBytes()).isEqualTo(64 << 10);
    assertThat(chunking.loops()).isEqualTo(4);
    assertThat(chunking.offset(1, 2, 3)).isEqualTo((3 * 128 + 64 + 2 * 16) << 10);
    assertThat(chunking.length(1, 2, 3)).isEqualTo(16 << 10);
  }

  @Test
  void wide_steps_share_a_slot() {
    Schedule wide = schedule(CollectiveOp.ALL_REDUCE, Algorithm.HALVING_DOUBLING, 8, 1);
    assertThat(Chunking.of(wide, 1 << 20, 16 << 10, 1).chunkBytes()).isEqualTo(4 << 10);
  }

  @Test
  void every_byte_is_covered_once() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 300; i++) {
      int n = 1 + random.nextInt(9);
      Schedule ring = schedule(CollectiveOp.ALL_REDUCE, Algorithm.RING, n, 1 + random.nextInt(4));
      int bytes = random.nextInt(3000);
      Chunking chunking = Chunking.of(ring, bytes, 16 * (1 + random.nextInt(20)), 2);
      int[] covered = new int[bytes];
      for (int channel = 0; channel < chunking.channels(); channel++) {
        for (int loop = 0; loop < chunking.loops(); loop++) {
          for (int chunk = 0; chunk < n; chunk++) {
            cover(covered, chunking, channel, loop, chunk);
          }
        }
      }
      assertThat(covered).containsOnly(bytes == 0 ? new int[0] : new int[] {1});
    }
  }

  private static void cover(int[] covered, Chunking chunking, int channel, int loop, int chunk) {
    int length = chunking.length(channel, loop, chunk);
    assertThat(length).isBetween(0, chunking.chunkBytes());
    long offset = chunking.offset(channel, loop, chunk);
    for (int b = 0; b < length; b++) {
      covered[(int) offset + b]++;
    }
  }

  @Test
  void a_message_has_the_bytes_of_its_chunks() {
    // 100 bytes in 4 blocks of 32: the last chunk has 4.
    Schedule wide = schedule(CollectiveOp.ALL_REDUCE, Algorithm.HALVING_DOUBLING, 4, 1);
    Chunking chunking = Chunking.of(wide, 100, 64, 1);
    StepBuffer step = new StepBuffer().send(1, 3).span(2, 1);
    assertThat(chunking.messageBytes(step, 4, 0, 0)).isEqualTo(4 + 32);
    assertThat(chunking.messageBytes(step.span(1, 1), 4, 0, 0)).isEqualTo(4);
  }

  @Test
  void what_does_not_fit_is_refused() {
    Schedule gather = schedule(CollectiveOp.ALL_GATHER, Algorithm.RING, 3, 1);
    assertThatThrownBy(() -> Chunking.of(gather, 100, 64, 1))
        .hasMessage("100 bytes; ALL_GATHER needs a multiple of 3 ranks");
    Schedule wide = schedule(CollectiveOp.ALL_REDUCE, Algorithm.HALVING_DOUBLING, 64, 1);
    assertThatThrownBy(() -> Chunking.of(wide, 100, 256, 1))
        .hasMessage("a slot of 256 bytes; a step carries up to 32 chunks of at least 16");
    assertThatThrownBy(() -> new Chunking(100, 10, 1, 20, 1))
        .hasMessage("chunk of 20 bytes; expected a multiple of 16");
    assertThatThrownBy(() -> new Chunking(100, 10, 1, 16, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
