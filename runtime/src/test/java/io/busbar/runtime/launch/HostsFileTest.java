package io.busbar.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostsFileTest {
  private static List<Host> parse(String text) {
    return HostsFile.parse("hosts.txt", text);
  }

  @Test
  void a_host_has_one_rank_and_its_name_for_an_address_unless_told() {
    assertThat(parse("# rack 7\n\nnode-1\r\n  node2 slots=8 address=fe80::1%eth0 # spare\n"))
        .containsExactly(
            new Host("node-1", "node-1", 1, new Position("hosts.txt", 3, 1)),
            new Host("node2", "fe80::1%eth0", 8, new Position("hosts.txt", 4, 3)));
  }

  @Test
  void everything_wrong_is_told_at_once_with_its_place() {
    String text = "a slot=2\n-oProxyCommand=x\na slots=0 slots=2\nb:4\nc address= d";
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("hosts.txt:1:3: read 'slot=2'")
        .hasMessageContaining("did you mean 'slots'?")
        .hasMessageContaining("hosts.txt:2:1: read '-oProxyCommand=x'")
        .hasMessageContaining("hosts.txt:3:1: read 'a', expected each host once; line 1 has it")
        .hasMessageContaining("hosts.txt:3:9: read '0', expected a number of ranks from 1 to 1024")
        .hasMessageContaining("hosts.txt:3:11: read 'slots=2', expected slots once")
        .hasMessageContaining("hosts.txt:4:1: read 'b:4'")
        .hasMessageContaining("hosts.txt:5:11: expected an address")
        .hasMessageContaining("hosts.txt:5:12: read 'd'");
  }

  @Test
  void a_file_without_hosts_or_no_file_is_refused() {
    assertThatThrownBy(() -> parse("# nobody\n")).hasMessageContaining("expected a host");
    assertThatThrownBy(() -> HostsFile.read(Path.of("no-such-file")))
        .hasMessageContaining("no-such-file: expected an existing file");
  }
}
