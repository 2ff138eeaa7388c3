package io.busbar.app.command.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CatalogCommandTest {
  private final TestTerminal terminal = new TestTerminal();

  @ParameterizedTest
  @EnumSource
  void a_shelf_is_found_by_singular_and_plural_and_lists_all_names(Kind kind) {
    assertThat(terminal.run("catalog", kind.folder())).isEqualTo(0);
    TestTerminal plural = new TestTerminal();
    assertThat(plural.run("catalog", kind.plural())).isEqualTo(0);

    assertThat(plural.out()).isEqualTo(terminal.out());
    assertThat(terminal.out()).contains(Catalog.standard().names(kind));
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @ParameterizedTest
  @EnumSource
  void every_entry_is_printed_with_its_sources_in_100_columns(Kind kind) {
    for (String name : Catalog.standard().names(kind)) {
      TestTerminal one = new TestTerminal();
      assertThat(one.run("catalog", kind.folder(), name)).as(name).isEqualTo(0);
      assertThat(one.out()).contains("Figures\n");
      assertThat(one.out().lines()).allMatch(line -> line.length() <= 100);
    }
  }

  @Test
  void a_gpu_shows_figures_with_unit_quality_and_source() {
    assertThat(terminal.run("catalog", "gpu", "h100-sxm")).isEqualTo(0);
    assertThat(terminal.out())
        .containsPattern("memory rate +3350 GB/s")
        .contains("Bandwidths are per direction.")
        .contains("[1]")
        .contains("Sources\n");
  }

  @Test
  void the_hierarchy_of_a_node_has_five_levels_per_direction() {
    assertThat(terminal.run("catalog", "node", "dgx-h100", "--hierarchy")).isEqualTo(0);
    assertThat(terminal.out())
        .contains("Communication hierarchy of")
        .contains("450 GB/s")
        .contains("50 GB/s")
        .containsPattern("(3.35 TB|3350 GB)/s")
        .contains("per direction");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void an_unknown_shelf_is_answered_with_the_nearest() {
    assertThat(terminal.run("catalog", "gpuz")).isEqualTo(2);
    assertThat(terminal.err())
        .startsWith("SHELF: read 'gpuz', expected one of gpus, nodes, nics, switches, optics, ")
        .contains("did you mean 'gpus'?");
  }

  @Test
  void a_name_in_place_of_a_shelf_is_answered_with_its_shelf() {
    assertThat(terminal.run("catalog", "llama3-70b")).isEqualTo(2);
    assertThat(terminal.err()).contains("did you mean 'busbar catalog model llama3-70b'?");
  }

  @Test
  void an_unknown_name_is_answered_with_the_nearest() {
    assertThat(terminal.run("catalog", "models", "llama3-71b")).isEqualTo(2);
    assertThat(terminal.err()).contains("NAME: read 'llama3-71b'").contains("llama3-70b");
  }

  @Test
  void a_hierarchy_is_of_a_node() {
    assertThat(terminal.run("catalog", "gpu", "h100-sxm", "--hierarchy")).isEqualTo(2);
    assertThat(terminal.err()).startsWith("--hierarchy: read 'gpus', expected the name of a node");
  }

  @Test
  void units_stand_apart_from_their_numbers() {
    assertThat(CatalogReport.shown("3350GB/s")).isEqualTo("3350 GB/s");
    assertThat(CatalogReport.shown("600ns to 1.2us")).isEqualTo("600 ns to 1.2 us");
    assertThat(CatalogReport.shown("$2000000 to $3000000")).isEqualTo("$2,000,000 to $3,000,000");
    assertThat(CatalogReport.shown("70553706496")).isEqualTo("70,553,706,496");
    for (String same :
        new String[] {"8x400Gb/s", "h100-sxm", "5.0 x16", "p5.48xlarge", "2024-08"}) {
      assertThat(CatalogReport.shown(same)).isEqualTo(same);
    }
  }
}
