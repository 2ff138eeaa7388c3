package io.busbar.formats.simai;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problems;
import io.busbar.formats.simai.WorkloadFile.Collective;
import io.busbar.formats.simai.WorkloadFile.Group;
import io.busbar.formats.simai.WorkloadFile.Layer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WorkloadReaderTest {
  private static final String FIRST =
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 4 pp: 2 vpp: 1 ga: 1"
          + " all_gpus: 32 checkpoints: 1 0 checkpoint_initiates: 1 1";
  private static final String LAYERS =
      "2\nnorm\t-1\t7\tALLGATHER\t512\t3\tREDUCESCATTER\t0\t4\tNONE\t0\t100\n"
          + "moe\t-1\t1\tALLTOALL_EP\t64\t1\tALLTOALL_EP\t64\t1\tALLREDUCE_DP_EP\t9\t5\n";

  private final Problems problems = new Problems();

  private WorkloadFile read(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return WorkloadReader.read("w.txt", new ByteArrayInputStream(bytes), problems);
  }

  @Test
  void a_workload_is_read_and_written_as_it_was() throws IOException {
    String text = FIRST + " pp_comm: 4096\n" + LAYERS;
    WorkloadFile file = read(text);
    assertThat(problems.list()).isEmpty();
    assertThat(file.number(WorkloadFile.EXPERT, 1)).isEqualTo(4);
    assertThat(file.checkpoints()).containsExactly(0);
    assertThat(file.initiates()).containsExactly(1);
    Layer moe = file.layers().get(1);
    assertThat(moe.forward().group()).isEqualTo(Group.EP);
    assertThat(moe.weightGradient().collective()).isEqualTo(Collective.ALLREDUCE);
    assertThat(moe.weightGradient().group()).isEqualTo(Group.DP_EP);
    assertThat(WorkloadWriter.text(file)).isEqualTo(text);
    // AICB leaves the colon out here.
    assertThat(read(text.replace("pp_comm:", "pp_comm"))).isEqualTo(file);
  }

  @Test
  void a_policy_of_each_layer_and_a_bare_number_are_read() throws IOException {
    String custom = "HYBRID_CUSTOMIZED\n1\na -1 1 NONE 0 1 NONE 0 1 ALLREDUCE 8 1 DATA\n";
    assertThat(read(custom).layers().getFirst().policy()).isEqualTo("DATA");
    WorkloadFile dlrm = read("HYBRID_DLRM\t4\n1\na -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n");
    assertThat(dlrm.number(WorkloadFile.LAST_BOTTOM, -1)).isEqualTo(4);
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void everything_that_is_wrong_is_told_with_its_place() throws IOException {
    read("HYBRID_CUSTOMIZED ep: x\n3\na -1 1 NONE 0 1 ALLREDUCES 0 1 NONE 0 1 DATAS\nb -1 1\n");
    assertThat(problems.list()).hasSize(4);
    assertThat(problems.list().get(0).toString()).contains("w.txt:1:23");
    assertThat(problems.list().get(1).toString()).contains("w.txt:3:41").contains("DATA");
    assertThat(problems.list().get(2).toString()).contains("w.txt:3:17").contains("ALLREDUCE");
    assertThat(problems.list().get(3).toString()).contains("w.txt:4:1").contains("13 words");
  }

  @Test
  void a_file_that_is_cut_or_another_is_refused() throws IOException {
    read(FIRST + "\n" + LAYERS.substring(0, LAYERS.indexOf("moe")));
    assertThat(problems.list().getFirst().toString()).contains("1 lines").contains("cut off");
    Problems before = new Problems();
    WorkloadReader.read("w", new ByteArrayInputStream(new byte[0]), before);
    assertThat(before.any()).isTrue();
    read("HYBRID_TRANSFORMR\n1\n");
    assertThat(problems.list().getLast().toString()).contains("HYBRID_TRANSFORMER");
  }
}
