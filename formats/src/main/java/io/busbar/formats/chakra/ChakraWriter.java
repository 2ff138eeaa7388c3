package io.busbar.formats.chakra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes one rank's trace in version 0.0.4, with the attributes that ASTRA-sim reads and in the
 * integer kinds that it expects. Not thread-safe; the stream is the caller's.
 */
public final class ChakraWriter {
  private static final String VERSION = "0.0.4";
  private static final int INT32 = 7;
  private static final int INT64 = 9;
  private static final int BOOL = 27;
  private static final int STRING = 29;

  private final OutputStream out;
  private final ByteArrayOutputStream message = new ByteArrayOutputStream();
  private final ByteArrayOutputStream attribute = new ByteArrayOutputStream();

  /** Begins a trace. */
  public ChakraWriter(OutputStream out) throws IOException {
    this.out = out;
    text(message, 1, VERSION);
    end();
  }

  /** Begins a node. */
  public ChakraWriter node(long id, String name, int type, long micros, long... waits) {
    field(message, 1, id);
    text(message, 2, name);
    field(message, 3, type);
    if (waits.length > 0) {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      for (long wait : waits) {
        varint(packed, wait);
      }
      bytes(message, 5, packed.toByteArray());
    }
    field(message, 7, micros);
    return this;
  }

  /** A computation or a collective of the GPU, or something of the host's processor. */
  public ChakraWriter onProcessor(boolean processor) {
    return attribute("is_cpu_op", BOOL, processor ? 1 : 0);
  }

  /** Kind and bytes of a collective. */
  public ChakraWriter collective(int type, long bytes) {
    return attribute("comm_type", INT64, type).attribute("comm_size", INT64, bytes);
  }

  /** Ends and bytes of a message. */
  public ChakraWriter transfer(int from, int to, int tag, long bytes) {
    return attribute("comm_src", INT32, from)
        .attribute("comm_dst", INT32, to)
        .attribute("comm_tag", INT32, tag)
        .attribute("comm_size", INT64, bytes);
  }

  /** The group of ranks of a collective. */
  public ChakraWriter group(String name) {
    attribute.reset();
    text(attribute, 1, "pg_name");
    text(attribute, STRING, name);
    bytes(message, 10, attribute.toByteArray());
    return this;
  }

  private ChakraWriter attribute(String name, int kind, long value) {
    attribute.reset();
    text(attribute, 1, name);
    // A value of zero is written too: it says that the attribute is there.
    varint(attribute, kind << 3);
    varint(attribute, value);
    bytes(message, 10, attribute.toByteArray());
    return this;
  }

  /** Ends the node and writes it. */
  public void end() throws IOException {
    ByteArrayOutputStream length = new ByteArrayOutputStream();
    varint(length, message.size());
    length.writeTo(out);
    message.writeTo(out);
    message.reset();
  }

  private static void field(ByteArrayOutputStream to, int number, long value) {
    if (value != 0) {
      varint(to, number << 3);
      varint(to, value);
    }
  }

  private static void text(ByteArrayOutputStream to, int number, String text) {
    bytes(to, number, text.getBytes(UTF_8));
  }

  private static void bytes(ByteArrayOutputStream to, int number, byte[] value) {
    varint(to, number << 3 | Wire.LENGTH);
    varint(to, value.length);
    to.writeBytes(value);
  }

  private static void varint(ByteArrayOutputStream to, long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      to.write((int) (left & 0x7f | 0x80));
      left >>>= 7;
    }
    to.write((int) left);
  }
}
