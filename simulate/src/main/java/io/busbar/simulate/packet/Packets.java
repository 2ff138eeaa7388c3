package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * All packets as records of eight ints in one array, so that a packet is half a cache line. A
 * packet is in one list at a time: free, in a queue, or on a link.
 *
 * <pre>
 *  0 next in its list     2 sequence number      4 address      6 hash
 *  1 queue pair           3 kind, flags, bytes   5 came in by   7 free
 * </pre>
 */
final class Packets {
  static final int NONE = -1;

  static final int DATA = 0;
  static final int ACK = 1;
  static final int NACK = 2;
  static final int CNP = 3;

  /** A receiver grants more; a sender asks for it. */
  static final int GRANT = 4;

  static final int REQUEST = 5;

  // From here on frames that end at the next node.
  static final int PAUSE = 6;
  static final int CREDIT = 7;

  private static final int WORDS = 8;
  private static final int MAX_BYTES = 0xffff;
  private static final int KIND_SHIFT = 16;
  private static final int CLASS_SHIFT = 20;
  private static final int MARKED = 1 << 24;
  private static final int CORRUPT = 1 << 25;

  private int[] words = new int[WORDS * 1024];
  private int free = NONE;
  private int made;
  private int inUse;

  /** A packet with kind, class and bytes set; the rest is left over from its last use. */
  int take(int kind, int trafficClass, int bytes) {
    int packet = free;
    if (packet == NONE) {
      packet = made++;
      if (made * WORDS > words.length) {
        words = Arrays.copyOf(words, words.length * 2);
      }
    } else {
      free = words[packet * WORDS];
    }
    inUse++;
    words[packet * WORDS + 3] = bytes | kind << KIND_SHIFT | trafficClass << CLASS_SHIFT;
    return packet;
  }

  void release(int packet) {
    words[packet * WORDS] = free;
    free = packet;
    inUse--;
  }

  /** Packets taken and not released. */
  int inUse() {
    return inUse;
  }

  void set(int packet, int queuePair, int sequence, int address, int hash) {
    int w = packet * WORDS;
    words[w + 1] = queuePair;
    words[w + 2] = sequence;
    words[w + 4] = address;
    words[w + 5] = NONE;
    words[w + 6] = hash;
  }

  /** Longs of a packet that is taken out to go elsewhere. */
  static final int CARRIED = WORDS / 2;

  /** Writes all of a packet out. */
  void copyTo(int packet, long[] to, int at) {
    int w = packet * WORDS;
    for (int i = 0; i < CARRIED; i++) {
      to[at + i] = (long) words[w + 2 * i] << 32 | (words[w + 2 * i + 1] & 0xffff_ffffL);
    }
  }

  /** A packet like the one that was written out. */
  int copyOf(long[] from, int at) {
    int packet = take(0, 0, 0);
    int w = packet * WORDS;
    for (int i = 0; i < CARRIED; i++) {
      words[w + 2 * i] = (int) (from[at + i] >>> 32);
      words[w + 2 * i + 1] = (int) from[at + i];
    }
    return packet;
  }

  int next(int packet) {
    return words[packet * WORDS];
  }

  void setNext(int packet, int next) {
    words[packet * WORDS] = next;
  }

  int queuePair(int packet) {
    return words[packet * WORDS + 1];
  }

  int sequence(int packet) {
    return words[packet * WORDS + 2];
  }

  int kind(int packet) {
    return words[packet * WORDS + 3] >>> KIND_SHIFT & 0xf;
  }

  int trafficClass(int packet) {
    return words[packet * WORDS + 3] >>> CLASS_SHIFT & 0x7;
  }

  /** Bytes of the frame, header included. */
  int bytes(int packet) {
    return words[packet * WORDS + 3] & MAX_BYTES;
  }

  boolean marked(int packet) {
    return (words[packet * WORDS + 3] & MARKED) != 0;
  }

  void mark(int packet) {
    words[packet * WORDS + 3] |= MARKED;
  }

  boolean corrupt(int packet) {
    return (words[packet * WORDS + 3] & CORRUPT) != 0;
  }

  void corrupted(int packet) {
    words[packet * WORDS + 3] |= CORRUPT;
  }

  int address(int packet) {
    return words[packet * WORDS + 4];
  }

  void setAddress(int packet, int address) {
    words[packet * WORDS + 4] = address;
  }

  /** The port by which it came into the switch it is in; none when it was made there. */
  int cameIn(int packet) {
    return words[packet * WORDS + 5];
  }

  void setCameIn(int packet, int port) {
    words[packet * WORDS + 5] = port;
  }

  int hash(int packet) {
    return words[packet * WORDS + 6];
  }
}
