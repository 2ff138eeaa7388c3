package io.busbar.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTextTest {
  @Test
  void cells_are_quoted_where_they_have_to_be() {
    assertThat(CsvText.line(List.of("a,b", "say \"x\"", "two\nlines", "plain", 1.5)))
        .isEqualTo("\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",plain,1.5\n");
    assertThat(CsvText.line(Arrays.asList(null, "x", null))).isEqualTo(",x,\n");
  }

  @Test
  void texts_that_look_like_formulas_are_quoted_and_numbers_are_not() {
    assertThat(CsvText.line(List.of("=1+1", "+x", "-node", "@sum", -3, -0.5)))
        .isEqualTo("\"=1+1\",\"+x\",\"-node\",\"@sum\",-3,-0.5\n");
  }

  @Test
  void what_is_written_reads_back() {
    String text = CsvText.line(List.of("a", "b")) + CsvText.line(List.of("x, \"y\"", "=z"));
    CsvTable.Row row = CsvTable.parse("x.csv", text).rows().getFirst();
    assertThat(row.text("a")).isEqualTo("x, \"y\"");
    assertThat(row.text("b")).isEqualTo("=z");
  }
}
