package io.busbar.runtime.launch;

import io.busbar.runtime.bootstrap.Wire;
import io.busbar.runtime.transport.Proof;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Does what another process asks for until that one says goodbye, closes the connection, or shows
 * no sign of life. It does nothing but the works it was given. One use.
 */
public final class Agent implements Room {
  private static final long RETRY_NS = 50_000_000;
  private static final int MOST_REASON = 2000;

  /** A character may take three bytes. */
  private static final int MOST_ANSWER = Wire.MOST_BYTES / 3;

  private final AgentPlace place;
  private final Map<String, Supplier<Work>> kinds;
  private final Map<String, Work> works = new TreeMap<>();
  private final Socket socket;
  private final Wire wire;
  private final BlockingQueue<Said> said = new ArrayBlockingQueue<>(1);

  private Agent(AgentPlace place, Map<String, Supplier<Work>> kinds) throws IOException {
    this.place = place;
    this.kinds = Map.copyOf(kinds);
    this.socket = connect(place);
    this.wire = new Wire(socket);
  }

  /** What came of an exchange: all texts, or why there are none. */
  private record Said(String[] all, String failure) {}

  /**
   * Serves.
   *
   * @param works what can be asked for, by name
   * @throws IOException when nobody listens at the place, the token is not known there, or the
   *     other side is gone without a goodbye; the message says which
   */
  public static void serve(AgentPlace place, Map<String, Supplier<Work>> works) throws IOException {
    Agent agent = new Agent(place, works);
    try {
      agent.wire.deadline(Frames.SILENCE.toMillis());
      Handshake.serve(agent.wire, place.token(), new Handshake.Name(place.seat(), place.host()));
      agent.converse();
    } catch (SocketTimeoutException e) {
      long silence = Frames.SILENCE.toSeconds();
      throw new IOException("no sign of life of " + place.at() + " for " + silence + " s", e);
    } finally {
      agent.end();
    }
  }

  private static Socket connect(AgentPlace place) throws IOException {
    long end = System.nanoTime() + place.patience().toNanos();
    while (true) {
      Socket socket = new Socket();
      try {
        InetSocketAddress at =
            new InetSocketAddress(place.at().getHostString(), place.at().getPort());
        long left = Math.max(1, (end - System.nanoTime()) / 1_000_000);
        socket.connect(at, (int) Math.min(left, Integer.MAX_VALUE));
        return socket;
      } catch (ConnectException | NoRouteToHostException | SocketTimeoutException e) {
        socket.close();
        if (System.nanoTime() - end > 0) {
          throw new IOException("nobody listens at " + place.at() + ": " + e.getMessage(), e);
        }
        LockSupport.parkNanos(RETRY_NS);
      } catch (IOException | RuntimeException e) {
        socket.close();
        throw e;
      }
    }
  }

  private void converse() throws IOException {
    // A work that does not listen to its end must not keep the process.
    ExecutorService worker =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("work").factory());
    try {
      while (true) {
        switch (wire.read()) {
          case Frames.PING -> send(Frames.ALIVE);
          case Frames.DO -> {
            String name = wire.read();
            String request = wire.read();
            said.clear(); // what came too late for the last one
            worker.execute(() -> work(name, request));
          }
          case Frames.ALL -> said.offer(new Said(texts(), ""));
          case Frames.NOBODY -> said.offer(new Said(new String[0], wire.read()));
          case Frames.BYE -> {
            return;
          }
          default -> throw new IOException("what came is not understood");
        }
      }
    } catch (EOFException e) {
      throw new IOException(place.at() + " is gone", e);
    } finally {
      worker.shutdownNow();
      said.offer(new Said(new String[0], "the conversation is over"));
      synchronized (works) {
        works.values().forEach(Work::close);
      }
    }
  }

  private String[] texts() throws IOException {
    String[] all = new String[Integer.parseInt(wire.read())];
    for (int i = 0; i < all.length; i++) {
      all[i] = wire.read();
    }
    return all;
  }

  private void work(String name, String request) {
    try {
      String answer = workOf(name).perform(request, this);
      if (answer.length() > MOST_ANSWER) {
        throw new IllegalStateException("an answer of " + answer.length() + " characters");
      }
      send(Frames.DONE, answer);
    } catch (Exception e) {
      String reason = e.getMessage() == null ? e.toString() : e.getMessage();
      try {
        send(Frames.FAILED, reason.substring(0, Math.min(reason.length(), MOST_REASON)));
      } catch (IOException gone) {
        end();
      }
    }
  }

  private Work workOf(String name) {
    synchronized (works) {
      Supplier<Work> kind = kinds.get(name);
      if (kind == null) {
        throw new IllegalArgumentException("this version does not know '" + name + "'");
      }
      return works.computeIfAbsent(name, each -> kind.get());
    }
  }

  private void send(String... texts) throws IOException {
    synchronized (wire) {
      for (String text : texts) {
        wire.write(text);
      }
      wire.flush();
    }
  }

  @Override
  public int seat() {
    return place.seat();
  }

  @Override
  public InetAddress address() {
    return socket.getLocalAddress();
  }

  @Override
  public String[] exchange(String own) {
    try {
      send(Frames.SAY, own);
      Said heard = said.take();
      if (!heard.failure.isEmpty()) {
        throw new IllegalStateException(heard.failure);
      }
      return heard.all;
    } catch (IOException e) {
      throw new IllegalStateException("the connection is gone: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the conversation is over", e);
    }
  }

  @Override
  public byte[] key() {
    return Proof.key("busbar-group", place.token());
  }

  private void end() {
    try {
      socket.close();
    } catch (IOException e) {
      // The descriptor is gone either way.
      return;
    }
  }
}
