package io.busbar.tune.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.EnvReader;
import io.busbar.tune.lint.rule.LintFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Switches held against hosts and jobs over several files: both ends are named. */
class SwitchLintTest {
  private static final String NIC =
      """
      DCBX mode: OS controlled
      Priority trust state: dscp
      dscp2prio mapping:
              prio:3 dscp:31,30,29,28,27,26,25,24,
              prio:4 dscp:39,38,37,36,35,34,33,32,
      PFC configuration:
              priority    0   1   2   3   4   5   6   7
              enabled     0   0   0   1   0   0   0   0
      """;
  private static final String SWITCH =
      """
      hostname leaf1
      qos map dscp 26 to traffic-class %d
      priority-flow-control pause watchdog default timeout 0.2
      interface Ethernet1
         priority-flow-control on
         priority-flow-control priority %d no-drop
         uc-tx-queue %d
            random-detect ecn minimum-threshold 1600 kbytes maximum-threshold 6400 kbytes max-mark-probability 20
      """;

  private static List<LintFinding> lint(String... namesAndTexts) {
    Lint lint = new Lint(null, null);
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      lint.add(EnvReader.read(namesAndTexts[i], namesAndTexts[i + 1]));
    }
    return lint.finish(List.of()).findings().stream()
        .filter(f -> f.code().startsWith("switch") || f.code().equals("cma-class"))
        .toList();
  }

  @Test
  void both_ends_are_named_where_the_connection_manager_has_another_class() {
    List<LintFinding> found =
        lint(
            "leaf1.cfg",
            SWITCH.formatted(3, 3, 3),
            "site.sh",
            "cma_roce_tos -d mlx5_0 -t 32\n",
            "job.sh",
            "export NCCL_IB_TC=106\n");
    assertThat(found).hasSize(2);
    assertThat(found.toString())
        .contains("cma_roce_tos marks DSCP 8, NCCL DSCP 26")
        .contains("NCCL_IB_TC=106 of job.sh:1")
        .contains("priority 1, without flow control")
        .contains("leaf1.cfg:");
  }

  @Test
  void a_fabric_that_agrees_has_no_finding() {
    assertThat(
            lint(
                "leaf1.cfg",
                SWITCH.formatted(3, 3, 3),
                "gpu1.txt",
                NIC,
                "env.sh",
                "export NCCL_IB_TC=106\n"))
        .isEmpty();
  }

  @Test
  void a_mismatch_names_the_switch_s_line_and_the_host_s() {
    List<LintFinding> found =
        lint(
            "leaf1.cfg",
            SWITCH.formatted(4, 4, 4),
            "gpu1.txt",
            NIC,
            "env.sh",
            "export NCCL_IB_TC=106\n");
    assertThat(found).extracting(LintFinding::code).containsExactly("switch-map", "switch-pause");
    assertThat(found).allMatch(f -> f.severity() == Severity.CRITICAL);
    assertThat(found.getFirst().file()).isEqualTo("leaf1.cfg");
    assertThat(found.getFirst().line()).isEqualTo(2);
    assertThat(found.getFirst().reason()).contains("gpu1.txt:4", "NCCL_IB_TC=106 of env.sh:1");
    assertThat(found.getLast().reason()).contains("gpu1.txt:8");
  }

  @Test
  void the_job_s_traffic_class_decides_what_is_looked_at() {
    String tc136 = "export NCCL_IB_TC=136\n";
    List<LintFinding> found = lint("leaf1.cfg", SWITCH.formatted(3, 3, 3), "env.sh", tc136);
    assertThat(found).extracting(LintFinding::code).contains("switch-class");
    assertThat(found.getFirst().title()).contains("DSCP 34", "priority 4");
  }

  @Test
  void without_a_traffic_class_the_usual_mark_is_only_a_warning() {
    List<LintFinding> found = lint("leaf1.cfg", SWITCH.formatted(1, 3, 3));
    assertThat(found.getFirst().code()).isEqualTo("switch-class");
    assertThat(found.getFirst().severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void switches_that_differ_are_told_with_both_places() {
    String other =
        SWITCH
            .formatted(3, 3, 3)
            .replace("leaf1", "leaf2")
            .replace("priority 3 no-drop", "priority 4 no-drop");
    List<LintFinding> found = lint("a.cfg", SWITCH.formatted(3, 3, 3), "b.cfg", other);
    assertThat(found).extracting(LintFinding::code).contains("switches-differ");
    assertThat(
            found.stream()
                .filter(f -> f.code().equals("switches-differ"))
                .findFirst()
                .orElseThrow()
                .reason())
        .contains("a.cfg:6", "leaf1");
  }

  @Test
  void a_switch_without_a_word_of_qos_is_told_what_it_lacks() {
    String bare =
        "hostname leaf1\ninterface Ethernet1\n   speed 400g-8\ninterface Ethernet2\n   mtu 9214\n";
    List<LintFinding> alone = lint("leaf1.cfg", bare);
    assertThat(alone).hasSize(1);
    assertThat(alone.getFirst().severity()).isEqualTo(Severity.WARNING);
    assertThat(alone.toString()).contains("PFC").contains("ECN").contains("a DSCP map");
    List<LintFinding> asked = lint("leaf1.cfg", bare, "env.sh", "export NCCL_IB_TC=106\n");
    assertThat(asked.getFirst().severity()).isEqualTo(Severity.CRITICAL);
    assertThat(
            lint(
                "config_db.json",
                """
                {"DEVICE_METADATA": {"localhost": {"hostname": "leaf2"}},
                 "PORT": {"Ethernet0": {"speed": "400000"}, "Ethernet8": {"speed": "400000"}}}
                """))
        .hasSize(1);
    assertThat(lint("sw.txt", "nv set interface swp1 link state up\nnv set system hostname l3\n"))
        .hasSize(1);
  }

  @Test
  void it_is_a_warning_only_where_something_is_set_for_roce_or_ports_are_as_fast_as_gpus_nics() {
    String ports = "hostname leaf1\ninterface Ethernet1\n   %s\ninterface Ethernet2\n   mtu 9214\n";
    String any = ports.formatted("mtu 9214");
    assertThat(lint("sw.cfg", any).getFirst().severity()).isEqualTo(Severity.INFO);
    assertThat(lint("sw.cfg", ports.formatted("speed 100g")).getFirst().severity())
        .isEqualTo(Severity.INFO);
    assertThat(lint("sw.cfg", ports.formatted("speed 200g-4")).getFirst().severity())
        .isEqualTo(Severity.WARNING);
    String treated =
        "hostname leaf2\ninterface Ethernet1\n   priority-flow-control on\n"
            + "   priority-flow-control priority 3 no-drop\n";
    assertThat(lint("sw.cfg", any, "leaf2.cfg", treated))
        .filteredOn(f -> f.code().equals("switch-untreated"))
        .singleElement()
        .satisfies(f -> assertThat(f.severity()).isEqualTo(Severity.WARNING));
  }

  @Test
  void a_router_between_sites_and_a_switch_of_an_office_are_left_alone() {
    String ports = "hostname sw1\ninterface Ethernet1\n   speed 100g\ninterface Ethernet2\n";
    for (String other :
        List.of(
            "   dot1x pae authenticator\n",
            "   switchport phone vlan 120\n",
            "mpls ip\n",
            "router path-selection\n",
            "ip nat pool A\n",
            "ip security\n")) {
      assertThat(lint("sw.cfg", ports + other)).as(other).isEmpty();
    }
  }

  @Test
  void a_switch_that_is_clearly_of_another_network_is_left_alone() {
    String ports = "interface Ethernet1\n   %s\ninterface Ethernet2\n   %s\n";
    assertThat(lint("sw.cfg", "hostname oob-sw1\n" + ports.formatted("", ""))).isEmpty();
    assertThat(lint("sw.cfg", "hostname sw1\n" + ports.formatted("speed 10g", "speed 1000")))
        .isEmpty();
    assertThat(lint("sw.cfg", "hostname sw1\n" + ports.formatted("poe disabled", ""))).isEmpty();
    assertThat(lint("frr.conf", "hostname host1\ninterface eth0\n ip address 10.0.0.1/24\n"))
        .isEmpty();
  }
}
