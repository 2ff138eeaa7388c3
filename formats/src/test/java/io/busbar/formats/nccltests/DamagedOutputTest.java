package io.busbar.formats.nccltests;

import static io.busbar.formats.nccltests.Outputs.NEWEST;
import static io.busbar.formats.nccltests.Outputs.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Outputs that were cut, mixed or damaged on their way. */
class DamagedOutputTest {

  private static List<Row> rows(NcclTests read) {
    return read.tables().stream().flatMap(t -> t.rows().stream()).toList();
  }

  @Test
  void a_cut_anywhere_leaves_the_rows_before_it() {
    List<Row> whole = rows(read(NEWEST));
    int secondRow = NEWEST.indexOf("1073741824     134217728");
    for (int end = 0; end <= NEWEST.length(); end++) {
      List<Row> left = rows(read(NEWEST.substring(0, end)));
      assertThat(left.size()).isLessThanOrEqualTo(2);
      if (end > secondRow) {
        assertThat(left.get(0)).isEqualTo(whole.get(0));
      }
    }
  }

  @Test
  void damaged_bytes_cost_no_more_than_their_lines() throws IOException {
    Random random = new Random(1);
    byte[] good = NEWEST.getBytes(StandardCharsets.UTF_8);
    for (int run = 0; run < 800; run++) {
      byte[] bad = good.clone();
      for (int i = 0; i < 1 + run % 20; i++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      NcclTests read = NcclTestsReader.read("x", new ByteArrayInputStream(bad));
      assertThat(rows(read).size()).isLessThanOrEqualTo(4);
      assertThat(rows(read)).allSatisfy(row -> assertThat(row.bestTimeUs()).isPositive());
      read.tables().forEach(table -> assertThat(table.ratio()).isNotNull());
    }
  }

  @Test
  void lines_of_the_library_between_all_lines_change_nothing() {
    StringBuilder mixed = new StringBuilder();
    NEWEST
        .lines()
        .forEach(line ->
            mixed
                .append("node01:512:640 [3] NCCL INFO Channel 00/24 : 0[0] -> 1[1] via P2P/CUMEM\n")
                .append(line)
                .append('\n'));
    List<Row> whole = rows(read(NEWEST));
    List<Row> found = rows(read(mixed.toString()));
    assertThat(found).hasSameSizeAs(whole);
    for (int i = 0; i < whole.size(); i++) {
      assertThat(found.get(i).outOfPlace()).isEqualTo(whole.get(i).outOfPlace());
      assertThat(found.get(i).inPlace()).isEqualTo(whole.get(i).inPlace());
    }
  }

  @Test
  void a_bandwidth_that_is_not_size_over_time_is_told() {
    NcclTests read = read(NEWEST.replace("   37.48 ", "   47.48 "));
    assertThat(read.warnings())
        .singleElement()
        .asString()
        .contains("out.txt:13: algbw: read '47.48 GB/s', expected size / time = 37.48 GB/s");
    assertThat(rows(read)).hasSize(2);
  }

  @Test
  void more_rows_than_any_table_has_are_left_out_with_one_warning() {
    String row = "8 2 float sum -1 1.00 0.00 0.00 0 1.00 0.00 0.00 0\n";
    NcclTests read = read(row.repeat(200_100));
    assertThat(rows(read)).hasSize(200_000);
    assertThat(read.warningCount()).isEqualTo(1);
  }
}
