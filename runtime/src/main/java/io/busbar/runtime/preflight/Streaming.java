package io.busbar.runtime.preflight;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.locks.LockSupport;

/** Bytes over one connection for some time, and their rate where they arrive. */
final class Streaming {
  private static final int PIECE = 128 << 10;

  /** Small enough for any queue on the way. */
  private static final int PACED_PIECE = 16 << 10;

  /** Share of the time that is not counted: until then the sender finds its speed. */
  private static final double WARM = 0.4;

  private Streaming() {}

  static void send(OutputStream out, long nanos) throws IOException {
    byte[] piece = new byte[PIECE];
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      out.write(piece);
    }
  }

  /**
   * Sends no faster than a rate, piece by piece. What was late is not made up for, so that no burst
   * comes of it.
   */
  static void sendPaced(OutputStream out, long nanos, double bytesPerS) throws IOException {
    byte[] piece = new byte[PACED_PIECE];
    long every = (long) (PACED_PIECE * 1e9 / bytesPerS);
    long start = System.nanoTime();
    long next = start;
    while (next - start < nanos) {
      out.write(piece);
      next = Math.max(next + every, System.nanoTime());
      long until = Math.min(next, start + nanos);
      long left = until - System.nanoTime();
      while (left > 0) {
        LockSupport.parkNanos(left);
        left = until - System.nanoTime();
      }
    }
  }

  /**
   * Reads until the bytes end.
   *
   * @param nanos for which they are sent
   * @return bytes per second after the first part of the time; of all when nothing came after it
   */
  static double receive(InputStream in, long nanos) throws IOException {
    byte[] piece = new byte[PIECE];
    long bytes = in.read(piece);
    long start = System.nanoTime();
    long counted = 0;
    long from = start;
    long last = start;
    while (true) {
      int more = in.read(piece);
      if (more < 0) {
        break;
      }
      last = System.nanoTime();
      bytes += more;
      if (last - start < WARM * nanos) {
        from = last;
      } else {
        counted += more;
      }
    }
    if (counted > 0 && last > from) {
      return counted * 1e9 / (last - from);
    }
    return bytes <= 0 ? 0 : bytes * 1e9 / Math.max(nanos, last - start);
  }
}
