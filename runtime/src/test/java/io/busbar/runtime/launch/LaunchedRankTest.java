package io.busbar.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchedRankTest {
  @Test
  void each_launcher_has_its_own_variables() {
    assertThat(LaunchedRank.of(Map.of("OMPI_COMM_WORLD_RANK", "3", "OMPI_COMM_WORLD_SIZE", "4")))
        .contains(new LaunchedRank("Open MPI", 3, 4));
    assertThat(LaunchedRank.of(Map.of("PMI_RANK", "0", "PMI_SIZE", "2")))
        .contains(new LaunchedRank("PMI", 0, 2));
    assertThat(
            LaunchedRank.of(
                Map.of(
                    "SLURM_STEP_ID", "0",
                    "SLURM_PROCID", "1",
                    "SLURM_STEP_NUM_TASKS", "2",
                    "SLURM_NTASKS", "16")))
        .contains(new LaunchedRank("Slurm", 1, 2));
  }

  @Test
  void a_batch_script_of_slurm_and_odd_values_are_no_rank() {
    assertThat(LaunchedRank.of(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "4"))).isEmpty();
    assertThat(LaunchedRank.of(Map.of("PMI_RANK", "2", "PMI_SIZE", "2"))).isEmpty();
    assertThat(LaunchedRank.of(Map.of("PMI_RANK", "x", "PMI_SIZE", "2"))).isEmpty();
    assertThat(LaunchedRank.of(Map.of())).isEmpty();
  }
}
