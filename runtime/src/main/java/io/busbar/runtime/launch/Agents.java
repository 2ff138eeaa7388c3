package io.busbar.runtime.launch;

import io.busbar.runtime.bootstrap.Wire;
import io.busbar.runtime.transport.Sockets;
import io.busbar.runtime.transport.Strangers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a run, seen from the process that leads: it listens, starts them, waits for them,
 * and asks them for work. They end when this is closed or its process is gone.
 */
public final class Agents implements AutoCloseable {
  /** Variable of the environment that holds the token. */
  public static final String TOKEN = "BUSBAR_TOKEN";

  /** Argument of an agent that reads the token from the first line of its input instead. */
  public static final String TOKEN_FROM_INPUT = "--token-from-input";

  private static final long LOOK_NS = 20_000_000;

  /** Callers that come at once; one that finds no room tries again after a second. */
  private static final int LEAST_BACKLOG = 256;

  private final List<Seat> seats;
  private final Starter starter;
  private final String token;
  private final ServerSocket listening;
  private final Strangers strangers = new Strangers();
  private final AtomicReferenceArray<@Nullable AgentLine> lines;
  private final Thread beating;
  private volatile boolean closed;
  private @Nullable String[] said;

  private Agents(List<Seat> seats, Starter starter, String token, ServerSocket listening) {
    this.seats = List.copyOf(seats);
    this.starter = starter;
    this.token = token;
    this.listening = listening;
    this.lines = new AtomicReferenceArray<>(seats.size());
    this.said = new String[seats.size()];
    Thread.ofPlatform().daemon().name("agents come").start(this::accept);
    this.beating = Thread.ofPlatform().daemon().name("agents beat").start(this::beat);
  }

  /** A token that nobody can guess. */
  public static String newToken() {
    return Handshake.random();
  }

  /**
   * Listens, and begins to start an agent for each seat.
   *
   * @param at own address that agents can reach, and port or 0 for any
   * @param command that runs Busbar on the hosts
   * @throws IOException when that address cannot be listened at
   */
  public static Agents start(
      List<Seat> seats, InetSocketAddress at, String token, List<String> command, Starter starter)
      throws IOException {
    ServerSocket listening = new ServerSocket();
    try {
      listening.setReuseAddress(true);
      listening.bind(at, Math.max(LEAST_BACKLOG, seats.size()));
    } catch (IOException e) {
      listening.close();
      throw e;
    }
    Agents agents = new Agents(seats, starter, token, listening);
    for (Seat seat : seats) {
      List<String> whole = new ArrayList<>(command);
      whole.addAll(List.of("agent", agents.place(), "--seat", Integer.toString(seat.index())));
      starter.start(seat, whole, token);
    }
    return agents;
  }

  /** Address and port as agents are told. */
  public String place() {
    String address = listening.getInetAddress().getHostAddress();
    String host = address.contains(":") ? "[" + address + "]" : address;
    return host + ":" + listening.getLocalPort();
  }

  private void accept() {
    while (!closed) {
      try {
        Socket socket = listening.accept();
        strangers.came(socket);
        Thread.ofVirtual().start(() -> greet(socket));
      } catch (IOException e) {
        if (!closed) {
          LockSupport.parkNanos(LOOK_NS);
        }
      }
    }
  }

  /** A stranger, or one who comes twice, disturbs nobody. */
  private void greet(Socket socket) {
    try {
      Wire wire = new Wire(socket);
      wire.deadline(Frames.SILENCE.toMillis());
      Handshake.Name name = Handshake.lead(wire, token);
      if (strangers.known(socket)) {
        seat(name, wire, socket.getInetAddress().getHostAddress());
      }
    } catch (IOException e) {
      strangers.known(socket);
      Sockets.close(socket);
    }
  }

  private void seat(Handshake.Name name, Wire wire, String from) throws IOException {
    synchronized (lines) {
      String refusal = "";
      if (name.seat() >= seats.size()) {
        refusal = "there is no seat " + name.seat();
      } else if (lines.get(name.seat()) != null) {
        refusal = "another agent has come for seat " + name.seat();
      }
      if (!refusal.isEmpty()) {
        Handshake.refuse(wire, refusal);
        wire.close();
        return;
      }
      Handshake.welcome(wire);
      lines.set(name.seat(), new AgentLine(name, wire, from, this::said));
    }
  }

  private void beat() {
    while (!closed) {
      strangers.look();
      for (int seat = 0; seat < seats.size(); seat++) {
        AgentLine line = lines.get(seat);
        if (line != null && line.lost() == null) {
          line.beat();
        }
      }
      LockSupport.parkNanos(Frames.BEAT.toNanos());
    }
  }

  /** What somebody tells the others is passed on when all have said something. */
  private void said(int seat, String text) {
    synchronized (lines) {
      said[seat] = text;
      if (Arrays.stream(said).allMatch(Objects::nonNull)) {
        List<String> frame = new ArrayList<>(List.of(Frames.ALL, Integer.toString(said.length)));
        for (String one : said) {
          frame.add(Objects.requireNonNull(one));
        }
        said = new String[seats.size()];
        each(line -> line.send(frame.toArray(String[]::new)));
      }
    }
  }

  private void each(Consumer<AgentLine> action) {
    for (int seat = 0; seat < seats.size(); seat++) {
      AgentLine line = lines.get(seat);
      if (line != null) {
        action.accept(line);
      }
    }
  }

  /** The places, in order. */
  public List<Seat> seats() {
    return seats;
  }

  /** Name that an agent gives its host; empty before it has come. */
  public String hostOf(int seat) {
    AgentLine line = lines.get(seat);
    return line == null ? "" : line.host();
  }

  /**
   * Waits until all agents are there or cannot come any more.
   *
   * @return why the others are not there, by seat; empty when all are
   */
  public Map<Integer, String> await(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    Map<Integer, String> missing = new LinkedHashMap<>();
    while (true) {
      missing.clear();
      boolean mayCome = false;
      for (Seat seat : seats) {
        if (lines.get(seat.index()) == null) {
          String reason = starter.failed(seat);
          mayCome |= reason.isEmpty();
          String late = "no agent came within " + longest.toSeconds() + " s";
          missing.put(seat.index(), reason.isEmpty() ? late : reason);
        }
      }
      if (!mayCome || System.nanoTime() - end > 0) {
        return missing;
      }
      Thread.sleep(Duration.ofNanos(LOOK_NS));
    }
  }

  /**
   * Asks some agents at once and waits for their answers.
   *
   * @param requests by seat
   * @param longest after it an agent counts as failed, and is given up
   * @return in the order of the requests
   */
  public List<Reply> ask(String work, Map<Integer, String> requests, Duration longest)
      throws InterruptedException {
    synchronized (lines) {
      Arrays.fill(said, null);
    }
    Map<Integer, CompletableFuture<Reply>> asked = new LinkedHashMap<>();
    requests.forEach((seat, request) -> asked.put(seat, ask(seat, work, request)));
    long end = System.nanoTime() + longest.toNanos();
    List<Reply> replies = new ArrayList<>();
    for (Map.Entry<Integer, CompletableFuture<Reply>> one : asked.entrySet()) {
      replies.add(reply(one.getKey(), one.getValue(), end, longest));
    }
    return replies;
  }

  private CompletableFuture<Reply> ask(int seat, String work, String request) {
    AgentLine line = lines.get(seat);
    CompletableFuture<Reply> answer =
        line == null
            ? CompletableFuture.completedFuture(Reply.failed(seat, "it never came"))
            : line.ask(work, request);
    return answer.whenComplete((reply, nothing) -> {
      if (reply.failure() != null) {
        String who = seats.get(seat).host().name();
        each(other -> other.send(Frames.NOBODY, who + ": " + reply.failure()));
      }
    });
  }

  private Reply reply(int seat, CompletableFuture<Reply> answer, long end, Duration longest)
      throws InterruptedException {
    try {
      return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      String reason = "no answer within " + longest.toMillis() + " ms";
      AgentLine line = lines.get(seat);
      if (line != null) {
        line.lose(reason);
      }
      return Reply.failed(seat, reason);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends all agents home. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(beating);
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      strangers.close();
      each(line -> line.send(Frames.BYE));
      starter.close();
      each(line -> line.lose("it was sent home"));
    }
  }
}
