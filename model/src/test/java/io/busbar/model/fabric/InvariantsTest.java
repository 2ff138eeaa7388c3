package io.busbar.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.Problems;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.SwitchType;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What holds for every size, checked on fabrics that are cabled from their counts. */
class InvariantsTest {
  private static final List<Ratio> RATIOS =
      List.of(Ratio.ONE, new Ratio(2, 1), new Ratio(4, 1), new Ratio(7, 1), new Ratio(3, 1));

  @Test
  void ports_bandwidth_and_cables_add_up_on_thousands_of_sizes() {
    SplittableRandom random = new SplittableRandom(1);
    List<NodeType> nodes =
        List.of(Cases.node("dgx-h100"), Cases.endpoint(), Cases.node("gb200-nvl72"));
    List<SwitchType> switches =
        List.of(
            Cases.catalogSwitch("qm9700"),
            Cases.ports(36, 400),
            Cases.ports(144, 400),
            Cases.ports(256, 200, 128, 400));
    int built = 0;
    for (int i = 0; i < 6_000; i++) {
      int count = 1 + (int) Math.pow(10, random.nextDouble() * 3.4);
      SwitchType type = switches.get(random.nextInt(switches.size()));
      FabricRequest request =
          new FabricRequest(
              nodes.get(random.nextInt(nodes.size())),
              count,
              count + random.nextInt(2) * random.nextInt(count + 1),
              type,
              type,
              FabricTopology.values()[random.nextInt(FabricTopology.values().length)],
              type.ports().size() > 1 ? 2 : 1,
              0,
              0,
              FabricRequest.Blocks.FREE,
              RATIOS.get(random.nextInt(RATIOS.size())),
              RATIOS.get(random.nextInt(2)));
      FabricDesign design = Sizer.size(request, new Problems());
      if (design != null) {
        check(design);
        built++;
      }
    }
    assertThat(built).isGreaterThan(3_000);
  }

  private static void check(FabricDesign d) {
    TreeSize tree = d.tree();
    String what =
        d.request().node().name()
            + " x "
            + d.request().nodes()
            + " "
            + d.request().topology()
            + " "
            + tree;
    Wired wired = new Wired(d, 1);
    assertThat(Arrays.stream(wired.leafPorts).max().orElse(0))
        .as(what)
        .isLessThanOrEqualTo(d.leafRadix());
    assertThat(Arrays.stream(wired.spinePorts).max().orElse(0))
        .as(what)
        .isLessThanOrEqualTo(d.spineRadix());
    assertThat(Arrays.stream(wired.corePorts).max().orElse(0))
        .as(what)
        .isLessThanOrEqualTo(d.spineRadix());
    assertThat(wired.links * d.trees())
        .as(what)
        .isEqualTo(d.leafSpineLinks() + d.spineCoreLinks() + d.trees() * tree.globalLinks());
    assertThat(Arrays.stream(wired.leafPorts).sum() * (long) d.trees() + d.leafPortsLeft())
        .as(what)
        .isEqualTo((long) d.leafSwitches() * d.leafRadix());
    assertThat(Arrays.stream(wired.spinePorts).sum() * (long) d.trees() + d.spinePortsLeft())
        .as(what)
        .isEqualTo((long) d.spineSwitches() * d.spineRadix());
    assertThat(Arrays.stream(wired.corePorts).sum() * (long) d.trees() + d.corePortsLeft())
        .as(what)
        .isEqualTo((long) d.coreSwitches() * d.spineRadix());
    if (tree.tiers() > 1) {
      Ratio over = d.request().leafOver();
      assertThat(tree.leafDown() * over.up())
          .as(what)
          .isEqualTo(d.width() * tree.leafUp() * over.down());
      assertThat(tree.leafUp() % tree.spinesPerPod()).as(what).isZero();
    }
    if (tree.tiers() == 3) {
      assertThat(tree.spineUp() % tree.coresPerSpine()).as(what).isZero();
      assertThat(tree.spineDown())
          .as(what)
          .isLessThanOrEqualTo((int) (tree.spineUp() * d.request().spineOver().value()));
    }
  }

  @Test
  void bisection_is_the_maximum_flow_on_all_sizes_up_to_1024_hosts() {
    for (int hosts = 2; hosts <= 1024; hosts++) {
      sameAsFlow(hosts, Ratio.ONE, FabricTopology.FAT_TREE, 24);
      sameAsFlow(hosts, new Ratio(hosts % 3 + 2, 1), FabricTopology.FAT_TREE, 24);
    }
  }

  @Test
  void bisection_is_the_maximum_flow_with_rails_planes_and_oversubscription() {
    SwitchType small = Cases.ports(64, 200, 32, 400);
    for (int nodes = 2; nodes <= 128; nodes++) {
      for (FabricTopology topology : FabricTopology.values()) {
        FabricRequest request =
            FabricRequest.of(Cases.node("dgx-h100"), nodes, small, topology)
                .withPlanes(topology == FabricTopology.MULTI_PLANE ? 2 : 1)
                .withLeafOver(RATIOS.get(nodes % 3));
        FabricDesign design = Sizer.size(request, new Problems());
        if (design != null && topology != FabricTopology.DRAGONFLY_PLUS) {
          compare(design, 0);
        }
      }
    }
  }

  /** Whole groups, so that links between groups are even; the spines of a group still differ. */
  @Test
  void bisection_of_a_dragonfly_is_near_the_maximum_flow() {
    for (int hosts = 64; hosts <= 1024; hosts += 64) {
      FabricRequest request =
          FabricRequest.of(
              Cases.endpoint(), hosts, Cases.ports(16, 400), FabricTopology.DRAGONFLY_PLUS);
      FabricDesign design = Cases.size(request);
      compare(design, 0.02);
      assertThat(design.bisectionShare()).isLessThanOrEqualTo(1 + 1e-9);
    }
  }

  private static void sameAsFlow(int hosts, Ratio over, FabricTopology topology, int radix) {
    compare(
        Cases.size(
            FabricRequest.of(Cases.endpoint(), hosts, Cases.ports(radix, 400), topology)
                .withLeafOver(over)),
        0);
  }

  private static void compare(FabricDesign design, double slack) {
    int scale = 10_000;
    Wired wired = new Wired(design, scale);
    double flow =
        (double) wired.flow.between(wired.source, wired.sink)
            / scale
            * design.request().linkBytesPerSecond()
            * design.trees();
    assertThat(design.bisectionBytesPerSecond())
        .as(design.hosts() + " hosts " + design.tree())
        .isCloseTo(flow, within(Math.max(1, slack * flow)));
  }
}
