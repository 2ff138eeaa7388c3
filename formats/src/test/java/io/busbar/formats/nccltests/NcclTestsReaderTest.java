package io.busbar.formats.nccltests;

import static io.busbar.formats.nccltests.Outputs.HEADER;
import static io.busbar.formats.nccltests.Outputs.NEWEST;
import static io.busbar.formats.nccltests.Outputs.read;
import static io.busbar.formats.nccltests.Outputs.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.formats.nccltests.NcclTestsTable.CollectiveFrom;
import io.busbar.formats.nccltests.NcclTestsTable.Device;
import io.busbar.formats.nccltests.NcclTestsTable.Half;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NcclTestsReaderTest {

  private static final String ROW =
      "    67108864      16777216     float     sum      -1    695.5   96.49  168.86      0"
          + "    695.2   96.53  168.93      0\n";

  @Test
  void the_newest_layout_is_read_whole() {
    NcclTests read = read(NEWEST);

    assertThat(read.warnings()).isEmpty();
    assertThat(read.tables()).hasSize(1);
    NcclTestsTable table = read.tables().get(0);
    assertThat(table.collective()).isEqualTo("all_gather");
    assertThat(table.collectiveFrom()).isEqualTo(CollectiveFrom.OUTPUT);
    assertThat(table.testsVersion()).isEqualTo("2.17.6");
    assertThat(table.ncclVersion()).isEqualTo("2.28.3");
    assertThat(table.setup())
        .isEqualTo(new NcclTestsSetup(1, 1, 1024, 1L << 30, "2(factor)", 1, 20, 1, 1, 0));
    assertThat(table.devices())
        .containsExactly(
            new Device(6, 0, 0, "node01", 0, "000f:01:00", "NVIDIA GB10"),
            new Device(7, 1, 0, "node02", 0, "000f:01:00", "NVIDIA GB10"));
    assertThat(table.rows().get(1))
        .isEqualTo(
            new Row(
                13,
                1L << 30,
                134217728,
                "float",
                "none",
                -1,
                new Half(28650, 37.48, 18.74, 0, Double.NaN),
                new Half(25630, 41.89, 20.95, 0, Double.NaN)));
    assertThat(table.rows().get(1).bestTimeUs()).isEqualTo(25630);
    assertThat(table.wrongValues()).isZero();
    assertThat(table.averageBusbwGBps()).isEqualTo(9.9);
    assertThat(table.concluded()).isTrue();
  }

  @Test
  void versions_before_2_13_have_no_root_and_print_the_largest_error() {
    NcclTestsTable table =
        table(
            """
            # nThread 1 nGpus 4 minBytes 8 maxBytes 134217728 step: 2(factor) warmup iters: 5 iters: 20 validation: 1
            #   Rank  0 Pid  31823 on bessemer-node026 device  0 [0x3d] Tesla V100-PCIE-32GB
            #   Rank  3 Pid  31823 on bessemer-node026 device  3 [0x40] Tesla V100-PCIE-32GB
            #       size         count    type   redop     time   algbw   busbw  error     time   algbw   busbw  error
            #        (B)    (elements)                     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                33554432       8388608   float     sum    19902    1.69    2.53  2e-07    19898    1.69    2.53  1e-07
            """);

    assertThat(table.setup().gpusPerThread()).isEqualTo(4);
    assertThat(table.ranks()).isEqualTo(4);
    Row row = table.rows().get(0);
    assertThat(row.redop()).isEqualTo("sum");
    assertThat(row.root()).isEqualTo(-1);
    assertThat(row.outOfPlace()).isEqualTo(new Half(19902, 1.69, 2.53, -1, 2e-07));
    assertThat(row.inPlace().maxError()).isEqualTo(1e-07);
    assertThat(table.collective()).isEqualTo("all_reduce");
    assertThat(table.collectiveFrom()).isEqualTo(CollectiveFrom.RATIO);
  }

  @Test
  void an_old_all_gather_has_neither_operation_nor_root() {
    NcclTestsTable table =
        table(
            """
            #       size         count    type     time   algbw   busbw  error     time   algbw   busbw  error
                33554432       8388608   float    19902    1.69    1.27  0e+00    19898    1.69    1.27  0e+00
            """);
    assertThat(table.rows().get(0).redop()).isEmpty();
    assertThat(table.rows().get(0).outOfPlace().timeUs()).isEqualTo(19902);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1,0]<stdout>:",
        "[1,0]<stdout>: ",
        "0: ",
        "nccl-launcher-7fzq: ",
        "[pod/nccl-launcher/main] ",
        "2025-03-01T10:00:00.123456789Z stdout F ",
        "[0] ",
        "node01 | "
      })
  void tags_of_launchers_are_skipped(String tag) {
    NcclTests read = read(NEWEST.lines().map(tag::concat).reduce("", (a, b) -> a + b + "\n"));

    assertThat(read.warnings()).isEmpty();
    NcclTestsTable table = read.tables().get(0);
    assertThat(table.collective()).isEqualTo("all_gather");
    assertThat(table.ranks()).isEqualTo(2);
    assertThat(table.rows()).isEqualTo(table(NEWEST).rows());
    assertThat(table.concluded()).isTrue();
  }

  @Test
  void a_row_goes_on_behind_lines_of_the_library() {
    NcclTests read =
        read(
            HEADER
                + "    67108864      16777216     float     sum      -1"
                + "node01:12:13 [0] NCCL INFO Channel 00 : 0[0] -> 1[0] via P2P/IPC\n"
                + "node01:12:13 [1] NCCL INFO Connected all trees\n"
                + "    695.5   96.49  168.86      0 node01:12:14 [0] NCCL INFO comm 0x7f\n"
                + "0: 695.2   96.53  168.93      0\n"
                + ROW);

    assertThat(read.warnings()).isEmpty();
    List<Row> rows = read.tables().get(0).rows();
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).outOfPlace()).isEqualTo(rows.get(1).outOfPlace());
    assertThat(rows.get(0).inPlace()).isEqualTo(rows.get(1).inPlace());
    assertThat(rows.get(0).line()).isEqualTo(4);
  }

  @Test
  void a_row_behind_a_foreign_text_on_one_line_is_found() {
    NcclTestsTable table = table(HEADER + "node01:9:9 [0] NCCL INFO Launch mode Parallel " + ROW);
    assertThat(table.rows()).hasSize(1);
    assertThat(table.rows().get(0).inPlace().busbwGBps()).isEqualTo(168.93);
  }

  @Test
  void a_row_cut_by_the_end_of_the_file_is_used_as_far_as_it_goes() {
    NcclTests read = read(HEADER + ROW + ROW.substring(0, ROW.indexOf("695.2") + 5));

    assertThat(read.tables().get(0).rows()).hasSize(2);
    assertThat(read.tables().get(0).rows().get(1).inPlace().timeUs()).isEqualTo(695.2);
    assertThat(read.warnings()).hasSize(1);
    assertThat(read.warnings().get(0).at().line()).isEqualTo(5);
    assertThat(read.warnings().get(0).hint()).isEqualTo("what is there is used");
  }

  @Test
  void a_row_without_a_time_is_left_out_with_a_warning() {
    NcclTests read = read(HEADER + ROW.substring(0, ROW.indexOf("-1") + 2) + "\n" + ROW);

    assertThat(read.tables().get(0).rows()).hasSize(1);
    assertThat(read.warnings()).hasSize(1);
    assertThat(read.warnings().get(0).hint()).isEqualTo("the row is left out");
  }

  @Test
  void a_cell_that_is_no_number_costs_only_itself() {
    NcclTests read = read(HEADER + ROW.replace("96.49", "xx.xx"));

    Half half = read.tables().get(0).rows().get(0).outOfPlace();
    assertThat(half.algbwGBps()).isNaN();
    assertThat(half.busbwGBps()).isEqualTo(168.86);
    assertThat(read.warnings())
        .singleElement()
        .satisfies(w -> assertThat(w.key()).isEqualTo("algbw"))
        .satisfies(w -> assertThat(w.read()).isEqualTo("xx.xx"))
        .satisfies(w -> assertThat(w.at().line()).isEqualTo(4));
  }

  @Test
  void unchecked_results_and_a_missing_half_are_no_fault() {
    NcclTests read =
        read(
            HEADER
                + "   134217728      33554432     float     sum      -1   1305.0  102.85  179.99   "
                + " N/A   1312.3  102.27  178.98    N/A\n"
                + "   268435456      67108864     float     sum      -1   2392.6  112.19  196.34   "
                + "   0\n");

    assertThat(read.warnings()).isEmpty();
    List<Row> rows = read.tables().get(0).rows();
    assertThat(rows.get(0).outOfPlace().wrong()).isEqualTo(-1);
    assertThat(rows.get(1).inPlace()).isEqualTo(Half.NONE);
    assertThat(rows.get(1).bestTimeUs()).isEqualTo(2392.6);
  }

  @Test
  void columns_of_later_versions_and_of_rccl_are_skipped_by_their_header() {
    Row row =
        table(
                """
                #       size         count      type   redop    root  algo  proto  nchannels     time   algbw   busbw  #wrong    i_min    i_max    i_p99    i_cv%     time   algbw   busbw  #wrong    i_min    i_max    i_p99    i_cv%            timestamp
                     1048576        262144     float     sum      -1  Ring  LL128         32   100.00   10.49   18.35       0    98.10   103.20   103.00     1.20   101.00   10.38   18.17       0    99.00   104.00   104.00     1.10  2026-09-26 10:00:00
                """)
            .rows()
            .get(0);
    assertThat(row.outOfPlace()).isEqualTo(new Half(100, 10.49, 18.35, 0, Double.NaN));
    assertThat(row.inPlace()).isEqualTo(new Half(101, 10.38, 18.17, 0, Double.NaN));
  }

  @Test
  void rows_without_a_header_are_read_by_their_form() {
    NcclTestsTable table = table(ROW + "  33554432  8388608  float  19902  1.69  1.27  0e+00\n");
    assertThat(table.rows().get(0).inPlace().busbwGBps()).isEqualTo(168.93);
    assertThat(table.rows().get(1).outOfPlace().busbwGBps()).isEqualTo(1.27);
  }

  @Test
  void several_runs_in_one_file_are_several_tables() {
    NcclTests read =
        read(
            "$ mpirun -np 8 ./build/all_reduce_perf -b 64M -e 64M\n"
                + HEADER
                + ROW
                + "# Out of bounds values : 16 FAILED\n# Avg bus bandwidth    : 168.9\n#\n"
                + "$ ./build/reduce_scatter_perf -g 8\n"
                + HEADER
                + ROW
                + NEWEST);

    assertThat(read.tables())
        .extracting(NcclTestsTable::collective)
        .containsExactly("all_reduce", "reduce_scatter", "all_gather");
    assertThat(read.tables().get(0).wrongValues()).isEqualTo(16);
    assertThat(read.tables().get(1).concluded()).isFalse();
  }

  @Test
  void independent_jobs_in_one_output_are_told() {
    NcclTests read =
        read(
            """
            #  Rank  0 Group  0 Pid   3591 on   node01 device  0 [0x03] NVIDIA A100-PCIE-40GB
            #  Rank  1 Group  0 Pid   3591 on   node01 device  1 [0x03] NVIDIA A100-PCIE-40GB
            #  Rank  0 Group  0 Pid   2451 on   node02 device  0 [0x03] NVIDIA A100-PCIE-40GB
            #  Rank  1 Group  0 Pid   2451 on   node02 device  1 [0x03] NVIDIA A100-PCIE-40GB
            NCCL version 2.19.3+cuda12.3
            """);
    NcclTestsTable table = read.tables().get(0);
    assertThat(table.independentJobs()).isTrue();
    assertThat(table.ranks()).isEqualTo(2);
    assertThat(table.ncclVersion()).isEqualTo("2.19.3");
    assertThat(table.hosts()).containsExactly("node01", "node02");
    assertThat(read.warnings()).singleElement().asString().contains("MPI=1");
  }

  @ParameterizedTest
  @CsvSource({
    "all_reduce_8gpu.txt, all_reduce",
    "H100-alltoall.log, alltoall",
    "reduce-scatter.out, reduce_scatter",
    "sendrecv_perf.2n.txt, sendrecv",
    "results.txt, ''",
  })
  void the_name_of_the_file_helps_when_nothing_else_does(String name, String collective) {
    NcclTests read =
        read(name, HEADER + ROW.replace("168.86", "  0.00").replace("168.93", "  0.00"));
    assertThat(read.tables().get(0).collective()).isEqualTo(collective);
  }

  @Test
  void what_is_no_output_of_the_tool_gives_no_table() {
    assertThat(read("hello\n\u0000\u0001\nNCCL WARN 12 34 float\n").tables()).isEmpty();
    assertThat(read("").tables()).isEmpty();
  }

  @Test
  void hostile_lines_do_no_harm() {
    String digits = "9".repeat(100_000);
    NcclTests read =
        read(
            HEADER
                + digits
                + " 1 float sum -1 1 1 1 0\n"
                + "99999999999999999999999 1 float sum -1 1 1 1 0\n"
                + "1024 1 float sum -1 1e999 NaN -5 0\n"
                + "# Rank 99999999999 Pid 1 on x device 0 [0x1] y\n"
                + "# nThread 99999999999999999999 nGpus -7\n"
                + "# Avg bus bandwidth : e+-\n"
                + "#".repeat(100_000));
    assertThat(read.tables().stream().flatMap(t -> t.rows().stream())).isEmpty();
    assertThat(read.warningCount()).isPositive();
  }

  @Test
  void a_missing_file_is_refused() {
    assertThatThrownBy(() -> NcclTestsReader.read(Path.of("no-such-file")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("an existing file");
  }
}
