package io.busbar.runtime.preflight;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The side of a pair that leads: it calls the station of the other host, from its own address. */
final class Caller {
  private static final int CONNECT_MS = 3_000;
  private static final int ANSWER_MS = 5_000;
  private static final long REACH_NS = 5_000_000_000L;
  private static final int WARM_TRIPS = 50;
  private static final int MOST_TRIPS = 400;
  private static final long TRIPS_NS = 200_000_000;
  private static final double P99 = 0.99;

  private final InetAddress own;
  private final Port other;
  private final byte[] key;
  private final Settings settings;
  private final Waits waits;

  Caller(InetAddress own, Port other, byte[] key, Settings settings, Waits waits) {
    this.own = own;
    this.other = other;
    this.key = key;
    this.settings = settings;
    this.waits = waits;
  }

  /** A connection whose header is sent. */
  private final class Call implements AutoCloseable {
    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final DataOutputStream out;

    private Call(Header header, long lastsNs) throws IOException {
      try {
        socket.bind(new InetSocketAddress(own, 0));
        socket.connect(other.stream(), CONNECT_MS);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_MS + (int) (lastsNs / 1_000_000));
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(socket.getOutputStream());
        header.write(out, key);
      } catch (IOException | RuntimeException e) {
        socket.close();
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  Counters counters() throws IOException {
    try (Call call = new Call(new Header(Header.COUNTERS, 0, 0), 0)) {
      return Counters.decoded(call.in.readUTF());
    }
  }

  int heard(long number) throws IOException {
    try (Call call = new Call(new Header(Header.HEARD, number, 0), 0)) {
      return call.in.readInt();
    }
  }

  /** Lets the other host send datagrams to a port of this one. */
  void tell(long number, int port, long pauseNs) throws IOException {
    try (Call call = new Call(new Header(Header.TELL, number, port, pauseNs), 0)) {
      call.in.readInt();
    }
  }

  int reach(int port, int most, int likely) throws IOException {
    try (Call call = new Call(new Header(Header.REACH, port, most, likely), REACH_NS)) {
      return call.in.readInt();
    }
  }

  private double send() throws IOException {
    long nanos = settings.duration().toNanos();
    try (Call call = new Call(new Header(Header.SINK, nanos, 0), nanos)) {
      try (Waits.Span span = waits.begin()) {
        Streaming.send(call.socket.getOutputStream(), nanos);
      }
      call.socket.shutdownOutput();
      return call.in.readDouble();
    }
  }

  private double receive() throws IOException {
    long nanos = settings.duration().toNanos();
    try (Call call = new Call(new Header(Header.SOURCE, nanos, 0), nanos);
        Waits.Span span = waits.begin()) {
      return Streaming.receive(call.socket.getInputStream(), nanos);
    }
  }

  /** Sends for some time no faster than a rate. */
  void sendPaced(long nanos, double bytesPerS) throws IOException {
    try (Call call = new Call(new Header(Header.SINK, nanos, 0), nanos)) {
      Streaming.sendPaced(call.socket.getOutputStream(), nanos, bytesPerS);
      call.socket.shutdownOutput();
      call.in.readDouble();
    }
  }

  /** Lets the other host send for some time no faster than a rate. */
  void receivePaced(long nanos, double bytesPerS) throws IOException {
    Header header = new Header(Header.SOURCE, nanos, Math.max(1, (long) bytesPerS));
    try (Call call = new Call(header, nanos)) {
      Streaming.receive(call.socket.getInputStream(), nanos);
    }
  }

  /**
   * Sends, receives, or both at once.
   *
   * @return bytes per second sent and received, 0 where nothing was asked for
   */
  double[] stream(boolean sends, boolean receives) throws IOException {
    List<Callable<double[]>> all = new ArrayList<>();
    for (int i = 0; i < settings.streams(); i++) {
      if (sends) {
        all.add(() -> new double[] {send(), 0});
      }
      if (receives) {
        all.add(() -> new double[] {0, receive()});
      }
    }
    double[] sum = new double[2];
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      for (Future<double[]> each : threads.invokeAll(all)) {
        double[] rates = each.get();
        sum[0] += rates[0];
        sum[1] += rates[1];
      }
      return sum;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  Trips trips() throws IOException {
    double[] micros = new double[MOST_TRIPS];
    int count = 0;
    long offset = 0;
    long least = Long.MAX_VALUE;
    ByteBuffer ping = ByteBuffer.allocate(Long.BYTES);
    byte[] answer = new byte[2 * Long.BYTES];
    try (Call call = new Call(new Header(Header.ECHO, 0, 0), 0);
        Waits.Span span = waits.begin()) {
      long end = System.nanoTime() + TRIPS_NS;
      for (int i = -WARM_TRIPS;
          i < MOST_TRIPS && (count == 0 || System.nanoTime() - end < 0);
          i++) {
        long begun = Station.nowNs();
        long start = System.nanoTime();
        call.out.write(ping.putLong(0, i).array());
        call.in.readFully(answer);
        long took = System.nanoTime() - start;
        if (i >= 0) {
          micros[count] = took / 1e3;
          count++;
        }
        if (took < least) {
          least = took;
          offset = ByteBuffer.wrap(answer).getLong(Long.BYTES) - begun - took / 2;
        }
      }
      call.socket.shutdownOutput();
      call.in.read(); // its end: the other host has counted how it waited
    }
    double[] sorted = Arrays.copyOf(micros, count);
    Arrays.sort(sorted);
    return new Trips(
        sorted[0],
        sorted[count / 2],
        sorted[(int) Math.min(count - 1L, (long) (P99 * count))],
        offset,
        least / 2,
        0);
  }
}
