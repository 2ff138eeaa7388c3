package io.busbar.formats.intake;

import io.busbar.base.file.UnreadableFile;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What all archives of one invocation may cost together, at whatever depth: bytes that they unpack
 * to, members, and time. Each file that is named brings an allowance of bytes by its size. Not
 * thread-safe.
 */
final class Budget {
  /** Members of archives, also those that are not read. */
  static final int MAX_MEMBERS = 100_000;

  /** Bytes that may be unpacked whatever the size of the files. */
  static final long FREE_BYTES = 32L << 20;

  /** Further bytes for each byte of the files; logs are packed to a tenth or a hundredth. */
  static final int MAX_RATIO = 500;

  /** Bytes that are unpacked at most. */
  static final long MAX_BYTES = 64L << 30;

  /** Time that is spent with unpacking, without that of the readers. */
  static final long MAX_SECONDS = 300;

  /** There is nothing left of it. */
  static final class Spent extends UnreadableFile {
    private static final long serialVersionUID = 1L;

    Spent(String expected, String hint) {
      super(expected, hint);
    }
  }

  private final LongSupplier clock;
  private long bytes = FREE_BYTES;
  private int members = MAX_MEMBERS;
  private long unpackingNs;
  private long sinceNs;
  private int running;

  Budget() {
    this(System::nanoTime);
  }

  Budget(LongSupplier clock) {
    this.clock = clock;
  }

  /** Grants what a packed file of this size may unpack to. */
  void grant(long packedBytes) {
    bytes = Math.min(MAX_BYTES, bytes + Math.min(MAX_BYTES, packedBytes) * MAX_RATIO);
  }

  /** Unpacking begins, or goes on after readers looked at a member. */
  void start() {
    if (running++ == 0) {
      sinceNs = clock.getAsLong();
    }
  }

  /** Unpacking ends, or waits for readers. */
  void stop() {
    if (--running == 0) {
      unpackingNs += clock.getAsLong() - sinceNs;
    }
  }

  /** Pays for a member. */
  void member() throws Spent {
    if (--members < 0) {
      throw new Spent("archives of at most " + MAX_MEMBERS + " members together", "");
    }
    time();
  }

  private void time() throws Spent {
    long ns = unpackingNs + (running > 0 ? clock.getAsLong() - sinceNs : 0);
    if (ns > TimeUnit.SECONDS.toNanos(MAX_SECONDS)) {
      throw new Spent("archives that unpack within " + MAX_SECONDS + " s", "");
    }
  }

  /** A stream that pays for what is read of it. */
  InputStream paid(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        int read;
        try {
          read = super.read(into, from, length);
        } catch (RuntimeException e) { // how some libraries tell of damaged bytes
          throw new IOException("it is damaged: " + e.getMessage(), e);
        }
        pay(Math.max(0, read));
        return read;
      }

      @Override
      public long skip(long count) throws IOException {
        long skipped = super.skip(count);
        pay(skipped);
        return skipped;
      }

      @Override
      public boolean markSupported() {
        return false;
      }
    };
  }

  private void pay(long count) throws Spent {
    bytes -= count;
    if (bytes < 0) {
      throw new Spent(
          "archives that unpack to less", "what they hold unpacks to more than is opened");
    }
    time();
  }
}
