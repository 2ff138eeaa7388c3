package io.busbar.formats.artefact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrapperTest {
  @ParameterizedTest
  @CsvSource({
    "'[1,12]<stdout>:State: Down','State: Down',''",
    "'3: State: Down','State: Down',''",
    "' 3: State: Down','State: Down',''",
    "'gpu01: State: Down','State: Down',gpu01",
    "'gpu01.cluster.example: State: Down','State: Down',gpu01",
    "'2026-05-05T10:10:10.123456789Z stdout F State: Down','State: Down',''",
    "'Mar  3 10:11:12 gpu07 kernel: mlx5_core ok','mlx5_core ok',gpu07",
    "'Mar 03 10:11:12 gpu07 python[4711]: State: Down','State: Down',gpu07",
    "'trainer-1  | State: Down','State: Down',''"
  })
  void what_a_launcher_put_before_the_line_is_taken_off(String line, String body, String host) {
    assertThat(Wrapper.body(line)).isEqualTo(body);
    assertThat(Wrapper.host(line)).isEqualTo(host == null ? "" : host);
  }

  @ParameterizedTest
  @CsvSource({
    "'State: Active'",
    "'17:00.0 PCI bridge: Broadcom'",
    "'tx_priority_2_xoff.nic: 14864'",
    "'rx_prio3_pause: 0'",
    "'mlx5_0: up'",
    "'eth0: flags=4163'",
    "'Link 0: 26.562 GB/s'",
    "'GPU 0: NVIDIA H100'",
    "'0000:3b:00.0 Ethernet controller'"
  })
  void what_a_tool_prints_itself_stays(String line) {
    assertThat(Wrapper.body(line)).isEqualTo(line);
    assertThat(Wrapper.host(line)).isEmpty();
  }

  @Test
  void an_empty_line_stays_empty() {
    assertThat(Wrapper.body("")).isEmpty();
  }
}
