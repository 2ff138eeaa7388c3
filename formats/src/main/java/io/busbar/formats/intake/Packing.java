package io.busbar.formats.intake;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarUtils;

/** How something is packed, as its first bytes tell. */
enum Packing {
  NONE,
  GZIP,
  ZSTD,
  BZIP2,
  XZ,
  ZIP,
  TAR;

  /** Bytes that must be seen to tell. */
  static final int HEAD = 512;

  private static final int CHECKSUM = 148;
  private static final int MAGIC = 257;

  static Packing of(byte[] head) {
    if (starts(head, 0x1f, 0x8b)) {
      return GZIP;
    }
    if (starts(head, 0x28, 0xb5, 0x2f, 0xfd)) {
      return ZSTD;
    }
    if (starts(head, 'B', 'Z', 'h') && head.length > 5 && head[4] == 0x31 && head[5] == 0x41) {
      return BZIP2;
    }
    if (starts(head, 0xfd, '7', 'z', 'X', 'Z', 0)) {
      return XZ;
    }
    if (starts(head, 'P', 'K', 3, 4)) {
      return ZIP;
    }
    return tar(head) ? TAR : NONE;
  }

  private static boolean starts(byte[] head, int... magic) {
    if (head.length <= magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** Old archives have no magic, but the sum of their header. */
  private static boolean tar(byte[] head) {
    if (head.length < HEAD || head[0] == 0) {
      return false;
    }
    boolean magic = new String(head, MAGIC, 5, StandardCharsets.ISO_8859_1).equals("ustar");
    return magic || octal(head) && sums(head);
  }

  private static boolean sums(byte[] head) {
    try {
      return TarUtils.verifyCheckSum(Arrays.copyOf(head, HEAD));
    } catch (IllegalArgumentException e) {
      return false; // digits behind the end of the number: no header
    }
  }

  private static boolean octal(byte[] head) {
    boolean any = false;
    for (int i = CHECKSUM; i < CHECKSUM + 8; i++) {
      boolean digit = head[i] >= '0' && head[i] <= '7';
      if (!digit && head[i] != 0 && head[i] != ' ') {
        return false;
      }
      any |= digit;
    }
    return any;
  }

  /** The name of what is inside a file that packs one file. */
  String inner(String name) {
    return switch (this) {
      case GZIP -> without(name, "gz", "tgz");
      case ZSTD -> without(name, "zst", "tzst");
      case BZIP2 -> without(name, "bz2", "tbz2");
      case XZ -> without(name, "xz", "txz");
      default -> name;
    };
  }

  private static String without(String name, String ending, String ofTar) {
    return name.replaceFirst("(?i)\\." + ofTar + "$", ".tar")
        .replaceFirst("(?i)\\." + ending + "$", "");
  }
}
