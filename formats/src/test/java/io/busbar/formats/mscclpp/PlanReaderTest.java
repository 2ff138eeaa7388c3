package io.busbar.formats.mscclpp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanReaderTest {
  private static final String ONE =
      """
      {"name": "one", "collective": "allreduce", "protocol": "LL", "inplace": true,
       "reuse_resources": false, "num_threads_per_block": 1024,
       "use_double_scratch_buffer": true, "buffer_alignment": 16,
       "min_message_size": 0, "max_message_size": 18446744073709551615,
       "gpus": [{"id": 0, "input_chunks": 4, "output_chunks": 4, "scratch_chunks": 2,
        "threadblocks": [{"id": 0, "ops": [
          {"name": "nop"},
          {"name": "respkt", "src_buff": [{"type": "i", "index": 0, "size": 1},
            {"type": "s", "index": 1, "size": 1}], "dst_buff": [{"type": "i", "index": 0,
            "size": 1}, {"buffer_id": 0, "index": 3, "size": 1}], "channel_type": "memory",
            "reduce_op": "sum", "tbg_info": {"tb_id": 1, "tbg_size": 2}},
          {"name": "pipeline", "iter_context": {"unit_size": 4096, "num_chunks": 1},
           "ops": [{"name": "sem_acquire", "semaphore_ids": [0]}]},
          {"name": "glres", "src_buff": [{"switch_channel_id": 0, "index": 0, "size": 1}],
           "dst_buff": [{"switch_channel_id": 0, "index": 0, "size": 1}],
           "channel_type": "switch"},
          {"name": "barrier", "barrier_id": 1, "num_threadblocks": 2},
          {"name": "signal", "channel_ids": [0, 1], "channel_type": "memory"}],
         "channels": [{"channel_type": "memory", "channel_ids": [2, 3]}],
         "remote_buffer_refs": [{"access_channel_type": "memory", "remote_buffer_ids": [0]}]}],
        "channels": [{"channel_type": "memory", "connected_to": [0, 0, 0, 0]},
         {"channel_type": "switch", "buffer_type": "i",
          "rank_groups": [{"size": 1, "ranks": [0]}]}],
        "remote_buffers": [{"rank": 0, "type": "s", "access_channel_types": ["memory"]}],
        "semaphores": [{"init_value": 3}]}]}
      """;

  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();

  private @Nullable PlanFile read(String text) {
    try {
      return PlanReader.read(
          "p.json", new ByteArrayInputStream(text.getBytes(UTF_8)), problems, warnings);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private PlanGpu gpu(String text) {
    PlanFile file = read(text);
    assertThat(problems.list()).isEmpty();
    if (file == null) {
      throw new AssertionError("nothing was read");
    }
    return file.gpus().getFirst();
  }

  @Test
  void a_plan_is_read_with_lines() {
    PlanGpu gpu = gpu(ONE);
    assertThat(warnings.list()).isEmpty();
    assertThat(gpu.semaphores()).containsExactly(3);
    assertThat(gpu.switches()).containsExactly(new PlanGpu.Switch('i', List.of(0)));
    assertThat(gpu.remotes()).containsExactly(new PlanGpu.Remote(0, 's', List.of("memory")));
    PlanBlock block = gpu.blocks().getFirst();
    assertThat(block.channels("memory")).containsExactly(2, 3);
    PlanOp sum = block.ops().get(1);
    assertThat(sum.sources()).containsExactly(PlanChunk.own('i', 0, 1), PlanChunk.own('s', 1, 1));
    assertThat(sum.targets()).contains(PlanChunk.remote(0, 3, 1));
    assertThat(sum.part()).isEqualTo(1);
    assertThat(sum.parts()).isEqualTo(2);
    assertThat(sum.line()).isEqualTo(8);
    assertThat(block.ops().get(2).loop().getFirst().semaphores()).containsExactly(0);
    assertThat(block.ops().get(4).barrierBlocks()).isEqualTo(2);
  }

  @Test
  void what_is_wrong_is_told_with_its_line() {
    String text =
        ONE.replace("\"signal\"", "\"signals\"")
            .replace("\"type\": \"s\", \"index\": 1", "\"type\": \"x\", \"index\": -1")
            .replace("\"scratch_chunks\": 2", "\"scratch_chunks\": \"two\"");
    read(text);
    assertThat(problems.list().stream().map(Problem::toString))
        .anyMatch(p -> p.contains("p.json:18") && p.contains("signals") && p.contains("signal"))
        .anyMatch(p -> p.contains("'x'"))
        .anyMatch(p -> p.contains("-1"))
        .anyMatch(p -> p.contains("scratch_chunks"));
  }

  @Test
  void keys_that_nobody_knows_are_told_once() {
    gpu(ONE.replace("{\"name\": \"nop\"}", "{\"name\": \"nop\", \"colour\": 1}"));
    assertThat(warnings.list()).singleElement().asString().contains("op.colour");
  }

  @Test
  void files_that_are_cut_or_changed_never_break_the_reader() {
    for (int end = 0; end < ONE.length(); end += 7) {
      read(ONE.substring(0, end));
    }
    assertThat(problems.any()).isTrue();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder(ONE);
      text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(32, 127));
      read(text.toString());
    }
  }
}
