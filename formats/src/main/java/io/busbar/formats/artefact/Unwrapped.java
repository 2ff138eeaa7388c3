package io.busbar.formats.artefact;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A text as the program wrote it, for readers of whole documents: without what a launcher or
 * collector put around each line, and in UTF-8. Lines keep their numbers. Stateless.
 */
public final class Unwrapped {
  private static final int LOOKED_LINES = 200;

  private Unwrapped() {}

  /**
   * The text without prefixes.
   *
   * @return null when the lines have none, so that the text can be read as it is
   */
  public static byte @Nullable [] of(byte[] bytes) {
    if (!wrapped(bytes)) {
      return null;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    StringBuilder out = new StringBuilder(text.length());
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      int to = end < 0 ? text.length() : end;
      out.append(Wrapper.body(text.substring(from, trimmed(text, from, to))));
      if (end >= 0) {
        out.append('\n');
      }
      from = to + 1;
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Where a line ends without the carriage return of Windows. */
  private static int trimmed(String text, int from, int to) {
    return to > from && text.charAt(to - 1) == '\r' ? to - 1 : to;
  }

  /** At least half of the first lines that hold something have a prefix. */
  private static boolean wrapped(byte[] bytes) {
    int lines = 0;
    int wrapped = 0;
    int from = 0;
    while (from < bytes.length && lines < LOOKED_LINES) {
      int to = from;
      while (to < bytes.length && bytes[to] != '\n') {
        to++;
      }
      int length = Math.min(to - from, 2048);
      String line = new String(bytes, from, length, StandardCharsets.UTF_8).stripTrailing();
      if (!line.isBlank()) {
        lines++;
        wrapped += Wrapper.body(line).length() < line.length() ? 1 : 0;
      }
      from = to + 1;
    }
    return wrapped * 2 > lines;
  }

  /**
   * A text in UTF-8 where it is UTF-16, with a byte order mark or without.
   *
   * @return null when it is something else
   */
  public static byte @Nullable [] utf8(byte[] bytes) {
    Charset charset = utf16(bytes);
    return charset == null
        ? null
        : new String(bytes, charset).replace("\uFEFF", "").getBytes(StandardCharsets.UTF_8);
  }

  /** The order of bytes of a text in UTF-16; null for anything else. */
  public static @Nullable Charset utf16(byte[] head) {
    if (head.length >= 2 && (head[0] & 0xff) == 0xff && (head[1] & 0xff) == 0xfe) {
      return StandardCharsets.UTF_16LE;
    }
    if (head.length >= 2 && (head[0] & 0xff) == 0xfe && (head[1] & 0xff) == 0xff) {
      return StandardCharsets.UTF_16BE;
    }
    int looked = Math.min(head.length, 512) & ~1;
    int even = 0;
    int odd = 0;
    for (int i = 0; i < looked; i += 2) {
      even += head[i] == 0 ? 1 : 0;
      odd += head[i + 1] == 0 ? 1 : 0;
    }
    boolean enough = looked >= 32;
    if (enough && odd > looked / 2 * 0.9 && even == 0) {
      return StandardCharsets.UTF_16LE;
    }
    return enough && even > looked / 2 * 0.9 && odd == 0 ? StandardCharsets.UTF_16BE : null;
  }
}
