package io.busbar.formats.artefact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node01:12:34 [0] NCCL INFO x                               | node01 | 12",
        "[2024-05-01 12:31:04] node02:1004:2004 [4] NCCL WARN x     | node02 | 1004",
        "2024-05-01T12:31:04.5 stdout F node02:1004:2004 [4] NCCL x | node02 | 1004",
        "[1,2]<stdout>:node03.example.org:77:88 [1] NCCL INFO x     | node03 | 77",
        "12:31:04 10.0.0.7:77:88 [1] NCCL INFO x                    | 10.0.0.7 | 77"
      })
  void a_time_before_the_prefix_is_no_host(String line, String host, long process) {
    Origin origin = Origin.of(line);

    assertThat(origin.host()).isEqualTo(host);
    assertThat(origin.process()).isEqualTo(process);
  }
}
