package io.busbar.tune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.GroupShape;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TunerFileTest {
  private static String file(String cluster) {
    Cluster where =
        Objects.requireNonNull(
            Clusters.parse(cluster, Position.of("--cluster"), new Problems()), cluster);
    NcclVersion version = NcclVersion.newest();
    NcclTime time = NcclTime.of(where, NcclSetup.of(version, where.node().gpu()));
    Map<String, GroupShape> groups = new LinkedHashMap<>();
    groups.put("whole cluster", NcclTime.shape(where, where.gpus(), where.gpusPerDomain()));
    groups.put("one node", NcclTime.shape(where, where.gpusPerDomain(), where.gpusPerDomain()));
    return TunerText.of(TunerTable.of(time, groups), where.name(), version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dgx-h100:16", "dgx-h100:1", "dgx-a100:4", "gb200-nvl72:2"})
  void a_written_file_reads_back_and_covers_every_size(String cluster) {
    String text = file(cluster);
    List<TunerRow> rows = TunerFile.parse("f", text);
    assertThat(rows).isNotEmpty().allMatch(row -> row.channels() >= 1);
    assertThat(text.lines()).allMatch(line -> line.length() <= 255 && !line.isEmpty());
    assertThat(rows.stream().map(TunerRow::line))
        .containsExactlyElementsOf(text.lines().filter(l -> !l.startsWith("#")).toList());
    for (NcclFunction f : NcclFunction.all()) {
      for (long bytes : new long[] {0, 1, 65_536, 65_537, 1 << 30, 1L << 49}) {
        assertThat(rows.stream())
            .anyMatch(r -> r.function() == f && r.minBytes() <= bytes && bytes <= r.maxBytes());
      }
    }
  }

  /** Of large messages NCCL sends Simple; that LL128 is modelled a little faster is no reason. */
  @ParameterizedTest
  @ValueSource(strings = {"dgx-h100:16", "dgx-a100:4", "gb200-nvl72:2"})
  void where_the_gain_is_within_the_error_the_choice_of_nccl_stays(String cluster) {
    assertThat(TunerFile.parse("f", file(cluster)))
        .filteredOn(row -> row.maxBytes() == TunerRow.END)
        .extracting(TunerRow::protocol)
        .containsOnly(Protocol.SIMPLE);
  }

  @Test
  void the_header_explains_both_traps() {
    assertThat(file("dgx-h100:4"))
        .contains("# Trap 1: the plugin sets one channel")
        .contains("# Trap 2: since 2.28.9");
  }

  @Test
  void specific_communicators_stand_before_any() {
    List<TunerRow> rows = TunerFile.parse("f", file("dgx-h100:4"));
    assertThat(rows.getFirst().ranks()).isEqualTo(32);
    assertThat(rows.getLast().ranks()).isEqualTo(TunerRow.ANY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "allreduce,0,9,ring,simple,-1,-1,-1; one channel",
        "allreduce,0,9,Ring,simple,2,-1,-1; one of tree, ring",
        "all_reduce,0,9,ring,simple,2,-1,-1; did you mean 'allreduce'?",
        "allreduce,0,9,ring,simpel,2,-1,-1; did you mean 'simple'?",
        "allreduce,0,9,ring,simple,2,-1; 8, 9 or 10 fields",
        "collective,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks; one of"
            + " broadcast",
        "allreduce,0,9x,ring,simple,2,-1,-1; max_bytes",
        "allreduce,5,1125899906842624,ring,simple,2,4,32; starts at 0",
        "allreduce,0,4096,ring,simple,2,4,32; rows up to",
      })
  void what_the_plugin_drops_or_misreads_is_refused(String line, String message) {
    String text = file("dgx-h100:1") + line + "\n";
    assertThatThrownBy(() -> TunerFile.parse("f", text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void a_file_without_a_last_resort_is_refused() {
    assertThatThrownBy(() -> TunerFile.parse("f", "allreduce,0,1125899906842624,ring,simple,2,1,8"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("any communicator");
  }
}
