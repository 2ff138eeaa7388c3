package io.busbar.nccl.topology.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.nccl.topology.Fixtures;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyChecksTest {
  @TempDir private Path folder;

  private static final String HEAD =
      "<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\" vendor=\"AuthenticAMD\""
          + " familyid=\"25\" modelid=\"17\">";
  private static final String LINK = " link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"";

  private List<Finding> check(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("topo"), text);
    return TopologyChecks.of(Fixtures.node(file, NcclVersion.newest()));
  }

  private static List<String> codes(List<Finding> findings) {
    return findings.stream().map(Finding::code).toList();
  }

  private static Finding only(List<Finding> findings, String code) {
    return findings.stream().filter(f -> f.code().equals(code)).findFirst().orElseThrow();
  }

  @Test
  void a_healthy_node_has_no_findings() {
    assertThat(TopologyChecks.of(Fixtures.node("dgx-h100.xml"))).isEmpty();
  }

  @Test
  void everything_wrong_with_a_node_is_found_the_gravest_first() {
    List<Finding> findings = TopologyChecks.of(Fixtures.node("broken.xml"));

    assertThat(codes(findings))
        .containsExactlyInAnyOrder(
            "gdr-disabled",
            "nvlink-inactive",
            "topology-file-invalid",
            "nic-not-for-traffic",
            "pcie-link-downgraded",
            "topology-invented-switches",
            "gpu-without-local-nic",
            "pcie-upstream-slower");
    assertThat(findings)
        .extracting(Finding::severity)
        .isSortedAccordingTo(java.util.Comparator.reverseOrder());
    assertThat(only(findings, "gdr-disabled").evidence())
        .containsExactly("broken.xml:13: net name=\"mlx5_0\" gdr=\"0\"");
    assertThat(only(findings, "nvlink-inactive").title()).contains("GPU1").contains("18");
    assertThat(only(findings, "topology-file-invalid").evidence().getFirst()).contains("arch");
    assertThat(only(findings, "pcie-link-downgraded").evidence().getFirst()).contains("\"8\"");
  }

  @Test
  void forwarding_over_nvlink_makes_a_far_gpu_harmless() {
    Finding far = only(TopologyChecks.of(Fixtures.node("a100-mesh.xml")), "gpu-without-local-nic");

    assertThat(far.severity()).isEqualTo(Severity.INFO);
    assertThat(far.title()).startsWith("GPU0, GPU3");
    assertThat(far.why()).contains("PXN");
  }

  @Test
  void without_nvlink_a_nic_behind_another_socket_is_a_warning() throws IOException {
    List<Finding> findings =
        check("     GPU0 GPU1 mlx5_0\nGPU0  X  SYS PIX\nGPU1 SYS  X  SYS\nmlx5_0 PIX SYS X\n");

    Finding far = only(findings, "gpu-nic-distance-sys");
    assertThat(far.severity()).isEqualTo(Severity.WARNING);
    assertThat(far.evidence()).containsExactly("GPU1: SYS to mlx5_0");
  }

  @Test
  void fewer_links_than_the_model_has_are_missing_even_on_all_gpus() throws IOException {
    String gpu =
        "<pci busid=\"%d\" class=\"0x030200\" vendor=\"0x10de\" device=\"0x2330\"%s>"
            + "<gpu dev=\"%d\" sm=\"90\" gdr=\"1\">"
            + "<nvlink target=\"f\" count=\"16\" tclass=\"0x068000\"/></gpu></pci>";
    List<Finding> findings =
        check(HEAD + gpu.formatted(1, LINK, 0) + gpu.formatted(2, LINK, 1) + "</cpu></system>");

    assertThat(only(findings, "nvlink-inactive"))
        .returns(Severity.CRITICAL, Finding::severity)
        .satisfies(f -> assertThat(f.why()).contains("h100-sxm").contains("18"));
  }

  @Test
  void bridges_between_two_and_two_are_told() throws IOException {
    List<Finding> findings =
        check(
            "     GPU0 GPU1 GPU2 GPU3\nGPU0 X NV12 SYS SYS\nGPU1 NV12 X SYS SYS\n"
                + "GPU2 SYS SYS X NV12\nGPU3 SYS SYS NV12 X\n");

    assertThat(codes(findings)).containsExactly("nvlink-pairs-only");
    assertThat(findings.getFirst().evidence())
        .containsExactly("GPU0 and GPU1: NV12", "GPU2 and GPU3: NV12");
  }

  @Test
  void one_pair_alone_is_no_finding() throws IOException {
    assertThat(check("     GPU0 GPU1\nGPU0 X NV12\nGPU1 NV12 X\n")).isEmpty();
  }

  @Test
  void nics_in_another_order_than_gpus_are_told() throws IOException {
    List<Finding> findings =
        check(
            "     GPU0 GPU1 NIC0 NIC1\nGPU0 X NV18 SYS PIX\nGPU1 NV18 X PIX SYS\n"
                + "NIC0 SYS PIX X SYS\nNIC1 PIX SYS SYS X\n");

    assertThat(codes(findings)).containsExactly("nic-naming-differs-from-topology");
  }

  @Test
  void a_nic_on_the_side_of_no_gpu_is_told() throws IOException {
    List<Finding> findings =
        check("     GPU0 NIC0 NIC1\nGPU0 X PIX SYS\nNIC0 PIX X SYS\nNIC1 SYS SYS X\n");

    assertThat(codes(findings)).containsExactly("nic-without-local-gpu");
  }

  @Test
  void links_back_to_their_own_gpu_and_unknown_pcie_are_told() throws IOException {
    List<Finding> findings =
        check(
            HEAD
                + "<pci busid=\"1\" class=\"0x030200\" link_speed=\"\" link_width=\"0\">"
                + "<gpu dev=\"0\" sm=\"80\" gdr=\"1\">"
                + "<nvlink target=\"1\" count=\"12\" tclass=\"0x030200\"/></gpu></pci>"
                + "</cpu></system>");

    assertThat(codes(findings)).containsExactlyInAnyOrder("nvlink-to-itself", "pcie-link-unknown");
  }

  @Test
  void a_wrong_version_and_too_many_elements_are_told() throws IOException {
    String bridges = ("<pci busid=\"1\" class=\"0x060400\"" + LINK + "/>").repeat(300);

    assertThat(codes(check("<system version=\"2\"><cpu numaid=\"0\" arch=\"arm64\"/></system>")))
        .containsExactly("topology-file-invalid");
    assertThat(codes(check(HEAD + bridges + "</cpu></system>")))
        .containsExactly("topology-file-too-large");
  }

  @Test
  void sockets_are_not_judged_as_nics_for_rdma() throws IOException {
    List<Finding> findings =
        check(
            HEAD
                + "<pci busid=\"1\" class=\"0x030200\""
                + LINK
                + "><gpu dev=\"0\" gdr=\"1\"/></pci><nic><net name=\"eth0\" dev=\"0\""
                + " speed=\"100000\" guid=\"0x0\" gdr=\"0\"/></nic></cpu></system>");

    assertThat(findings).isEmpty();
  }
}
