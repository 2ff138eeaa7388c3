package io.busbar.model.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.model.hardware.SwitchType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogTest {
  private static final Position AT = Position.of("--cluster");
  private final Catalog catalog = Catalog.standard();
  private final Problems problems = new Problems();

  @ParameterizedTest
  @CsvSource({
    "h100,h100-sxm",
    "H100_SXM5,h100-sxm",
    "H100-SXM-80GB,h100-sxm",
    "H100-SXM-80GB-700W,h100-sxm",
    "H100-SXM-96GB-HBM2e-500W,h100-sxm-96gb",
    "A100-SXM,a100-sxm-80gb",
    "A100-SXM-80GB,a100-sxm-80gb",
    "A100-SXM-40GB,a100-sxm-40gb",
    "A100 (Ampere),a100-sxm-80gb",
    "a100_sxm4_80,a100-sxm-80gb",
    "B200-180GB,b200-sxm",
    "B300,b300-sxm",
    "GB200,gb200",
    "gb200_gpu,gb200",
    "GB300,gb300",
    "H200-SXM-141GB,h200-sxm",
    "H800-SXM-80GB,h800-sxm",
    "V100-SXM3-32GB,v100-sxm-32gb",
    "TPUv4,tpu-v4"
  })
  void finds_a_gpu_by_the_names_that_people_write(String written, String canonical) {
    assertThat(catalog.find(Kind.GPU, written)).isNotNull();
    assertThat(catalog.find(Kind.GPU, written).name()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource({
    "aws_p5,p5.48xlarge",
    "p5,p5.48xlarge",
    "azure_nd_h100_v5,nd-h100-v5",
    "Standard_ND96isr_H100_v5,nd-h100-v5",
    "gcp_a3_mega,a3-mega",
    "BM.GPU.H100.8,bm.gpu.h100.8",
    "dgx_h100,dgx-h100"
  })
  void finds_a_node_by_the_names_that_people_write(String written, String canonical) {
    assertThat(catalog.find(Kind.NODE, written).name()).isEqualTo(canonical);
  }

  @Test
  void opening_a_canonical_name_opens_its_file_once_and_the_sources_when_asked() {
    List<String> opened = new ArrayList<>();
    Resources product = Resources.ofProduct();
    Catalog counted =
        new Catalog(path -> {
          opened.add(path);
          return product.open(path);
        });
    counted.find(Kind.GPU, "h100-sxm");
    counted.find(Kind.GPU, "h100-sxm");
    assertThat(opened).containsExactly("catalog/gpu/h100-sxm.yaml");
    assertThat(counted.find(Kind.GPU, "h100-sxm").fact("tdp").source())
        .endsWith("NVIDIA H100 product page, https://www.nvidia.com/en-us/data-center/h100/");
    assertThat(opened).containsExactly("catalog/gpu/h100-sxm.yaml", "catalog/sources.yaml");
    opened.clear();
    counted.node("dgx-h100", AT, problems);
    assertThat(opened).containsExactly("catalog/node/dgx-h100.yaml");
  }

  @Test
  void an_alias_looks_through_its_own_shelf_once() {
    List<String> opened = new ArrayList<>();
    Resources product = Resources.ofProduct();
    Catalog counted =
        new Catalog(path -> {
          opened.add(path);
          return product.open(path);
        });
    counted.document(Kind.GPU, "h100");
    assertThat(opened).doesNotHaveDuplicates().noneMatch(path -> path.contains("/node/"));
    int before = opened.size();
    counted.document(Kind.GPU, "a100");
    assertThat(opened.subList(before, opened.size())).containsExactly("catalog/gpu/a100.yaml");
  }

  @Test
  void an_unknown_name_is_a_problem_with_the_nearest_name_and_the_command_that_lists_them() {
    assertThat(catalog.node("dgx-h10O", AT, problems)).isNull();
    assertThat(problems.list().getFirst().toString())
        .isEqualTo(
            "--cluster: read 'dgx-h10O', expected a node of the catalogue; "
                + "did you mean 'dgx-h100'? 'busbar catalog nodes' lists them");
  }

  @ParameterizedTest
  @CsvSource({"'../gpu/h100-sxm'", "''", "'/etc/passwd'", "'..'", "'h100-sxm.yaml'"})
  void a_name_that_is_no_name_finds_nothing(String name) {
    assertThat(catalog.find(Kind.GPU, name)).isNull();
  }

  @Test
  void a_gpu_without_a_measured_matmul_takes_the_share_of_its_sibling_and_says_so() {
    Gpu gpu = catalog.gpu("a100-sxm-40gb", AT, problems);
    assertThat(problems.list()).isEmpty();
    assertThat(gpu.matmulBf16FlopPerSecond()).isEqualTo(271e12);
    Fact fact = gpu.entry().fact("matmul_bf16_rate");
    assertThat(fact.quality()).isEqualTo(Quality.ASSUMED);
    assertThat(fact.note()).isEqualTo("86.9 % of the peak, as on a100-sxm-80gb");
  }

  @Test
  void an_unmeasured_fp8_rate_takes_the_share_of_the_gpus_own_bf16_rate() {
    Gpu gpu = catalog.gpu("mi300x", AT, problems);
    assertThat(gpu.matmulFp8FlopPerSecond()).isCloseTo(668e12 / 1307 * 2615, within(1e12));
    assertThat(gpu.entry().quality(GpuKeys.MATMUL_FP8_RATE)).isEqualTo(Quality.ASSUMED);
  }

  @Test
  void software_sees_less_or_more_memory_than_the_vendor_prints() {
    Gpu gpu = catalog.gpu("b200-sxm", AT, problems);
    assertThat(gpu.memoryBytes()).isEqualTo(Math.round(178.35 * (1 << 30)));
    assertThat(gpu.entry().value(GpuKeys.MEMORY)).isEqualTo(180e9);
  }

  @Test
  void near_nics_follow_the_pcie_switches() {
    assertThat(catalog.node("dgx-h100", AT, problems).nearNics().get(3)).containsExactly(3);
    assertThat(catalog.node("dgx-a100", AT, problems).nearNics().get(3)).containsExactly(2, 3);
    assertThat(catalog.node("p4d.24xlarge", AT, problems).nearNics().get(3)).containsExactly(1);
    assertThat(catalog.node("p5.48xlarge", AT, problems).nearNics().get(1))
        .containsExactly(4, 5, 6, 7);
    assertThat(catalog.node("p5en.48xlarge", AT, problems).nearNics().get(7))
        .containsExactly(12, 13, 14, 15);
  }

  @Test
  void any_figure_of_a_node_or_its_gpu_can_be_replaced() {
    NodeType node = changed("nic_rate: 200Gb/s\nmemory_rate: 3TB/s\nmemory: 96GB");
    assertThat(problems.list()).isEmpty();
    assertThat(node.nicBytesPerSecond()).isEqualTo(25e9);
    assertThat(node.gpu().memoryBytesPerSecond()).isEqualTo(3e12);
    assertThat(node.gpu().memoryBytes()).isEqualTo(96e9);
    assertThat(node.entry().fact("nic_rate").source()).isEqualTo("given at plan.yaml:1:11");
    assertThat(catalog.node("dgx-h100", AT, problems).nicBytesPerSecond()).isEqualTo(50e9);
  }

  @Test
  void wrong_overrides_are_all_reported_with_their_places() {
    assertThat(changed("nic_rate: 400\nnic_rat: 1Gb/s\ngpus: -1\nclock: 2")).isNull();
    assertThat(problems.list())
        .extracting(p -> p.at() + " " + p.key())
        .containsExactly(
            "plan.yaml:1:11 override.nic_rate",
            "plan.yaml:3:7 override.gpus",
            "plan.yaml:4:8 override.clock",
            "plan.yaml:2:1 override.nic_rat");
    assertThat(problems.list().getLast().hint()).isEqualTo("did you mean 'nic_rate'?");
  }

  @Test
  void a_node_of_ones_own_needs_a_gpu_and_counts() {
    NodeType node =
        catalog.customNode(
            "mine",
            tree("gpu: h100\ngpus: 8\nnics: 4\nnic_rate: 400Gb/s\nnetwork: roce"),
            "node",
            problems);
    assertThat(problems.list()).isEmpty();
    assertThat(node.network()).isEqualTo(NetworkKind.ROCE);
    assertThat(node.scaleUp()).isEqualTo(ScaleUp.SWITCHED);
    assertThat(node.nearNics().get(7)).containsExactly(3);
    assertThat(node.networkBytesPerSecondPerGpu()).isEqualTo(25e9);
    assertThat(catalog.customNode("mine", tree("nics: 4"), "node", problems)).isNull();
    assertThat(problems.list()).extracting(p -> p.key()).contains("gpu", "gpus");
  }

  @Test
  void an_unknown_gpu_of_ones_own_node_is_reported_where_it_stands() {
    Tree.Mapping figures = tree("gpus: 8\ngpu: h10O-sxm");
    assertThat(catalog.customNode("mine", figures, "node", problems)).isNull();
    assertThat(problems.list())
        .extracting(Object::toString)
        .containsExactly(
            "plan.yaml:2:6: read 'h10O-sxm', expected a gpu of the catalogue; "
                + "did you mean 'h100-sxm'? 'busbar catalog gpus' lists them");
  }

  @Test
  void parts_that_do_not_divide_a_node_are_a_problem() {
    changed("gpus_per_host: 3");
    assertThat(problems.list().getFirst().toString()).contains("3 does not divide 8");
  }

  @Test
  void a_node_whose_gpu_has_no_figures_says_which_is_missing() {
    assertThat(catalog.node("gaudi2-hls", AT, problems)).isNull();
    assertThat(problems.list().getFirst().toString())
        .contains("gpu: expected this figure, which gaudi2-hls lacks");
  }

  @Test
  void a_switch_knows_its_radix_at_each_rate() {
    SwitchType quantum2 = catalog.switchType("quantum-2", AT, problems);
    assertThat(quantum2.radix(50e9)).isEqualTo(64);
    assertThat(quantum2.radix(25e9)).isEqualTo(128);
    assertThat(quantum2.radix(100e9)).isZero();
    assertThat(quantum2.latencySeconds()).isEqualTo(new Range(130e-9, 330e-9));
    assertThat(quantum2.sharpVersion()).isEqualTo(3);
    assertThat(quantum2.sharpTrees()).isEqualTo(511);
    assertThat(quantum2.sharpStreamPerPort()).isTrue();
    assertThat(catalog.switchType("qm8700", AT, problems).sharpStreamPerPort()).isFalse();
    assertThat(catalog.switchType("nvswitch-3", AT, problems).network()).isNull();
  }

  @Test
  void a_nic_knows_its_rate_and_what_it_speaks() {
    assertThat(catalog.nic("cx7", AT, problems).bytesPerSecond()).isEqualTo(50e9);
    assertThat(catalog.nic("cx7", AT, problems).networks())
        .containsExactly(NetworkKind.INFINIBAND, NetworkKind.ROCE);
  }

  @Test
  void a_malformed_file_is_our_fault_and_named() {
    Catalog broken = new Catalog(path -> bytes("name: x\ntitle: X\nfacts:\n  memory: {value: 80}"));
    assertThatThrownBy(() -> broken.find(Kind.GPU, "x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("catalog/gpu/x.yaml:4:19")
        .hasMessageContaining("a source or a mark of quality");
  }

  @Test
  void a_source_that_is_not_in_the_list_is_our_fault_and_named() {
    Catalog broken =
        new Catalog(path ->
            path.endsWith("sources.yaml")
                ? bytes("a: {title: A}")
                : bytes("name: x\ntitle: X\nfacts:\n  memory: {value: 80GB, source: [b]}"));
    Fact fact = broken.find(Kind.GPU, "x").fact("memory");
    assertThatThrownBy(fact::source)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("catalog/sources.yaml has no b");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private NodeType changed(String yaml) {
    return catalog.node("dgx-h100", tree(yaml), "override", AT, problems);
  }

  private static Tree.Mapping tree(String yaml) {
    return (Tree.Mapping) TreeReader.parse("plan.yaml", bytes(yaml));
  }
}
