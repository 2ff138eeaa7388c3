package io.busbar.formats.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KinetoReaderTest {
  /**
   * Two steps of 1,000 us. First: 400 computed, an all-reduce from 300 to 600 (200 exposed), a copy
   * of 50, 100 of waiting for data, then computing from 900. Second: two all-gathers that nothing
   * hides.
   */
  private static final String TRACE =
      """
      {"distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8},
       "traceEvents": [
      {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#5", "ts": 0, "dur": 1000},
      {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#6", "ts": 1000, "dur": 1000},
      {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": 400},
      {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "ts": 300, "dur": 300, "args": {"In msg nelems": 64, "Process Group Description": "dp"}},
      {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD", "ts": 600, "dur": 50},
      {"ph": "X", "cat": "cpu_op", "name": "enumerate(DataLoader)#_Iter.__next__", "ts": 640, "dur": 110},
      {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 900, "dur": 700},
      {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_Generic", "ts": 1600, "dur": 100, "args": {"Collective name": "_allgather_base", "Process Group Name": "2"}},
      {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_Generic", "ts": 1700, "dur": 100, "args": {"Collective name": "_allgather_base", "Process Group Name": "2"}},
      {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 1800, "dur": 200}
      ]}
      """;

  private final List<GpuTrace> traces = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private void read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    KinetoReader.read(
        "t.json",
        new ByteArrayInputStream(bytes),
        new TextLines("t.json", bytes),
        new Found() {
          @Override
          public void add(Entry entry) {
            traces.add((GpuTrace) entry);
          }

          @Override
          public void warn(Place at, String message) {
            warnings.add(message);
          }
        });
  }

  @Test
  void the_parts_of_the_time_add_up_to_the_span() {
    read(TRACE);

    GpuTrace trace = traces.getFirst();
    TimeSplit s = trace.split();
    assertThat(trace.rank()).isEqualTo(3);
    assertThat(s.steps()).isEqualTo(2);
    assertThat(s.spanUs()).isEqualTo(2000);
    assertThat(s.computeUs()).isEqualTo(1300);
    assertThat(s.exposedUs()).isEqualTo(400);
    assertThat(s.copyUs()).isEqualTo(50);
    assertThat(s.dataLoadingUs()).isEqualTo(100);
    assertThat(s.idleUs()).isEqualTo(150);
    assertThat(s.computeUs() + s.exposedUs() + s.copyUs() + s.dataLoadingUs() + s.idleUs())
        .isCloseTo(s.spanUs(), within(1e-9));
    assertThat(trace.overlapUs()).isEqualTo(100);
  }

  @Test
  void exposed_time_and_calls_alone_are_told_per_group() {
    read(TRACE);

    assertThat(traces.getFirst().split().groups())
        .containsExactly(
            new GroupTime("AllReduce", "dp", 1, 300, 200, 0, 0),
            new GroupTime("AllGather", "2", 2, 200, 200, 2, 2));
    assertThat(traces.getFirst().collectives().getLast().step()).isEqualTo(1);
    assertThat(traces.getFirst().collectives().getLast().at().line()).isEqualTo(11);
  }

  @Test
  void a_trace_may_be_cut_at_any_line() {
    List<String> lines = TRACE.lines().toList();
    for (int kept = 0; kept < lines.size(); kept++) {
      traces.clear();
      warnings.clear();
      read(String.join("\n", lines.subList(0, kept)));
      assertThat(traces).hasSize(kept < 5 ? 0 : 1);
    }
  }

  @Test
  void exposed_time_of_collectives_at_once_is_counted_once() {
    read(
        """
        [{"cat": "kernel", "name": "ncclKernel_AllReduce_RING", "ts": 0, "dur": 100},
         {"cat": "kernel", "name": "ncclKernel_AllGather_RING", "ts": 50, "dur": 100},
         {"cat": "kernel", "name": "gemm", "ts": 140, "dur": 60}]
        """);

    assertThat(traces.getFirst().split().exposedUs()).isEqualTo(140);
    assertThat(traces.getFirst().split().groups().stream().mapToDouble(GroupTime::exposedUs).sum())
        .isEqualTo(140);
  }

  @ParameterizedTest
  @CsvSource({
    "ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*), '', AllReduce",
    "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage), '', ReduceScatter",
    "ncclDevKernel_SendRecv(ncclDevComm*), '', SendRecv",
    "ncclDevKernel_Generic(x), _reduce_scatter_base, ReduceScatter",
    "ncclSymkDevKernel_AllGather_LL, '', AllGather",
    "'void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>', '', AllReduce",
    "ncclDevKernel_Generic_4(x), '', collective",
    "ampere_sgemm_32x128_nt, '', ''"
  })
  void kernels_that_communicate_are_known_by_name(String kernel, String told, String operation) {
    assertThat(Kernels.operation(kernel, told)).isEqualTo(operation);
  }
}
