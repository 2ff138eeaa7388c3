package io.busbar.nccl.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.ncclxml.NcclXmlReader;
import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFiles;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.Kind;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.version.NcclVersion;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablesTest {
  private static final LinkRates NEWEST = LinkRates.of(NcclVersion.newest());

  @ParameterizedTest
  @CsvSource({
    "32.0 GT/s PCIe, 16, 48e9",
    "32 GT/s, 16, 48e9",
    "16 GT/s, 16, 24e9",
    "8.0 GT/s PCIe, 16, 12e9",
    "8 GT/s, 8, 6e9",
    "2.5 GT/s, 1, 0.1875e9",
    "64.0 GT/s PCIe, 16, 96e9",
    "'', 0, 12e9",
    "Unknown, 4, 3e9",
  })
  void pcie_counts_as_width_times_speed_over_eighty(String speed, int width, double rate) {
    assertThat(NEWEST.pcie(speed, width)).isEqualTo(rate);
  }

  @ParameterizedTest
  @CsvSource({
    "2.30.7, 100, 40.1",
    "2.30.7, 103, 40.1",
    "2.26.6, 100, 40.0",
    "2.30.7, 90, 20.6",
    "2.18.6, 90, 20.0",
    "2.30.7, 86, 12",
    "2.30.7, 89, 20",
    "2.30.7, 80, 20",
    "2.17.1, 80, 22",
    "2.30.7, 60, 18",
    "2.30.7, , 20",
  })
  void a_link_counts_by_capability_and_version(String version, Integer sm, double gigabytes) {
    LinkRates rates = LinkRates.of(NcclVersion.find(version).orElseThrow());

    assertThat(rates.nvLink(sm)).isEqualTo(gigabytes * 1e9);
  }

  @ParameterizedTest
  @CsvSource({
    "2.30.7, x86_64, GenuineIntel, 207, 40",
    "2.30.7, x86_64, GenuineIntel, 173, 22",
    "2.30.7, x86_64, GenuineIntel, 143, 22",
    "2.25.1, x86_64, GenuineIntel, 143, 10",
    "2.30.7, x86_64, GenuineIntel, 85, 10",
    "2.6.4, x86_64, GenuineIntel, 85, 9",
    "2.30.7, x86_64, GenuineIntel, 79, 6",
    "2.30.7, x86_64, AuthenticAMD, 49, 16",
    "2.30.7, x86_64, '  Shanghai  ', 1, 6",
    "2.30.7, arm64, '', 0, 6",
    "2.30.7, ppc64, '', 0, 32",
  })
  void sockets_count_by_processor(
      String version, String arch, String vendor, int model, double gigabytes) {
    String text =
        "<cpu arch=\"%s\" vendor=\"%s\" familyid=\"6\" modelid=\"%d\"/>"
            .formatted(arch, vendor, model);
    Cpu cpu =
        TopologyFiles.of(NcclXmlReader.parse("x", text.getBytes(StandardCharsets.UTF_8)))
            .cpus()
            .getFirst();
    LinkRates rates = LinkRates.of(NcclVersion.find(version).orElseThrow());

    assertThat(rates.betweenCpus(cpu)).isEqualTo(gigabytes * 1e9);
  }

  @Test
  void a_network_device_counts_by_its_rate() {
    assertThat(NEWEST.network(400_000.0)).isEqualTo(50e9);
    assertThat(NEWEST.network(-1.0)).isEqualTo(1.25e9);
    assertThat(NEWEST.network(null)).isEqualTo(1.25e9);
  }

  @ParameterizedTest
  @CsvSource({
    "2.6.4, 2, PIX", "2.8.4, 2, NVB", "2.8.4, 3, PIX", "2.12.12, 5, PXN", "2.17.1, 8, DIS",
    "2.18.6, 8, NET", "2.24.3, 9, DIS", "2.26.6, 3, C2C", "2.26.6, 6, PXN", "2.27.7, 6, P2C",
    "2.30.7, 7, PXN", "2.30.7, 11, DIS", "2.5.7, 0, LOC",
  })
  void numbers_of_path_types_shift_with_the_version(String version, int number, PathType type) {
    assertThat(PathNumbers.decode(NcclVersion.find(version).orElseThrow(), number)).contains(type);
  }

  @Test
  void a_number_that_a_version_does_not_have_is_none() {
    assertThat(PathNumbers.decode(NcclVersion.of(2, 6, 4), 7)).isEmpty();
    assertThat(PathNumbers.decode(NcclVersion.newest(), -1)).isEmpty();
  }

  @Test
  void the_newest_numbers_are_the_order_of_path_types() {
    for (PathType type : PathType.values()) {
      assertThat(PathNumbers.decode(NcclVersion.newest(), type.ordinal())).contains(type);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ff | 0-7",
        "00000000,0000ffff,ffffffff | 0-47",
        "000000ff,ffff0000,00ffffff | 0-23,48-71",
        "1 | 0",
        "80000000,1 | 0,63",
        "0 | ''",
        "'' | ''",
        "xyz | ''",
        "fffffffff | ''",
      })
  void a_mask_is_a_list_of_cores(String mask, String cores) {
    assertThat(Cores.ofMask(mask)).isEqualTo(cores);
  }

  @Test
  void every_device_of_the_table_is_in_the_catalogue() {
    Catalog catalog = Catalog.standard();

    assertThat(Devices.all())
        .isNotEmpty()
        .allSatisfy(name ->
            assertThat(catalog.find(Kind.GPU, name) != null || catalog.find(Kind.NIC, name) != null)
                .as(name)
                .isTrue());
  }

  @Test
  void a_gpu_is_known_by_its_number_or_as_the_usual_one() {
    assertThat(gpu("device=\"0x2335\"", "90", 18))
        .returns("h200-sxm", r -> r.gpu().name())
        .returns(true, Devices.Recognised::byNumber);
    assertThat(gpu("", "90", 18))
        .returns("h100-sxm", r -> r.gpu().name())
        .returns(false, Devices.Recognised::byNumber);
    assertThat(gpu("device=\"0xffff\"", "75", 0)).isNull();
  }

  private static Devices.@Nullable Recognised gpu(String device, String sm, int links) {
    String text =
        "<pci busid=\"a\" class=\"0x0302\" %s><gpu sm=\"%s\"><nvlink count=\"%d\"/></gpu></pci>"
            .formatted(device, sm, links);
    return Devices.gpu(
        FileTopology.of(
            TopologyFiles.of(NcclXmlReader.parse("x", text.getBytes(StandardCharsets.UTF_8))),
            NEWEST));
  }
}
