package io.busbar.formats.sqlite;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The wanted columns of a row; valid until the next one. Not thread-safe. */
public final class Row {
  private static final int NULL = 0;
  private static final int FIRST_BLOB = 12;

  private final int[] wanted;
  private final int rowidColumn;
  private final Charset charset;
  private final long[] types;
  private final int[] offsets;
  private byte[] record = new byte[0];
  private long rowid;

  /**
   * @param wanted numbers of the columns; −1 for one that the table lacks
   * @param rowidColumn number of the column that stands for the row's number; −1 for none
   */
  Row(int[] wanted, int rowidColumn, int encoding) {
    this.wanted = wanted;
    this.rowidColumn = rowidColumn;
    charset =
        switch (encoding) {
          case 2 -> StandardCharsets.UTF_16LE;
          case 3 -> StandardCharsets.UTF_16BE;
          default -> StandardCharsets.UTF_8;
        };
    types = new long[wanted.length];
    offsets = new int[wanted.length];
  }

  void set(byte[] bytes, int length, long number) throws SqliteException {
    record = bytes;
    rowid = number;
    Arrays.fill(types, NULL);
    Varint at = new Varint(bytes, length);
    long header = at.next();
    int data = at.within(header);
    for (int column = 0; at.position < header; column++) {
      long type = at.next();
      for (int i = 0; i < wanted.length; i++) {
        if (wanted[i] == column) {
          types[i] = type;
          offsets[i] = data;
        }
      }
      data = at.within(data + bytes(type));
    }
  }

  private static long bytes(long type) throws SqliteException {
    if (type >= FIRST_BLOB) {
      return (type - FIRST_BLOB) / 2;
    }
    return switch ((int) type) {
      case 0, 8, 9 -> 0;
      case 1, 2, 3, 4 -> type;
      case 5 -> 6;
      case 6, 7 -> 8;
      default -> throw new SqliteException("a value of type " + type);
    };
  }

  /** Number of the row in its table. */
  public long rowid() {
    return rowid;
  }

  public boolean isNull(int column) {
    return types[column] == NULL && (rowidColumn < 0 || wanted[column] != rowidColumn);
  }

  /** A whole number; 0 for what is none. */
  public long integer(int column) {
    long type = types[column];
    if (type == NULL) {
      return isNull(column) ? 0 : rowid;
    }
    if (type == 8 || type == 9) {
      return type - 8;
    }
    if (type == 7) {
      return (long) Double.longBitsToDouble(big(column, 8));
    }
    return type > 7 ? 0 : big(column, type < 5 ? (int) type : type == 5 ? 6 : 8);
  }

  private long big(int column, int length) {
    int at = offsets[column];
    long value = record[at];
    for (int i = 1; i < length; i++) {
      value = (value << 8) | (record[at + i] & 0xff);
    }
    return value;
  }

  /** A text, shortened to that many bytes; empty for what is none. */
  public String text(int column, int most) {
    long type = types[column];
    if (type <= FIRST_BLOB || type % 2 == 0) {
      return "";
    }
    int length = (int) Math.min(most, (type - FIRST_BLOB) / 2);
    return new String(record, offsets[column], length, charset);
  }

  /** Numbers of one to nine bytes, seven bits each. */
  static final class Varint {
    private final byte[] bytes;
    private final int end;
    int position;

    Varint(byte[] bytes, int end) {
      this.bytes = bytes;
      this.end = end;
    }

    long next() throws SqliteException {
      long value = 0;
      for (int i = 0; i < 9; i++) {
        if (position >= end) {
          throw new SqliteException("a row ends early");
        }
        int b = bytes[position++] & 0xff;
        if (i == 8) {
          return (value << 8) | b;
        }
        value = (value << 7) | (b & 0x7f);
        if (b < 0x80) {
          return value;
        }
      }
      return value;
    }

    int within(long offset) throws SqliteException {
      if (offset < 0 || offset > end) {
        throw new SqliteException("a row ends early");
      }
      return (int) offset;
    }
  }
}
