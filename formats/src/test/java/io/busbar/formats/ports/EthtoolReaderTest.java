package io.busbar.formats.ports;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.LineScanner;
import io.busbar.formats.artefact.Place;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EthtoolReaderTest {
  private static List<PortReading> read(String text) throws IOException {
    List<PortReading> ports = new ArrayList<>();
    Found found =
        new Found() {
          @Override
          public void add(Entry entry) {
            ports.add((PortReading) entry);
          }

          @Override
          public void warn(Place at, String message) {
            throw new AssertionError(message);
          }
        };
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    new LineScanner(List.of(EthtoolReader::new))
        .scan("ethtool.txt", new ByteArrayInputStream(bytes), found);
    return ports;
  }

  @Test
  void the_speed_of_each_interface_is_read_and_no_state() throws IOException {
    List<PortReading> ports =
        read(
            """
            Settings for eth0:
            \tSupported ports: [ Backplane ]
            \tSpeed: 100000Mb/s
            \tDuplex: Full
            \tLink detected: yes
            Settings for eno1:
            \tSpeed: Unknown!
            \tLink detected: no
            Settings for enp1s0f0np0:
            \tSpeed: 2500Mb/s
            """);

    assertThat(ports).extracting(PortReading::device).containsExactly("eth0", "enp1s0f0np0");
    assertThat(ports).extracting(PortReading::rateGbps).containsExactly(100.0, 2.5);
    assertThat(ports).allSatisfy(p -> assertThat(p.value(PortField.STATE)).isEmpty());
  }

  @Test
  void a_speed_of_something_else_is_none_of_an_interface() throws IOException {
    assertThat(read("\tSpeed: 100000Mb/s\nFan Speed: 10\n")).isEmpty();
  }
}
