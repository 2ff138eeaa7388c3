package io.busbar.formats.nccltests;

import java.nio.charset.StandardCharsets;

/** The words of a line as offsets into its bytes; those beyond the first 64 are left out. */
final class Words {
  private static final int MAX = 64;

  /** Whole numbers of more digits are no sizes, and would not fit a long. */
  private static final int MAX_DIGITS = 18;

  private static final String[] TYPES = {
    "float",
    "half",
    "double",
    "bfloat16",
    "int8",
    "char",
    "uint8",
    "int32",
    "int",
    "uint32",
    "int64",
    "uint64",
    "f8e4m3",
    "f8e5m2",
    "fp8_e4m3",
    "fp8_e5m2"
  };

  private final int[] starts = new int[MAX];
  private final int[] ends = new int[MAX];
  private byte[] line = new byte[0];
  private int count;

  void split(byte[] bytes, int length) {
    line = bytes;
    count = 0;
    int i = 0;
    while (count < MAX) {
      while (i < length && blank(bytes[i])) {
        i++;
      }
      if (i >= length) {
        return;
      }
      starts[count] = i;
      while (i < length && !blank(bytes[i])) {
        i++;
      }
      ends[count] = withoutTag(starts[count], i);
      count += ends[count] > starts[count] ? 1 : 0;
    }
  }

  /**
   * Where a word ends without the tag {@code [3]} or {@code [1,3]} that a launcher puts before
   * every piece of a row that the tool flushes, and so behind the piece before it. The tag at the
   * start of a line stays when something follows it without a blank.
   */
  private int withoutTag(int from, int to) {
    if (line[to - 1] != ']') {
      return to;
    }
    int at = to - 2;
    while (at >= from && (line[at] >= '0' && line[at] <= '9' || line[at] == ',')) {
      at--;
    }
    return at >= from && line[at] == '[' && at < to - 2 ? at : to;
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\t' || b == 0x0b || b == 0x0c;
  }

  int count() {
    return count;
  }

  String text(int word) {
    int from = starts[word];
    return new String(line, from, ends[word] - from, StandardCharsets.UTF_8);
  }

  /**
   * The word where a row of a table starts: two whole numbers and the name of a data type, wherever
   * in the line, since launchers put their tags in front.
   *
   * @return −1 when there is none
   */
  int rowStart() {
    for (int i = 0; i + 2 < count; i++) {
      if (digits(starts[i + 1], ends[i + 1]) && type(i + 2) && sizeStart(i) >= 0) {
        return i;
      }
    }
    return -1;
  }

  /** The whole number of a word that a launcher's tag may be glued to: {@code <stdout>:1024}. */
  String size(int word) {
    int from = sizeStart(word);
    return new String(line, from, ends[word] - from, StandardCharsets.UTF_8);
  }

  private int sizeStart(int word) {
    int from = ends[word];
    while (from > starts[word] && line[from - 1] >= '0' && line[from - 1] <= '9') {
      from--;
    }
    int digits = ends[word] - from;
    if (digits == 0 || digits > MAX_DIGITS) {
      return -1;
    }
    return from == starts[word] || tagEnd(line[from - 1]) ? from : -1;
  }

  /** Whether a word can be what a launcher puts in front of a line. */
  boolean tag(int word) {
    return tagEnd(line[ends[word] - 1]);
  }

  private static boolean tagEnd(byte b) {
    return b == ':' || b == '>' || b == ']' || b == '|' || b == ')';
  }

  private boolean digits(int from, int to) {
    for (int i = from; i < to; i++) {
      if (line[i] < '0' || line[i] > '9') {
        return false;
      }
    }
    return from < to && to - from <= MAX_DIGITS;
  }

  private boolean type(int word) {
    int from = starts[word];
    int length = ends[word] - from;
    for (String name : TYPES) {
      if (name.length() == length && matches(name, from)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(String name, int from) {
    for (int i = 0; i < name.length(); i++) {
      if (line[from + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Where the text after the {@code #} of a comment starts: the first one, when only a launcher's
   * tags stand before it. −1 for other lines.
   */
  int comment() {
    for (int i = 0; i < count && i < 6; i++) {
      for (int k = starts[i]; k < ends[i]; k++) {
        if (line[k] == '#') {
          return k == starts[i] || tagEnd(line[k - 1]) ? k + 1 : -1;
        }
      }
    }
    return -1;
  }
}
