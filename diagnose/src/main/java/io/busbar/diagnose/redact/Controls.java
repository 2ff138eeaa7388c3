package io.busbar.diagnose.redact;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Takes what would control the terminal of a person who looks at a copy out of a line of bytes: the
 * sequences of colours and cursors (ECMA-48), which readers of logs leave out too, go; other
 * controls but tabs and returns are written as {@code \x1b}. So do those of ISO 6429 beyond ASCII,
 * where they stand as UTF-8.
 */
final class Controls {
  private static final Pattern SEQUENCE =
      Pattern.compile("\u001b\\[[0-9;?]{0,20}[A-Za-z]|\u001b\\([A-Z]");
  private static final Pattern CONTROL =
      Pattern.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]|\u00c2[\\x80-\\x9f]");

  private Controls() {}

  /**
   * @param line bytes as characters (ISO 8859-1)
   */
  static String escaped(String line) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c < ' ' && c != '\t' || c == 0x7f || c == 0xc2) {
        String plain = SEQUENCE.matcher(line).replaceAll("");
        return CONTROL
            .matcher(plain)
            .replaceAll(found -> "\\\\x" + HexFormat.of().toHexDigits((byte) last(found.group())));
      }
    }
    return line;
  }

  private static char last(String text) {
    return text.charAt(text.length() - 1);
  }
}
