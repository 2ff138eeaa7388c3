package io.busbar.nccl.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.nccl.version.NcclVersion;
import io.busbar.nccl.version.VersionedTables;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CostTablesTest {

  static Stream<NcclVersion> known() {
    return NcclVersion.known().stream();
  }

  static Stream<String> tables() {
    return NcclCostModel.constants().names().stream();
  }

  @ParameterizedTest
  @MethodSource("known")
  void every_known_release_has_all_tables(NcclVersion version) {
    assertThat(CostTables.of(version).correction[0]).hasSizeBetween(23, 24);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void every_entry_has_a_source_and_something_to_say(String table) {
    for (VersionedTables.Entry entry : NcclCostModel.constants().history(table)) {
      assertThat(entry.source()).isNotBlank();
      assertThat(entry.rows().isEmpty() && entry.value() == null && entry.choice().isEmpty())
          .as("%s since %s", table, entry.since())
          .isFalse();
    }
  }
}
