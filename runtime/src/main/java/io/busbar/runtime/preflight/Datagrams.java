package io.busbar.runtime.preflight;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;

/**
 * Datagrams of an agent on one interface. A thread counts those that arrive by the number they are
 * sent under, and answers those that ask whether they arrived. Those without the key are dropped.
 */
final class Datagrams implements AutoCloseable {
  /** How many are sent to see whether some get lost. */
  static final int COUNT = 160;

  private static final int COUNTED_BYTES = 512;
  private static final int AT_ONCE = 8;
  private static final long LEAST_PAUSE_NS = 2_000_000;
  private static final long MOST_PAUSE_NS = 100_000_000;

  /** Share of a path's rate at which datagrams are sent. */
  private static final double SHARE_OF_RATE = 0.1;

  private static final int MOST_NUMBERS = 64;
  private static final int ROOM = 1 << 20;
  private static final int LARGEST = 1 << 16;
  private static final int TRIES = 4;
  private static final long LATE_NS = 200_000_000;
  private static final long LATEST_NS = 2_000_000_000;
  private static final long ANSWER_NS = 60_000_000;
  private static final long LOOK_NS = 500_000;
  private static final int LEAST_BYTES = 512;

  private static final byte COUNT_ME = 1;
  private static final byte ANSWER_ME = 2;
  private static final byte ANSWER = 3;

  /** Key, kind, number, and the size that was sent. */
  private static final int HEAD = Header.KEY_BYTES + 1 + Long.BYTES + Integer.BYTES;

  private final byte[] key;
  private final DatagramChannel channel;
  private final int headers;
  private final Map<Long, Integer> heard =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
          return size() > MOST_NUMBERS;
        }
      };
  private volatile int answered;

  Datagrams(InetAddress own, byte[] key) throws IOException {
    this.key = key;
    this.channel = DatagramChannel.open();
    this.headers = own.getAddress().length == 4 ? 28 : 48; // IPv4 or IPv6, and UDP
    channel.setOption(StandardSocketOptions.SO_RCVBUF, ROOM);
    channel.bind(new InetSocketAddress(own, 0));
    if (channel.supportedOptions().contains(ExtendedSocketOptions.IP_DONTFRAGMENT)) {
      channel.setOption(ExtendedSocketOptions.IP_DONTFRAGMENT, true);
    }
    Thread.ofPlatform().daemon().name("datagrams").start(this::listen);
  }

  int port() throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  private void listen() {
    ByteBuffer in = ByteBuffer.allocateDirect(LARGEST);
    while (channel.isOpen()) {
      try {
        in.clear();
        SocketAddress from = channel.receive(in);
        in.flip();
        if (from != null && in.remaining() >= HEAD && known(in)) {
          take(in, from);
        }
      } catch (IOException e) {
        // Closed; or an answer of the network to a datagram that went nowhere, which is not ours.
        LockSupport.parkNanos(LOOK_NS);
      }
    }
  }

  private boolean known(ByteBuffer in) {
    byte[] theirs = new byte[Header.KEY_BYTES];
    in.get(theirs);
    return MessageDigest.isEqual(theirs, key);
  }

  private void take(ByteBuffer in, SocketAddress from) throws IOException {
    byte kind = in.get();
    long number = in.getLong();
    int size = in.getInt();
    switch (kind) {
      case COUNT_ME -> {
        synchronized (heard) {
          heard.merge(number, 1, Integer::sum);
        }
      }
      case ANSWER_ME -> channel.send(head(ANSWER, number, size), from);
      case ANSWER -> answered = Math.max(answered, size);
      default -> {}
    }
  }

  private ByteBuffer head(byte kind, long number, int size) {
    return ByteBuffer.allocate(HEAD).put(key).put(kind).putLong(number).putInt(size).flip();
  }

  /**
   * How many have come under a number, after a moment for those on the way, or in the hands of a
   * host that is busy: until none has come for that moment.
   */
  int heard(long number) {
    long start = System.nanoTime();
    long last = start;
    int before = 0;
    while (true) {
      long now = System.nanoTime();
      int count;
      synchronized (heard) {
        count = heard.getOrDefault(number, 0);
      }
      if (count > before) {
        before = count;
        last = now;
      }
      if (count >= COUNT || now - last > LATE_NS || now - start > LATEST_NS) {
        return count;
      }
      LockSupport.parkNanos(LOOK_NS);
    }
  }

  /** The pause between some of the datagrams on a path of a rate. */
  static long pauseNs(double bytesPerS) {
    double pause = AT_ONCE * COUNTED_BYTES * 1e9 / (SHARE_OF_RATE * Math.max(1, bytesPerS));
    return Math.clamp((long) pause, LEAST_PAUSE_NS, MOST_PAUSE_NS);
  }

  /** Sends {@link #COUNT} under a number, slowly enough for the path. */
  void tell(InetSocketAddress to, long number, long pauseNs) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(COUNTED_BYTES).put(head(COUNT_ME, number, 0));
    for (int i = 0; i < COUNT; i++) {
      channel.send(out.clear(), to);
      if (i % AT_ONCE == AT_ONCE - 1) {
        LockSupport.parkNanos(pauseNs);
      }
    }
  }

  /**
   * The largest packet that arrives without being cut, headers of IP and UDP included.
   *
   * @param most largest to try, such as the MTU of this interface
   * @param likely what should arrive, which is tried before others are
   * @return at most {@code most}; 0 when none arrives
   */
  int reach(InetSocketAddress to, int most, int likely) throws IOException {
    int largest = Math.min(most, LARGEST - 1);
    int fails = largest + 1;
    for (int size : new int[] {largest, Math.min(likely, largest)}) {
      if (size < fails && arrives(to, size, TRIES)) {
        return size;
      }
      fails = Math.min(fails, size);
    }
    int works = arrives(to, LEAST_BYTES, TRIES) ? LEAST_BYTES : 0;
    while (works > 0 && fails - works > 1) {
      int middle = (works + fails) / 2;
      if (arrives(to, middle, 2)) {
        works = middle;
      } else {
        fails = middle;
      }
    }
    return works;
  }

  private boolean arrives(InetSocketAddress to, int packet, int tries) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(packet - headers).put(head(ANSWER_ME, 0, packet));
    answered = 0;
    for (int attempt = 0; attempt < tries; attempt++) {
      try {
        channel.send(out.clear(), to);
      } catch (IOException e) {
        return false; // larger than this interface, or the path as the kernel knows it
      }
      // A busy host answers late, so each try waits longer than the one before.
      long end = System.nanoTime() + (ANSWER_NS << attempt);
      while (answered != packet && System.nanoTime() - end < 0) {
        LockSupport.parkNanos(LOOK_NS);
      }
      if (answered == packet) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
