package io.busbar.formats.times;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogTimeTest {
  private static final LocalDateTime NEAR = LocalDateTime.of(2024, 6, 1, 0, 0);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[2024-05-01 12:34:56] node01:12:34 [0] init.cc:1 NCCL WARN x   | 2024-05-01T12:34:56",
        "2024-05-01T12:34:56.250 stdout F node01 NCCL INFO              | 2024-05-01T12:34:56.250",
        "2024-05-01T12:34:56,789012+00:00 kernel: NVRM: Xid             |"
            + " 2024-05-01T12:34:56.789012",
        "2024/05/01 12:34:56 launcher                                   | 2024-05-01T12:34:56",
        "May  1 12:34:56 node01 kernel: mlx5_core                       | 2024-05-01T12:34:56",
        "[Wed May  1 12:34:56 2019] NVRM: Xid                           | 2019-05-01T12:34:56",
        "[rank0]:[E501 12:34:56.123456789 ProcessGroupNCCL.cpp:607]     |"
            + " 2024-05-01T12:34:56.123456789",
        "E0501 12:34:56.5 123 ProcessGroupNCCL.cpp                      | 2024-05-01T12:34:56.5",
        "Dec 31 23:59:59 node01 kernel                                  | 2023-12-31T23:59:59"
      })
  void times_of_logs_are_read(String line, String wall) {
    LogTime time = LogTime.find(line, NEAR);

    assertThat(time).isNotNull();
    assertThat(time.wall()).isEqualTo(LocalDateTime.parse(wall));
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    assertThat(LogTime.likely(bytes, bytes.length)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node01:1234:1250 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.1<0>",
        "[12345.678901] NVRM: Xid (PCI:0000:dc:00): 79",
        "2024-13-41 12:34:56 is no day",
        "0000:1b:00.0 Ethernet controller",
        ""
      })
  void what_only_looks_like_a_time_is_none(String line) {
    assertThat(LogTime.find(line, NEAR)).isNull();
  }

  @Test
  void offsets_count_where_both_times_have_one() {
    LogTime noonUtc = new LogTime(LocalDateTime.of(2024, 5, 1, 12, 0), ZoneOffset.UTC);
    LogTime oneInBerlin = new LogTime(LocalDateTime.of(2024, 5, 1, 13, 0), ZoneOffset.ofHours(2));
    LogTime wall = new LogTime(LocalDateTime.of(2024, 5, 1, 13, 0), null);

    assertThat(noonUtc.after(oneInBerlin)).isTrue();
    assertThat(wall.after(noonUtc)).isTrue();
    assertThat(noonUtc.minusSeconds(90)).hasToString("2024-05-01 11:58:30Z");
  }
}
