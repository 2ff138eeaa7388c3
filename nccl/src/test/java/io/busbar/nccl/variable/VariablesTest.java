package io.busbar.nccl.variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.busbar.formats.csv.CsvTable;
import io.busbar.nccl.version.NcclVersion;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariablesTest {
  private static final Variables ALL = Variables.standard();
  private static final Path FACTS = Path.of("../../shared/facts/nccl-env.csv");

  private static Variable find(String name) {
    return ALL.find(name).orElseThrow();
  }

  private static NcclVersion version(String text) {
    return NcclVersion.find(text).orElseThrow();
  }

  @Test
  void every_row_is_complete() {
    assertThat(ALL.all()).hasSizeGreaterThan(450);
    for (Variable v : ALL.all()) {
      assertThat(v.name()).matches("[A-Z][A-Z0-9_]+");
      assertThat(v.meaning()).as(v.name()).isNotBlank();
      assertThat(v.source()).as(v.name()).isNotBlank();
      assertThat(v.family()).as(v.name()).isNotBlank();
      if (v.owner() == Owner.NCCL) {
        assertThat(v.since()).as(v.name() + " since").isNotNull();
      }
    }
    Set<Owner> owners = EnumSet.noneOf(Owner.class);
    ALL.all().forEach(v -> owners.add(v.owner()));
    assertThat(owners).isEqualTo(EnumSet.allOf(Owner.class));
  }

  @Test
  void versions_are_in_order() {
    for (Variable v : ALL.all()) {
      if (v.since() != null && v.until() != null) {
        assertThat(v.since()).as(v.name()).isLessThanOrEqualTo(v.until());
      }
      for (int i = 1; i < v.history().size(); i++) {
        assertThat(v.history().get(i - 1).from())
            .as(v.name())
            .isLessThan(v.history().get(i).from());
      }
      if (v.status() == Status.REMOVED && v.owner().followsNccl()) {
        assertThat(v.until()).as(v.name() + " until").isNotNull();
      }
    }
  }

  @Test
  void replacements_exist_and_are_not_removed_themselves() {
    for (Variable v : ALL.all()) {
      for (String each : v.replacements()) {
        String name = each.contains("=") ? each.substring(0, each.indexOf('=')) : each;
        assertThat(ALL.find(name)).as(v.name() + " -> " + name).isPresent();
        assertThat(find(name).status()).isNotIn(Status.REMOVED, Status.NEVER);
      }
    }
  }

  @Test
  void a_default_is_a_value_that_the_variable_takes() {
    for (Variable v : ALL.all()) {
      if (v.type().integer() && v.fallback().matches("\\d+")) {
        assertThat(v.allowed().accepts(Long.parseLong(v.fallback())))
            .as(v.name() + "=" + v.fallback() + " of " + v.allowed().shown())
            .isTrue();
      }
      if (v.history().size() > 0 && !v.fallback().isEmpty()) {
        String last = v.history().getLast().value();
        assertThat(last.equals("?") || last.equals(v.fallback())).as(v.name()).isTrue();
      }
    }
  }

  @Test
  void every_name_of_the_gathered_facts_is_here() {
    assumeThat(FACTS).as("the shared facts are not here").exists();
    CsvTable facts = CsvTable.read(FACTS);
    assertThat(facts.rows()).hasSize(452);
    for (CsvTable.Row row : facts.rows()) {
      String name = row.text("name").split(" ")[0];
      assertThat(ALL.find(name)).as(name).isPresent();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "NCCL_ALGO, 2.12, PRESENT",
    "NCCL_NVLS_ENABLE, 2.12, NOT_YET",
    "NCCL_NVLS_ENABLE, 2.17, PRESENT",
    "NCCL_NVLS_ENABLE, 2.17.1, PRESENT",
    "NCCL_IB_CUDA_SUPPORT, 2.12, GONE",
    "NCCL_IB_CUDA_SUPPORT, 2.3.7, PRESENT",
    "NCCL_MNNVL, 2.20, PRESENT",
    "NCCL_MNNVL, 2.21.5, GONE",
    "NCCL_CREATE_THREAD_CONTEXT, 2.30.4, PRESENT",
    "NCCL_CREATE_THREAD_CONTEXT, 2.30.7, GONE",
    "NCCL_IB_TC, 2.12, PRESENT",
    "NCCL_SHARP_ENABLE, 2.24, NEVER",
    "TORCH_NCCL_BLOCKING_WAIT, 2.12, PRESENT",
    "OFI_NCCL_RDMA_MIN_POSTED_BOUNCE_BUFFERS, 2.24, GONE",
  })
  void presence(String name, String version, Presence expected) {
    assertThat(find(name).presence(version(version))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "NCCL_IB_TIMEOUT, 2.12, 14",
    "NCCL_IB_TIMEOUT, 2.18, 18",
    "NCCL_IB_TIMEOUT, 2.24, 20",
    "NCCL_IB_GID_INDEX, 2.18, 0",
    "NCCL_IB_GID_INDEX, 2.21, -1",
    "NCCL_NVLS_ENABLE, 2.17, 1",
    "NCCL_NVLS_ENABLE, 2.18, 2",
    "NCCL_IB_SPLIT_DATA_ON_QPS, 2.18, 1",
    "NCCL_IB_SPLIT_DATA_ON_QPS, 2.20, 0",
    "NCCL_BUFFSIZE, 2.12, 4194304",
    "NCCL_CUMEM_ENABLE, 2.18, 0",
    "NCCL_CUMEM_ENABLE, 2.24, ''",
    "NCCL_ALGO, 2.24, ''",
  })
  void defaults_by_version(String name, String version, String expected) {
    assertThat(find(name).fallbackIn(version(version)).orElse("")).isEqualTo(expected);
  }

  @Test
  void the_nearest_name_is_one_that_somebody_reads() {
    assertThat(ALL.nearest("NCCL_BUFSIZE").orElseThrow().name()).isEqualTo("NCCL_BUFFSIZE");
    assertThat(ALL.nearest("NCCL_MAX_CHANNELS").orElseThrow().name())
        .isEqualTo("NCCL_MAX_NCHANNELS");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "12, 12, true, false",
        "0x1F, 31, true, false",
        "010, 8, true, true",
        "00, 0, true, false",
        "0, 0, true, false",
        "08, 0, false, false",
        "-2, -2, true, false",
        "4MB, 4, false, false",
        "'1,2', 1, false, false",
        "true, 0, false, false",
        "0x, 0, false, false",
        "8, 8, true, false",
        "0x10, 16, true, false",
        "' 7', 7, true, false",
        "'\t\n7', 7, true, false",
        "99999999999999999999, 9223372036854775807, true, false",
      })
  void numbers_are_read_as_c_reads_them(String text, long value, boolean whole, boolean octal) {
    CInteger number = CInteger.read(text);
    assertThat(number.value()).isEqualTo(value);
    assertThat(number.whole(text)).isEqualTo(whole);
    assertThat(number.octal()).isEqualTo(octal);
    assertThat(number.clamped()).isEqualTo(value == Long.MAX_VALUE);
  }

  @Test
  void a_malformed_table_is_a_fault_with_its_line() {
    String header = "name,family,owner,since,until,status,type,use\n";
    assertThatThrownBy(() -> Variables.parse(header + "A,f,nobody-known,,,current,int,safe\n"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no owner nobody-known");
    String twice = "A,f,nccl,2.4.2,,current,int,safe\n";
    assertThatThrownBy(() -> Variables.parse(header + twice + twice))
        .hasMessageContaining("stands twice");
  }
}
