package io.busbar.formats.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void each_byte_is_tested_for_itself() {
    byte[] eight = new byte[Long.BYTES];
    for (int at = 0; at < Long.BYTES; at++) {
      for (int b = 0; b < 256; b++) {
        eight[at] = (byte) b;
        long word = Words.get(eight, 0);
        long mark = 0x80L << at * Byte.SIZE;
        assertThat(Words.digits(word)).isEqualTo(b >= '0' && b <= '9' ? mark : 0);
        assertThat(Words.hexLetters(word)).isEqualTo(b >= 'a' && b <= 'f' ? mark : 0);
      }
      eight[at] = (byte) 0xff; // what is before must not carry over
    }
  }

  @Test
  void a_byte_is_found_wherever_it_stands() {
    byte[] bytes = "0123456789abcdefghijk\n\nx".getBytes(StandardCharsets.US_ASCII);
    for (int from = 0; from <= bytes.length; from++) {
      for (int end = from; end <= bytes.length; end++) {
        int wanted = from;
        while (wanted < end && bytes[wanted] != '\n') {
          wanted++;
        }
        assertThat(Words.indexOf(Words.each((byte) '\n'), bytes, from, end)).isEqualTo(wanted);
      }
    }
  }

  @Test
  void the_last_bytes_have_zeros_behind_them() {
    byte[] bytes = "0123456789".getBytes(StandardCharsets.US_ASCII);
    assertThat(Words.last(bytes, 7, 10)).isEqualTo('7' | '8' << 8 | '9' << 16);
    assertThat(Words.last(bytes, 0, 2)).isEqualTo('0' | '1' << 8);
    assertThat(Words.last(bytes, 10, 10)).isZero();
    assertThat(Words.head(Words.get(bytes, 0), 2)).isEqualTo('0' | '1' << 8);
    assertThat(Words.run(Words.digits(Words.get(bytes, 2)))).isEqualTo(8);
    assertThat(Words.first(Words.digits('a' | '1' << 8))).isEqualTo(1);
  }
}
