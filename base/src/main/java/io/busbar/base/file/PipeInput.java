package io.busbar.base.file;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A pipe that is read by a thread of its own, so that waiting for its writer can end. The thread is
 * a daemon: while nobody opens the other end, the system does not let it go.
 */
final class PipeInput extends InputStream {
  private static final int CHUNK = 1 << 16;
  private static final int CHUNKS = 16;
  private static final byte[] END = new byte[0];

  private final BlockingQueue<Object> arrived = new ArrayBlockingQueue<>(CHUNKS);
  private final Duration silence;
  private volatile boolean closed;
  private byte[] chunk = END;
  private int at;
  private boolean over;

  /** Opens what is read. */
  interface Opening {
    InputStream open() throws IOException;
  }

  /** Sent ahead of the first bytes. */
  private record Opened() {}

  /**
   * Opens a pipe.
   *
   * @param writer how long to wait for somebody to open its other end
   * @param silence how long to wait for the next bytes
   */
  PipeInput(Opening opening, Duration writer, Duration silence) throws IOException {
    this.silence = silence;
    Thread pump = new Thread(() -> pump(opening), "busbar-pipe");
    pump.setDaemon(true);
    pump.start();
    if (await(writer) == null) {
      closed = true;
      throw new UnreadableFile(
          "a pipe that something writes to",
          "nothing opened its other end for " + writer.toSeconds() + " s");
    }
  }

  private void pump(Opening opening) {
    try (InputStream in = opening.open()) {
      arrived.put(new Opened());
      byte[] buffer = new byte[CHUNK];
      for (int read = in.read(buffer); read >= 0 && !closed; read = in.read(buffer)) {
        if (read > 0) {
          arrived.put(Arrays.copyOf(buffer, read));
        }
      }
      arrived.put(END);
    } catch (IOException e) {
      arrived.offer(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What came next, or null when nothing came in time. */
  private Object await(Duration most) throws IOException {
    try {
      Object next = arrived.poll(most.toMillis(), TimeUnit.MILLISECONDS);
      if (next instanceof IOException e) {
        throw e;
      }
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a pipe", e);
    }
  }

  private boolean ended() throws IOException {
    while (!over && at == chunk.length) {
      Object next = await(silence);
      if (next == null) {
        throw new UnreadableFile(
            "a pipe that something writes to", "nothing came for " + silence.toSeconds() + " s");
      }
      over = next == END;
      if (next instanceof byte[] bytes) {
        chunk = bytes;
        at = 0;
      }
    }
    return over;
  }

  @Override
  public int read() throws IOException {
    return ended() ? -1 : chunk[at++] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (ended()) {
      return -1;
    }
    int count = Math.min(length, chunk.length - at);
    System.arraycopy(chunk, at, into, from, count);
    at += count;
    return count;
  }

  @Override
  public int available() {
    return chunk.length - at;
  }

  @Override
  public void close() {
    closed = true;
    over = true;
    arrived.clear();
  }
}
