package io.busbar.formats.ncclxml;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a file one after the other, with line and column. Holds one block of the file and
 * one token. Not thread-safe.
 */
public final class Bytes {
  static final int END = -1;
  private static final int BLOCK = 1 << 16;

  private final InputStream in;
  private final String source;
  private final byte[] block = new byte[BLOCK];
  private final byte[] token = new byte[Limits.CHARACTERS];
  private int tokenLength;
  private int next;
  private int filled;
  private long total;
  private int line = 1;
  private int column = 1;

  public Bytes(String source, InputStream in) {
    this.source = source;
    this.in = in;
  }

  /** The place of the byte that {@link #peek} shows. */
  Position at() {
    return new Position(source, line, column);
  }

  /** The next byte, or {@link #END}, without taking it. */
  int peek() throws IOException {
    if (next == filled && !fill()) {
      return END;
    }
    return block[next] & 0xff;
  }

  /** Takes the next byte. */
  int take() throws IOException {
    int taken = peek();
    if (taken == 0) {
      throw refuse("text; a byte is zero", "is this a binary file or UTF-16?");
    }
    if (taken != END) {
      next++;
      if (taken == '\n') {
        line++;
        column = 1;
      } else if ((taken & 0xc0) != 0x80) { // a character counts once, however long in UTF-8
        column++;
      }
    }
    return taken;
  }

  private boolean fill() throws IOException {
    filled = Math.max(0, in.read(block));
    next = 0;
    total += filled;
    if (total > Limits.BYTES) {
      String most = "at most " + (Limits.BYTES >> 20) + " MiB";
      throw refuse(most, "is this the right file?");
    }
    return filled > 0;
  }

  void skipBlanks() throws IOException {
    while (isBlank(peek())) {
      take();
    }
  }

  static boolean isBlank(int b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  /** Takes bytes until the given ones have been taken; false at the end of the file. */
  boolean skipPast(String end) throws IOException {
    int matched = 0;
    while (matched < end.length()) {
      int b = take();
      if (b == END) {
        return false;
      }
      if (b == end.charAt(matched)) {
        matched++;
      } else if (matched == 2 && b == '-' && end.charAt(0) == '-') {
        matched = 2; // a third hyphen before the end of a comment
      } else {
        matched = b == end.charAt(0) ? 1 : 0;
      }
    }
    return true;
  }

  void beginToken() {
    tokenLength = 0;
  }

  /** Adds a byte to the token; what is beyond the limit is counted only. */
  void keep(int b) {
    if (tokenLength < token.length) {
      token[tokenLength] = (byte) b;
    }
    tokenLength++;
  }

  /** How long the token is, in bytes, including what was not kept. */
  int tokenLength() {
    return tokenLength;
  }

  /**
   * @throws InputException when the token is not UTF-8
   */
  String token() {
    int kept = Math.min(tokenLength, token.length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(token, 0, kept)).toString();
    } catch (CharacterCodingException e) {
      if (tokenLength > kept) {
        return ""; // cut inside a character; its length is a problem already
      }
      throw refuse("UTF-8 text", "this looks like another encoding");
    }
  }

  InputException refuse(String expected, String hint) {
    return new InputException(new Problem(at(), "", "", expected, hint));
  }
}
