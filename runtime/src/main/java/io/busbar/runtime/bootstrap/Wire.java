package io.busbar.runtime.bootstrap;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Short texts over a socket: length, then UTF-8. One thread writes at a time, and one reads. */
public final class Wire {
  /** Longest text, in bytes. */
  public static final int MOST_BYTES = 1 << 16;

  private final Socket socket;
  private final InputStream in;
  private final DataOutputStream out;
  private int first = -1;
  private long longestMs = Long.MAX_VALUE / 1_000_000;

  /**
   * Speaks over a connection, and closes it at the end.
   *
   * @param socket which is connected
   * @throws IOException when it is closed already
   */
  public Wire(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /**
   * Sets how long a text may take until all of it is there, however it dribbles in.
   *
   * @param millis 1 or more; then {@link java.net.SocketTimeoutException} is thrown
   */
  public void deadline(long millis) throws IOException {
    longestMs = Math.clamp(millis, 1, Integer.MAX_VALUE);
  }

  /**
   * Writes a text, which leaves with the next {@link #flush}.
   *
   * @param text of at most {@link #MOST_BYTES}
   * @throws IOException when the connection broke
   */
  public void write(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException(bytes.length + " bytes; a text may have " + MOST_BYTES);
    }
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * Sends what was written.
   *
   * @throws IOException when the connection broke
   */
  public void flush() throws IOException {
    out.flush();
  }

  /**
   * Reads a text, before anything is known of who sends it.
   *
   * @param most bytes that it may have
   * @return the text
   * @throws IOException when it is longer, or the connection ended
   */
  public String read(int most) throws IOException {
    long end = System.nanoTime() + longestMs * 1_000_000;
    int length = ByteBuffer.wrap(read(Integer.BYTES, end)).getInt();
    if (length < 0 || length > most) {
      throw new IOException("a text of " + length + " bytes; expected at most " + most);
    }
    return new String(read(length, end), StandardCharsets.UTF_8);
  }

  /**
   * Whether something has come, after a millisecond at most.
   *
   * @throws EOFException when the other side has hung up
   */
  boolean came() throws IOException {
    if (first < 0) {
      socket.setSoTimeout(1);
      try {
        first = in.read();
      } catch (SocketTimeoutException e) {
        return false;
      }
      if (first < 0) {
        throw new EOFException("the other side hung up");
      }
    }
    return true;
  }

  private byte[] read(int bytes, long end) throws IOException {
    byte[] all = new byte[bytes];
    int at = 0;
    if (bytes > 0 && first >= 0) {
      all[0] = (byte) first;
      first = -1;
      at = 1;
    }
    while (at < bytes) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new SocketTimeoutException("nothing complete came within " + longestMs + " ms");
      }
      socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
      int more = in.read(all, at, bytes - at);
      if (more < 0) {
        throw new EOFException("the other side hung up");
      }
      at += more;
    }
    return all;
  }

  /**
   * Reads a text of at most {@link #MOST_BYTES}.
   *
   * @return the text
   * @throws IOException when it is longer, or the connection ended
   */
  public String read() throws IOException {
    return read(MOST_BYTES);
  }

  /** Closes the connection. */
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
