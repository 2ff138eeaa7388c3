package io.busbar.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.Gathered;
import io.busbar.diagnose.Told;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is kept may be cut or changed on its way. The reader then says so by an {@link IOException},
 * and neither hangs nor takes memory that the bytes do not pay for. Bytes are drawn from fixed
 * seeds, so that each run tries the same.
 */
@Timeout(60)
class HostileBytesTest {
  private static final int TRIES = 20_000;
  private static final int MOST_CHANGES = 8;
  private static final int FROM_NOTHING = 256;

  /** Numbers that lengths and counts are tried with. */
  private static final int[] LENGTHS = {-1, 0, 1, 255, 65_536, 1 << 24, Integer.MAX_VALUE};

  @TempDir private Path folder;
  private byte[] told = {};

  @BeforeEach
  void bytes_of_a_file() throws IOException {
    Path file = folder.resolve("syslog");
    Files.writeString(
        file,
        """
        root@node1:~# rdma link show
        link mlx5_0/1 state DOWN physical_state POLLING netdev eth0
        Nov 29 10:00:00 node1 kernel: NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off
        """);
    told = RecordWriter.bytes(Gathered.told(file, "syslog"));
  }

  /** Whether the bytes are those of a value; anything but that and an IOException is a fault. */
  private static boolean reads(byte[] bytes) {
    try {
      new RecordReader(new ByteArrayInputStream(bytes)).read();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void what_was_written_reads() {
    assertThat(RecordReader.of(told, Told.class).entries()).isNotEmpty();
  }

  @Test
  void every_cut_is_told() {
    for (int length = 0; length < told.length; length++) {
      assertThat(reads(Arrays.copyOf(told, length))).as("first " + length).isFalse();
    }
  }

  @Test
  void changed_bytes_never_break_the_reader() {
    SplittableRandom random = new SplittableRandom(1);
    int refused = 0;
    for (int i = 0; i < TRIES; i++) {
      byte[] bytes = told.clone();
      int changes = 1 + random.nextInt(MOST_CHANGES);
      for (int c = 0; c < changes; c++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      refused += reads(bytes) ? 0 : 1;
    }
    assertThat(refused).isPositive();
  }

  @Test
  void lengths_are_believed_only_as_far_as_there_are_bytes() {
    for (int at = 0; at + Integer.BYTES <= told.length; at++) {
      for (int length : LENGTHS) {
        byte[] bytes = told.clone();
        for (int b = 0; b < Integer.BYTES; b++) {
          bytes[at + b] = (byte) (length >>> 8 * (Integer.BYTES - 1 - b));
        }
        reads(bytes);
      }
    }
  }

  @Test
  void bytes_of_nothing_never_break_the_reader() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < TRIES; i++) {
      byte[] bytes = new byte[random.nextInt(FROM_NOTHING)];
      random.nextBytes(bytes);
      if (bytes.length > 0 && random.nextBoolean()) { // most bytes are no tag
        bytes[0] = (byte) random.nextInt(Tag.values().length);
      }
      reads(bytes);
    }
  }
}
