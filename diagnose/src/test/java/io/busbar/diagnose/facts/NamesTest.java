package io.busbar.diagnose.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.artefact.HostMarkReader;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.counters.CounterReader;
import io.busbar.formats.ports.PortBlockReader;
import io.busbar.formats.ports.PortLineReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
  private final Facts facts = new Facts();

  private void read(String file, String text) throws IOException {
    new LineScanner(
            List.of(
                HostMarkReader::new, PortBlockReader::new, PortLineReader::new, CounterReader::new))
        .scan(file, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), facts);
  }

  @Test
  void a_lid_an_interface_and_a_device_are_one_port() throws IOException {
    read("a.txt", "CA 'mlx5_3'\n\tPort 1:\n\t\tState: Active\n\t\tBase lid: 23\n");
    read("b.txt", "link mlx5_3/1 state ACTIVE physical_state LINK_UP netdev ens1\n");
    read("c.txt", "# Port counters: Lid 23 port 1\nSymbolErrorCounter:....1\n");
    read("d.txt", "# ethtool -S ens1\n     rx_discards_phy: 5\n");

    assertThat(Counters.of(facts)).extracting(Counters::scope).containsOnly("mlx5_3/1");
  }

  @Test
  void a_lid_that_two_ports_claim_is_the_name_of_neither() throws IOException {
    read("node1.txt", "CA 'mlx5_0'\n\tPort 1:\n\t\tState: Active\n\t\tBase lid: 23\n");
    read("node2.txt", "CA 'mlx5_0'\n\tPort 1:\n\t\tState: Active\n\t\tBase lid: 23\n");

    assertThat(PortNames.of(facts).of("", "lid 23/1")).isEqualTo("lid 23/1");
  }

  @Test
  void prompts_and_headings_tell_the_host_of_what_follows() throws IOException {
    read(
        "x.txt",
        """
        something
        [root@gpu01 ~]# date
        text
        user@gpu02.example.org:~$ date
        gpu03 | CHANGED | rc=0 >>
        ==== gpu04 ====
        ----------
        gpu05
        ----------
        text
        """);

    assertThat(List.of(1, 3, 4, 5, 6, 10))
        .extracting(line -> facts.hosts().of(new Place("x.txt", line, "")))
        .containsExactly("", "gpu01", "gpu02", "gpu03", "gpu04", "gpu05");
  }
}
