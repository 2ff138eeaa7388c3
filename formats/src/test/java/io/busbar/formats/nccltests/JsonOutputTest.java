package io.busbar.formats.nccltests;

import static io.busbar.formats.nccltests.Outputs.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.nccltests.NcclTestsTable.Half;
import org.junit.jupiter.api.Test;

class JsonOutputTest {
  private static final String JSON =
      """
      {
        "version": 1,
        "start_time": "2025-06-01 10:00:00",
        "args": ["/opt/nccl-tests/build/all_reduce_perf", "-b", "8", "-J", "out.json"],
        "env": ["AWS_SECRET_ACCESS_KEY=hunter2", "PATH=/bin"],
        "nccl_version": 22703,
        "config": {"nthreads": 1, "ngpus": 1, "minimum_bytes": 8, "maximum_bytes": 1024,
          "step_factor": 2, "warmup_iters": 1, "iterations": 20, "aggregated_iterations": 1,
          "validation": 1, "graph": 0, "blocking_collectives": "false"},
        "devices": [
          {"rank": 0, "group": 0, "pid": 12, "hostname": "a", "device": 0, "device_hex": "0x1b",
           "device_info": "NVIDIA H100 80GB HBM3"},
          {"rank": 1, "group": 0, "pid": 13, "hostname": "b", "device": 0, "device_hex": "0x1b",
           "device_info": "NVIDIA H100 80GB HBM3"}],
        "results": [
          {"size": 8, "count": 2, "type": "float", "redop": "sum", "root": -1,
           "out_of_place": {"time": 12.5, "alg_bw": 0.00064, "bus_bw": 0.00064, "nwrong": 0,
             "times_us": [12.4, 12.6]},
           "in_place": null},
          {"size": 1024, "count": 256, "type": "float", "redop": "sum", "root": -1,
           "out_of_place": {"time": "nan", "alg_bw": 0.08, "bus_bw": 0.08, "nwrong": "nan"},
           "in_place": {"cpu_time": 12.8, "alg_bw": 0.08, "bus_bw": 0.08, "nwrong": 3}}],
        "out_of_bounds": {"count": 3, "okay": "false"},
        "average_bus_bandwidth": {"bandwidth": 0.04, "okay": "unchecked"},
        "errors": [],
        "end_time": "2025-06-01 10:00:01"
      }
      """;

  @Test
  void the_json_gives_the_same_records_as_the_text() {
    NcclTests read = read(JSON);

    assertThat(read.warnings()).isEmpty();
    NcclTestsTable table = read.tables().get(0);
    assertThat(table.collective()).isEqualTo("all_reduce");
    assertThat(table.ncclVersion()).isEqualTo("2.27.3");
    assertThat(table.setup())
        .isEqualTo(new NcclTestsSetup(1, 1, 8, 1024, "2(factor)", 1, 20, 1, 1, 0));
    assertThat(table.ranks()).isEqualTo(2);
    assertThat(table.gpus()).containsExactly("NVIDIA H100 80GB HBM3");
    assertThat(table.rows().get(0).inPlace()).isEqualTo(Half.NONE);
    assertThat(table.rows().get(0).root()).isEqualTo(-1);
    assertThat(table.rows().get(1).outOfPlace().measured()).isFalse();
    assertThat(table.rows().get(1).inPlace()).isEqualTo(new Half(12.8, 0.08, 0.08, 3, Double.NaN));
    assertThat(table.wrongValues()).isEqualTo(3);
    assertThat(table.averageBusbwGBps()).isEqualTo(0.04);
  }

  @Test
  void nothing_of_the_environment_is_kept() {
    assertThat(read(JSON).toString()).doesNotContain("hunter2").doesNotContain("/bin");
    assertThat(read(JSON.replace("\"hunter2\"", "")).toString()).doesNotContain("hunter2");
  }

  @Test
  void a_file_cut_anywhere_gives_what_it_holds() {
    for (int end = 1; end < JSON.length(); end += 7) {
      NcclTests read = read(JSON.substring(0, end));
      assertThat(read.toString()).doesNotContain("hunter2");
      if (end < JSON.stripTrailing().length()) {
        assertThat(read.warningCount()).as("cut at %d", end).isEqualTo(1);
      }
    }
    NcclTests read = read(JSON.substring(0, JSON.indexOf("{\"size\": 1024")));
    assertThat(read.tables().get(0).rows()).hasSize(1);
  }

  @Test
  void a_result_without_a_time_is_told_with_its_line() {
    NcclTests read = read(JSON.replace("12.5", "\"nan\""));
    assertThat(read.tables().get(0).rows()).hasSize(1);
    assertThat(read.warnings())
        .singleElement()
        .satisfies(w -> assertThat(w.at().line()).isPositive());
  }

  @Test
  void deep_or_foreign_json_is_harmless() {
    assertThat(read("{\"a\":" + "[".repeat(100_000)).warningCount()).isEqualTo(1);
    assertThat(read("{\"results\": 7, \"devices\": {\"rank\": 0}, \"args\": null}").tables())
        .isEmpty();
  }
}
