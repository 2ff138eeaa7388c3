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

  public Wire(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /** How long a read waits. */
  public void deadline(long millis) throws IOException {
    socket.setSoTimeout((int) Math.clamp(millis, 1, Integer.MAX_VALUE));
  }

  public void write(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException(bytes.length + " bytes; a text may have " + MOST_BYTES);
    }
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  public void flush() throws IOException {
    out.flush();
  }

  /** Reads a text of at most so many bytes. */
  public String read(int most) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new IOException("a text of " + length + " bytes; expected at most " + most);
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  public String read() throws IOException {
    return read(MOST_BYTES);
  }

  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
