package io.busbar.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The hosts that other tests stand on. */
class HostsTest {
  @Test
  void hosts_reach_each_other_until_a_cable_is_cut() throws Exception {
    try (Hosts hosts = Hosts.up(2, "none")) {
      assertThat(connects(hosts)).isTrue();
      hosts.cut(2);
      assertThat(connects(hosts)).isFalse();
      hosts.mend(2);
      assertThat(connects(hosts)).isTrue();
      assertThat(hosts.sent(1)).isPositive();
      assertThat(hosts.received(1)).isPositive();
    }
  }

  /** A port without a listener answers at once; a cut cable does not. */
  private static boolean connects(Hosts hosts) throws Exception {
    String call = "exec 2>&1; echo > /dev/tcp/" + Hosts.address(2) + "/9";
    List<String> command = hosts.on(1, List.of("timeout", "0.5", "bash", "-c", call));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    return said.contains("refused");
  }
}
