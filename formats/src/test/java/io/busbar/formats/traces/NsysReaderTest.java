package io.busbar.formats.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.artefact.Place;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On an export that Python's sqlite3 wrote in pages of 512 bytes: two GPUs, 40 steps of 1 ms, each
 * with 0.4 ms computed, an all-reduce of 0.3 ms of which 0.2 are exposed, a copy of 0.05, a wait
 * for data of 0.1, and 0.1 computed by a kernel with a name of 1,500 letters.
 */
class NsysReaderTest {
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Found found =
      new Found() {
        @Override
        public void add(Entry entry) {
          entries.add(entry);
        }

        @Override
        public void warn(Place at, String message) {
          warnings.add(message);
        }
      };

  @TempDir private Path folder;

  private static byte[] export() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(NsysReaderTest.class.getResourceAsStream("nsys.sqlite"))) {
      return in.readAllBytes();
    }
  }

  private boolean read(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("x.sqlite"), bytes);
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      return NsysReader.read("x.sqlite", channel, found);
    }
  }

  @Test
  void each_gpu_of_an_export_is_a_trace() throws IOException {
    assertThat(read(export())).isTrue();

    assertThat(warnings).isEmpty();
    assertThat(entries).hasSize(2);
    GpuTrace trace = (GpuTrace) entries.getFirst();
    assertThat(trace.label()).isEqualTo("GPU 0");
    TimeSplit s = trace.split();
    assertThat(s.steps()).isEqualTo(40);
    assertThat(s.spanUs()).isEqualTo(40_000);
    assertThat(s.computeUs()).isEqualTo(20_000);
    assertThat(s.exposedUs()).isEqualTo(8_000);
    assertThat(s.copyUs()).isEqualTo(2_000);
    assertThat(s.dataLoadingUs()).isEqualTo(4_000);
    assertThat(s.groups()).hasSize(1);
    assertThat(s.groups().getFirst().operation()).isEqualTo("AllReduce");
    assertThat(trace.collectives().getFirst().at().text())
        .contains("ncclDevKernel_AllReduce_Sum_bf16_RING_LL from 300000 to 600000 ns");
  }

  @Test
  void a_cut_or_changed_export_gives_a_warning_at_most() throws IOException {
    byte[] whole = export();
    for (int length = 0; length < whole.length; length += 512) {
      read(Arrays.copyOf(whole, length));
    }
    Random random = new Random(11);
    for (int i = 0; i < 300; i++) {
      byte[] changed = whole.clone();
      for (int k = 0; k < 8; k++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      }
      read(changed);
    }
    assertThat(warnings).isNotEmpty();
  }

  private void stats(String text) throws IOException {
    new LineScanner(List.of(NsysStatsReader::new))
        .scan("stats.txt", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), found);
  }

  @Test
  void a_summary_as_table_is_read() throws IOException {
    stats(
        """
         ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

         Time (%)  Total Time (ns)  Instances   Avg (ns)   Med (ns)  Min (ns)  Max (ns)   StdDev (ns)                     Name
         --------  ---------------  ---------  ---------  ---------  --------  ---------  -----------  -------------------------------------
             60.0       60,000,000        100  600,000.0  500,000.0     1,000  9,000,000      1,000.0  ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgs x)
             40.0       40,000,000        200  200,000.0  200,000.0     1,000    300,000      1,000.0  void gemm<int, 4>(float *)

         ** CUDA GPU MemOps Summary (by Time) (cuda_gpu_mem_time_sum):
        """);

    assertThat(entries).hasSize(2);
    KernelTotal first = (KernelTotal) entries.getFirst();
    assertThat(first.operation()).isEqualTo("AllReduce");
    assertThat(first.totalNs()).isEqualTo(60e6);
    assertThat(first.instances()).isEqualTo(100);
    assertThat(first.medianNs()).isEqualTo(500_000);
    assertThat(first.maxNs()).isEqualTo(9e6);
    assertThat(((KernelTotal) entries.getLast()).name()).isEqualTo("void gemm<int, 4>(float *)");
  }

  @Test
  void a_summary_as_csv_is_read() throws IOException {
    stats(
        """
        Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,StdDev,Name
        60.0,60000000,100,600000.0,1000,9000000,1000.0,"ncclKernel_AllGather_RING_LL(int, int)"
        """);

    assertThat(entries).hasSize(1);
    assertThat(((KernelTotal) entries.getFirst()).operation()).isEqualTo("AllGather");
    assertThat(((KernelTotal) entries.getFirst()).medianNs()).isNaN();
  }
}
