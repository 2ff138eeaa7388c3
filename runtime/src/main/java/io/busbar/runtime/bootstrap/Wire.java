package io.busbar.runtime.bootstrap;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Short texts over a socket: length, then UTF-8. One thread writes at a time, and one reads. */
public final class Wire {
  /** Says what is spoken, before anything of a stranger is read. */
  static final String GREETING = "busbar-bootstrap-1";

  /** Longest text, in bytes. */
  public static final int MOST_BYTES = 1 << 16;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  /**
   * Speaks over a connection, and closes it at the end.
   *
   * @param socket which is connected
   * @throws IOException when it is closed already
   */
  public Wire(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /**
   * Sets how long a read waits.
   *
   * @param millis 1 or more; then {@link java.net.SocketTimeoutException} is thrown
   * @throws IOException when the connection is closed
   */
  public void deadline(long millis) throws IOException {
    socket.setSoTimeout((int) Math.clamp(millis, 1, Integer.MAX_VALUE));
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
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new IOException("a text of " + length + " bytes; expected at most " + most);
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
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
