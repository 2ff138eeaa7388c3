package io.busbar.formats.osu;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problems;
import io.busbar.formats.osu.OsuTable.Row;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OsuReaderTest {
  private final Problems warnings = new Problems();

  private List<OsuTable> read(String text) throws IOException {
    return OsuReader.read(
        "osu.txt", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), warnings);
  }

  @Test
  void tables_are_found_in_a_log_of_other_things() throws IOException {
    List<OsuTable> tables =
        read(
            """
            srun: job 9906524 queued and waiting for resources

            # OSU MPI-CUDA Allreduce Latency Test v7.0
            # Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
            4                       1.98              1.90              2.10        1000
            [1678205653.80] [node_name:903  :0]        ucc_coll.c:255  UCC_COLL INFO  coll_init
            16777216             8630.58           8619.50           8642.46         10
            33554432

            # OSU MPI-CUDA Allgather Latency Test v7.0
            # Size       Avg Latency(us)
            1024                   12.5
            """);

    assertThat(tables).extracting(OsuTable::collective).containsExactly("all_reduce", "all_gather");
    assertThat(tables.get(0).rows())
        .containsExactly(new Row(5, 4, 1.98), new Row(7, 16777216, 8630.58));
    assertThat(tables.get(0).sizeBytes(tables.get(0).rows().get(0), 8)).isEqualTo(4);
    assertThat(tables.get(1).sizeBytes(tables.get(1).rows().get(0), 8)).isEqualTo(8192);
    assertThat(warnings.list())
        .singleElement()
        .satisfies(w -> assertThat(w.at().line()).isEqualTo(8));
  }

  @ParameterizedTest
  @CsvSource({
    "OSU MPI Broadcast Latency Test v5.9, broadcast",
    "OSU MPI All-to-All Personalized Exchange Latency Test v5.6, alltoall",
    "OSU MPI-ROCM Reduce_scatter Latency Test v7.1, reduce_scatter",
    "OSU NCCL Alltoall Latency Test v7.4, alltoall",
    "OSU MPI Barrier Latency Test v5.9, ''",
  })
  void the_title_names_the_collective(String title, String collective) throws IOException {
    assertThat(read("# " + title + "\n# Size\n8 1.5\n").get(0).collective()).isEqualTo(collective);
  }

  @Test
  void what_is_no_table_of_osu_gives_none() throws IOException {
    assertThat(read("8 1.5\n# OSU\n# OSU MPI Bandwidth Test\n8 1\n")).isEmpty();
  }
}
