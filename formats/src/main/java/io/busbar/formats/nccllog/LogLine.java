package io.busbar.formats.nccllog;

import io.busbar.base.problem.Position;
import java.nio.charset.StandardCharsets;

/**
 * One line of NCCL behind its prefix {@code HOST:PID:TID [DEV] NCCL INFO}. Whatever a launcher puts
 * in front is skipped. Used again for every line; not thread-safe.
 */
final class LogLine {
  private static final String MARK = "NCCL ";
  private static final int MAX_HOST = 255;

  private final String source;
  private byte[] bytes = new byte[0];
  private int end;
  private int mark;
  private int message;
  private int number;

  LogLine(String source) {
    this.source = source;
  }

  /** Whether the line is one of NCCL; then the other methods speak of it. */
  boolean set(byte[] lineBytes, int length, int lineNumber) {
    bytes = lineBytes;
    end = length;
    number = lineNumber;
    mark = find(0, MARK);
    if (mark < 0) {
      return false;
    }
    message = mark + MARK.length();
    for (String level : new String[] {"INFO ", "WARN ", "TRACE "}) {
      if (startsWith(message, level)) {
        message += level.length();
        return true;
      }
    }
    // The version stands without level.
    message = mark;
    return startsWith(mark, "NCCL version ");
  }

  private int find(int from, String text) {
    byte first = (byte) text.charAt(0);
    for (int i = from; i + text.length() <= end; i++) {
      if (bytes[i] == first && startsWith(i, text)) {
        return i;
      }
    }
    return -1;
  }

  private boolean startsWith(int at, String text) {
    if (at + text.length() > end) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[at + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the message starts so, blanks aside. */
  boolean messageStarts(String text) {
    int i = message;
    while (i < end && bytes[i] == ' ') {
      i++;
    }
    return startsWith(i, text);
  }

  /** Whether the message contains a text. */
  boolean messageContains(String text) {
    return find(message, text) >= 0;
  }

  /** A cursor over the message. */
  Scan scan() {
    return new Scan(bytes, message, end);
  }

  /** The message as text, for warnings. */
  String text() {
    return new String(bytes, message, end - message, StandardCharsets.UTF_8);
  }

  Position position() {
    return new Position(source, number, 0);
  }

  /** Who wrote the line, from the prefix. */
  Origin origin() {
    int i = skipBlanksBack(mark);
    int device = -1;
    if (i > 0 && bytes[i - 1] == ']') {
      int open = i - 2;
      while (open >= 0 && isDigit(bytes[open])) {
        open--;
      }
      if (open >= 0 && bytes[open] == '[') {
        device = (int) number(open + 1, i - 1);
        i = skipBlanksBack(open);
      }
    }
    int start = i;
    while (start > 0 && bytes[start - 1] != ' ' && bytes[start - 1] != '\t') {
      start--;
    }
    int tid = lastColon(start, i);
    int pid = tid < 0 ? -1 : lastColon(start, tid);
    if (pid < 0 || pid == start || pid - start > MAX_HOST) {
      return new Origin(position(), "", 0, 0, device);
    }
    String host = new String(bytes, start, pid - start, StandardCharsets.UTF_8);
    return new Origin(position(), host, number(pid + 1, tid), number(tid + 1, i), device);
  }

  private int skipBlanksBack(int from) {
    int i = from;
    while (i > 0 && bytes[i - 1] == ' ') {
      i--;
    }
    return i;
  }

  private int lastColon(int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (bytes[i] == ':') {
        return i;
      }
    }
    return -1;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private long number(int from, int to) {
    long value = 0;
    for (int i = from; i < to && isDigit(bytes[i]) && value < Integer.MAX_VALUE; i++) {
      value = value * 10 + (bytes[i] - '0');
    }
    return value;
  }
}
