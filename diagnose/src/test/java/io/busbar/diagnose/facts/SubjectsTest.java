package io.busbar.diagnose.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.diagnose.facts.Subject.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "0000:3b:00.0, 0000:3b:00",
    "00000000:3B:00.0, 0000:3b:00",
    "0000:3b:00, 0000:3b:00",
    "3b:00.0, 0000:3b:00",
    "3b000, 0000:3b:00",
    "0x3b, 0000:3b:00",
    "0x1B, 0000:1b:00",
    "100dc1000, 100d:c1:00",
    "mlx5_0, ''"
  })
  void addresses_of_gpus_have_one_spelling(String printed, String one) {
    assertThat(BusIds.of(printed)).isEqualTo(one);
  }

  @Test
  void two_hosts_with_the_same_dead_port_are_two_subjects_of_one_finding() throws IOException {
    for (String host : List.of("gpu01", "gpu02")) {
      Files.writeString(folder.resolve(host + "-ibstat.txt"), port("mlx5_3", "Down", "Polling"));
    }
    Diagnosis.Cause down = diagnosis().findings().getFirst();

    assertThat(down.code()).isEqualTo("ib-port-down");
    assertThat(down.subjects())
        .containsExactly(
            new Subject(Kind.NIC_PORT, "gpu01", "mlx5_3", 1, -1),
            new Subject(Kind.NIC_PORT, "gpu02", "mlx5_3", 1, -1));
  }

  @Test
  void a_lid_that_nothing_else_names_is_a_port_of_the_host_that_was_looked_at() throws IOException {
    String look = "# Port counters: Lid 21 port 3 (CapMask: 0x5300)\nLinkDownedCounter:......";
    Files.writeString(
        folder.resolve("perfquery.txt"),
        "root@leaf3:~# perfquery\n" + look + "0\nroot@leaf3:~# perfquery\n" + look + "3\n");

    assertThat(diagnosis().findings().getFirst().subjects())
        .containsExactly(new Subject(Kind.NIC_PORT, "leaf3", "lid 21", 3, -1));
  }

  @Test
  void a_switch_that_a_host_asks_for_counters_is_ill_and_not_the_host() throws IOException {
    Files.writeString(
        folder.resolve("gpu01-ibstat.txt"),
        port("mlx5_0", "Active", "LinkUp").replace("65535", "7"));
    Files.writeString(folder.resolve("gpu01-perfquery.txt"), downed(21, 17));

    assertThat(flap()).containsExactly(new Subject(Kind.SWITCH_PORT, "lid 21", "", 17, -1));
  }

  @Test
  void a_switch_is_called_by_its_name_where_the_fabric_was_looked_at() throws IOException {
    Files.writeString(
        folder.resolve("gpu01-iblinkinfo.txt"),
        "Switch: 0xe41d2d0300512345 leaf7:\n"
            + "          21   17[  ] ==( 4X        106.25 Gbps Active/  LinkUp)==>      30    1[  ]"
            + " \"gpu02 mlx5_0\" ( )\n");
    Files.writeString(folder.resolve("gpu01-perfquery.txt"), downed(21, 17));

    assertThat(flap()).containsExactly(new Subject(Kind.SWITCH_PORT, "leaf7", "", 17, -1));
  }

  @Test
  void a_host_that_asks_for_many_ports_owns_none_of_them() throws IOException {
    Files.writeString(folder.resolve("gpu01-perfquery.txt"), downed(21, 17) + downed(30, 1));

    assertThat(flap())
        .containsExactlyInAnyOrder(
            new Subject(Kind.SWITCH_PORT, "lid 21", "", 17, -1),
            new Subject(Kind.NIC_PORT, "lid 30", "", 1, -1));
  }

  /** Two looks, with link failures between them. */
  private static String downed(int lid, int port) {
    String look =
        "# Port counters: Lid "
            + lid
            + " port "
            + port
            + " (CapMask: 0x5300)\nLinkDownedCounter:......";
    return look + "0\n" + look + "3\n";
  }

  private List<Subject> flap() throws IOException {
    Diagnosis.Cause flap = diagnosis().findings().getFirst();
    assertThat(flap.code()).contains("flap");
    return flap.subjects();
  }

  @Test
  void a_port_that_is_shown_for_contrast_is_not_what_is_ill() throws IOException {
    String well = "# Port counters: Lid 21 port 1 (CapMask: 0x5300)\nLinkDownedCounter:......0\n";
    String ill = "# Port counters: Lid 21 port 3 (CapMask: 0x5300)\nLinkDownedCounter:......";
    Files.writeString(
        folder.resolve("perfquery.txt"),
        "root@leaf3:~# perfquery\n" + well + ill + "0\n" + well + ill + "3\n");

    Diagnosis.Cause flap = diagnosis().findings().getFirst();
    assertThat(flap.why()).contains("Others have none");
    assertThat(flap.subjects())
        .containsExactly(new Subject(Kind.NIC_PORT, "leaf3", "lid 21", 3, -1));
  }

  @Test
  void every_port_is_named_however_few_lines_are_shown() throws IOException {
    for (int i = 0; i < 40; i++) {
      Files.writeString(
          folder.resolve("node" + i + "-ibstat.txt"), port("mlx5_0", "Down", "Disabled"));
    }

    assertThat(diagnosis().findings().getFirst().subjects()).hasSize(40);
  }

  @Test
  void a_gpu_of_the_driver_is_that_of_the_rank_that_runs_on_it() throws IOException {
    Files.writeString(
        folder.resolve("dmesg.txt"),
        "Mar 03 10:11:12 gpu07 kernel: NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the"
            + " bus.\n");
    Files.writeString(
        folder.resolve("table.txt"),
        "# Using devices\n"
            + "#  Rank 12 Group  0 Pid 313 on gpu07 device  2 [0x3b] NVIDIA H100 80GB HBM3\n"
            + "#       size         count      type   redop    root     time   algbw   busbw"
            + " #wrong\n"
            + "     1048576        262144     float     sum      -1   100.0   10.49   18.35"
            + "      0\n");

    assertThat(diagnosis().findings().getFirst().subjects())
        .containsExactly(new Subject(Kind.GPU, "gpu07", "0000:3b:00", -1, 12));
  }

  @Test
  void a_machine_is_named_where_nothing_on_it_is() throws IOException {
    Files.writeString(
        folder.resolve("syslog.txt"),
        "Mar 03 10:11:12 gpu07 kernel: nfs: server 10.0.0.1 not responding, still trying\n");

    assertThat(diagnosis().findings().getFirst().subjects())
        .extracting(Subject::label)
        .containsExactly("gpu07");
  }

  private static String port(String device, String state, String physical) {
    return "CA '"
        + device
        + "'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: "
        + state
        + "\n\t\tPhysical state: "
        + physical
        + "\n\t\tRate: 10\n\t\tBase lid: 65535\n\t\tSM lid: 0\n\t\tLink layer: InfiniBand\n";
  }

  private Diagnosis diagnosis() {
    return new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(folder));
  }
}
