package io.busbar.formats.chakra;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Reads one rank's trace node by node, in constant memory: a message is at most {@link
 * #MOST_MESSAGE} bytes. Read is the schema since version 0.0.4, in which numbers may have any of
 * protobuf's ten integer kinds. The stream may begin with global metadata or not. Used once; not
 * thread-safe.
 */
public final class ChakraReader {
  /** Bytes of a message: longer ones are refused, since somebody has to hold them. */
  public static final int MOST_MESSAGE = 16 << 20;

  /** Nodes of a trace. */
  public static final long MOST_NODES = 100_000_000;

  private static final int BLOCK = 1 << 16;
  private static final List<byte[]> NUMBERS =
      List.of(
          ascii("comm_type"),
          ascii("comm_size"),
          ascii("comm_src"),
          ascii("comm_dst"),
          ascii("comm_tag"),
          ascii("num_ops"),
          ascii("tensor_size"),
          ascii("is_cpu_op"));
  private static final byte[] GROUP = ascii("pg_name");
  private static final int DOUBLE = 3;
  private static final int FLOAT = 5;
  private static final int SINT32 = 15;
  private static final int SINT64 = 17;
  private static final int STRING = 29;

  private final String source;
  private final InputStream in;
  private final Problems problems;
  private final Wire wire = new Wire();
  private final Wire inner = new Wire();
  private final ChakraNode node = new ChakraNode();
  private byte[] block = new byte[BLOCK];
  private int at;
  private int filled;
  private long total;
  private long nodes;

  /** Told of each node. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * @param node the same object each time
     * @param offset of its message in the file, bytes
     * @return whether to go on
     */
    boolean node(ChakraNode node, long offset);
  }

  private ChakraReader(String source, InputStream in, Problems problems) {
    this.source = source;
    this.in = in;
    this.problems = problems;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  /**
   * Reads to the end of the stream.
   *
   * @param source name for messages
   * @param problems what is wrong is added; what stands before it has been visited
   * @return the version that the metadata name; empty where they do not
   */
  public static String read(String source, InputStream in, Problems problems, Visitor visitor)
      throws IOException {
    return new ChakraReader(source, in, problems).read(visitor);
  }

  private String read(Visitor visitor) throws IOException {
    String version = "";
    for (boolean first = true; has(1); first = false) {
      long offset = total - filled + at;
      long length = prefix(offset);
      if (length < 0 || length > MOST_MESSAGE || !has((int) length)) {
        if (length >= 0) {
          String expected = "a message of at most " + MOST_MESSAGE + " bytes, whole";
          problem(offset, "length " + length, expected, "is the file cut, or no trace of Chakra?");
        }
        return version;
      }
      wire.wrap(block, at, at + (int) length);
      at += (int) length;
      try {
        if (first && metadata(block, wire.at(), wire.end())) {
          version = version();
          continue;
        }
        node();
      } catch (Wire.Broken e) {
        problem(offset, "" + e.getMessage(), "a node of Chakra", "is it a trace of Chakra?");
        return version;
      }
      if (++nodes > MOST_NODES || !visitor.node(node, offset)) {
        return version;
      }
    }
    if (nodes == 0 && !problems.any()) {
      problem(0, "", "at least one node", "");
    }
    return version;
  }

  private void problem(long offset, String read, String expected, String hint) {
    problems.add(Position.of(source), "byte " + offset, read, expected, hint);
  }

  /** The length before a message; negative after a problem. */
  private long prefix(long offset) throws IOException {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (!has(1)) {
        problem(offset, "", "the length of a message", "the file may be cut off");
        return -1;
      }
      byte b = block[at++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    problem(offset, "", "the length of a message", "is it a trace of Chakra?");
    return -1;
  }

  /** Whether that many bytes follow; they are then in the block. */
  private boolean has(int count) throws IOException {
    if (filled - at >= count) {
      return true;
    }
    if (at > 0) {
      System.arraycopy(block, at, block, 0, filled - at);
      filled -= at;
      at = 0;
    }
    while (filled < count) {
      if (filled == block.length) {
        // Grows with what is there, so that a length alone takes no memory.
        block = Arrays.copyOf(block, Math.min(2 * block.length, MOST_MESSAGE + BLOCK));
      }
      int read = in.read(block, filled, block.length - filled);
      if (read < 0) {
        return false;
      }
      filled += read;
      total += read;
    }
    return true;
  }

  /** Global metadata begin with a text (the version) or an attribute; a node with its number. */
  private static boolean metadata(byte[] bytes, int from, int to) {
    boolean version = from < to && bytes[from] == (1 << 3 | Wire.LENGTH);
    boolean attribute = from < to && bytes[from] == (2 << 3 | Wire.LENGTH);
    // A node without a number, which is node 0, begins with its name; its type follows.
    return from == to || version || attribute && !named(bytes, from, to);
  }

  private static boolean named(byte[] bytes, int from, int to) {
    int length = from + 1 < to ? bytes[from + 1] : -1;
    int next = from + 2 + length;
    return length >= 0 && next < to && bytes[next] == (3 << 3 | Wire.VARINT);
  }

  private String version() throws Wire.Broken {
    String version = "";
    while (wire.more()) {
      int tag = wire.tag();
      if (tag == (1 << 3 | Wire.LENGTH)) {
        int length = wire.length();
        version = wire.text(wire.at(), Math.min(length, 64));
        wire.skipBytes(length);
      } else {
        wire.skip(tag & 7);
      }
    }
    return version;
  }

  private void node() throws Wire.Broken {
    node.clear();
    while (wire.more()) {
      int tag = wire.tag();
      int kind = tag & 7;
      switch (tag >>> 3) {
        case 1 -> node.id = number(kind);
        case 2 -> {
          int length = wire.length();
          node.bytes = block;
          node.nameAt = wire.at();
          node.nameLength = length;
          wire.skipBytes(length);
        }
        case 3 -> node.type = (int) number(kind);
        case 4, 5 -> waits(kind);
        case 6 -> node.startMicros = number(kind);
        case 7 -> node.durationMicros = number(kind);
        case 8, 9 -> wire.skip(kind);
        case 10 -> {
          int length = wire.length();
          inner.wrap(block, wire.at(), wire.at() + length);
          wire.skipBytes(length);
          attribute();
        }
        default -> {
          node.unknown++;
          wire.skip(kind);
        }
      }
    }
  }

  private long number(int kind) throws Wire.Broken {
    if (kind != Wire.VARINT) {
      throw new Wire.Broken("a number of another kind", wire.at());
    }
    return wire.varint();
  }

  /** Packed, as protobuf 3 writes them, or one by one. */
  private void waits(int kind) throws Wire.Broken {
    if (kind == Wire.VARINT) {
      node.waitFor(wire.varint());
      return;
    }
    if (kind != Wire.LENGTH) {
      throw new Wire.Broken("numbers of another kind", wire.at());
    }
    int end = wire.length() + wire.at();
    while (wire.at() < end) {
      node.waitFor(wire.varint());
    }
  }

  private void attribute() throws Wire.Broken {
    node.attributes++;
    int nameAt = 0;
    int nameLength = 0;
    int field = 0;
    long value = ChakraNode.UNSET;
    int textAt = 0;
    int textLength = 0;
    while (inner.more()) {
      int tag = inner.tag();
      int kind = tag & 7;
      int number = tag >>> 3;
      if (number == 1 && kind == Wire.LENGTH) {
        nameLength = inner.length();
        nameAt = inner.at();
        inner.skipBytes(nameLength);
      } else if (kind == Wire.LENGTH) {
        int length = inner.length();
        if (number == STRING) {
          field = number;
          textAt = inner.at();
          textLength = length;
        }
        inner.skipBytes(length);
      } else if (number > 2) {
        field = number;
        value = value(number, kind);
      } else {
        inner.skip(kind);
      }
    }
    keep(nameAt, nameLength, field, value, textAt, textLength);
  }

  private long value(int field, int kind) throws Wire.Broken {
    long raw =
        switch (kind) {
          case Wire.VARINT -> inner.varint();
          case Wire.EIGHT -> inner.eight();
          case Wire.FOUR -> inner.four();
          default -> throw new Wire.Broken("a value of kind " + kind, inner.at());
        };
    return switch (field) {
      case DOUBLE -> (long) Double.longBitsToDouble(raw);
      case FLOAT -> (long) Float.intBitsToFloat((int) raw);
      case SINT32, SINT64 -> raw >>> 1 ^ -(raw & 1);
      default -> raw;
    };
  }

  private void keep(int nameAt, int nameLength, int field, long value, int textAt, int length) {
    for (int i = 0; i < NUMBERS.size() && value != ChakraNode.UNSET; i++) {
      if (inner.is(nameAt, nameLength, NUMBERS.get(i))) {
        number(i, value);
        return;
      }
    }
    if (field == STRING && inner.is(nameAt, nameLength, GROUP)) {
      node.group = inner.text(textAt, length);
      return;
    }
    node.unknown++;
  }

  private void number(int which, long value) {
    switch (which) {
      case 0 -> node.commType = value;
      case 1 -> node.commSize = value;
      case 2 -> node.commSource = value;
      case 3 -> node.commTarget = value;
      case 4 -> node.commTag = value;
      case 5 -> node.operations = value;
      case 6 -> node.tensorBytes = value;
      default -> node.processor = value != 0;
    }
  }
}
