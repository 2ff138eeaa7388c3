package io.busbar.app.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class InputsTest {
  private static final int MEBI = 1 << 20;

  private static InputStream zeros(int bytes) {
    return new ByteArrayInputStream(new byte[bytes]);
  }

  @Test
  void a_file_up_to_the_limit_is_read_whole() throws IOException {
    try (InputStream in = Inputs.capped(zeros(MEBI), MEBI)) {
      assertThat(in.readAllBytes()).hasSize(MEBI);
    }
  }

  @Test
  void what_is_longer_than_the_limit_is_an_error_of_reading() throws IOException {
    try (InputStream in = Inputs.capped(zeros(MEBI + 1), MEBI)) {
      assertThatThrownBy(in::readAllBytes)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("1 MiB");
    }
  }
}
