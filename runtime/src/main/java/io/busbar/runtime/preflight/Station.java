package io.busbar.runtime.preflight;

import io.busbar.runtime.launch.Interfaces;
import io.busbar.runtime.transport.Strangers;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * What an agent has open on one interface while a preflight lasts: a listener for connections of
 * other agents, each with a thread that does what the header says, and datagrams.
 */
final class Station implements AutoCloseable {
  private static final int BACKLOG = 256;

  /** Of IP; the loopback interface allows more. */
  private static final int LARGEST_PACKET = 65_535;

  private static final int PATIENCE_MS = 20_000;
  private static final int LOOK_MS = 1000;
  private static final long FULL_NS = 10_000_000;

  private final Interfaces.Chosen interfaceUsed;
  private final byte[] key;
  private final Waits waits;
  private final ServerSocket listening;
  private final Strangers strangers = new Strangers();
  private final Datagrams datagrams;

  Station(Interfaces.Chosen interfaceUsed, byte[] key, Waits waits) throws IOException {
    this.waits = waits;
    this.interfaceUsed = interfaceUsed;
    this.key = key;
    this.datagrams = new Datagrams(interfaceUsed.address(), key);
    this.listening = new ServerSocket();
    listening.bind(new InetSocketAddress(interfaceUsed.address(), 0), BACKLOG);
    listening.setSoTimeout(LOOK_MS);
    Thread.ofPlatform().daemon().name("preflight " + interfaceUsed.name()).start(this::accept);
  }

  Interfaces.Chosen interfaceUsed() {
    return interfaceUsed;
  }

  Datagrams datagrams() {
    return datagrams;
  }

  Port port() throws IOException {
    return new Port(
        interfaceUsed.name(),
        interfaceUsed.address(),
        listening.getLocalPort(),
        datagrams.port(),
        Math.min(interfaceUsed.mtuBytes(), LARGEST_PACKET),
        speed());
  }

  private long speed() {
    try {
      Path file = Path.of("/sys/class/net/" + interfaceUsed.name() + "/speed");
      return Math.max(0, Long.parseLong(Files.readString(file).strip()));
    } catch (IOException | NumberFormatException e) {
      return 0; // a driver that does not know
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        strangers.came(socket);
        Thread.ofPlatform().daemon().name("preflight serves").start(() -> serve(socket));
      } catch (SocketTimeoutException e) {
        strangers.look();
      } catch (IOException e) {
        LockSupport.parkNanos(FULL_NS); // closed, or no descriptor is free
      }
    }
  }

  /** A caller without the key gets nothing; one that breaks off has its reasons. */
  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MS);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      byte[] shown = in.readNBytes(Header.KEY_BYTES);
      boolean waited = strangers.known(socket);
      if (waited && MessageDigest.isEqual(shown, key)) {
        serve(socket, Header.read(in), in, out);
      }
    } catch (IOException e) {
      return;
    } finally {
      strangers.known(socket);
    }
  }

  private void serve(Socket socket, Header header, DataInputStream in, DataOutputStream out)
      throws IOException {
    InetSocketAddress caller = new InetSocketAddress(socket.getInetAddress(), 0);
    switch (header.wish()) {
      case Header.SINK -> {
        double rate;
        try (Waits.Span span = waits.begin()) {
          rate = Streaming.receive(in, header.a());
        }
        out.writeDouble(rate);
      }
      case Header.SOURCE -> source(socket.getOutputStream(), header);
      case Header.ECHO -> {
        try (Waits.Span span = waits.begin()) {
          echo(in, out);
        }
      }
      case Header.COUNTERS -> out.writeUTF(counters().encoded());
      case Header.HEARD -> out.writeInt(datagrams.heard(header.a()));
      case Header.TELL -> {
        datagrams.tell(at(caller, header.b()), header.a(), header.c());
        out.writeInt(Datagrams.COUNT);
      }
      case Header.REACH ->
          out.writeInt(datagrams.reach(at(caller, header.a()), (int) header.b(), (int) header.c()));
      default -> {}
    }
    out.flush();
    socket.shutdownOutput();
    // What is not read before the end would make it a reset.
    while (in.read() >= 0) {
      continue;
    }
  }

  private void source(OutputStream out, Header header) throws IOException {
    try (Waits.Span span = waits.begin()) {
      if (header.b() > 0) {
        Streaming.sendPaced(out, header.a(), header.b());
      } else {
        Streaming.send(out, header.a());
      }
    }
  }

  private static InetSocketAddress at(InetSocketAddress caller, long port) {
    return new InetSocketAddress(caller.getAddress(), (int) port);
  }

  Counters counters() {
    return Counters.read(List.of(interfaceUsed.name())).with(waits.counted());
  }

  /** Until the caller ends; each answer is the ping and the time of this host's clock. */
  private static void echo(DataInputStream in, DataOutputStream out) throws IOException {
    byte[] answer = new byte[2 * Long.BYTES];
    while (true) {
      int first = in.read();
      if (first < 0) {
        return;
      }
      answer[0] = (byte) first;
      in.readFully(answer, 1, Long.BYTES - 1);
      ByteBuffer.wrap(answer).putLong(Long.BYTES, nowNs());
      out.write(answer);
    }
  }

  /** Of the clock that logs are written by. */
  static long nowNs() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    strangers.close();
    datagrams.close();
  }
}
