package io.busbar.runtime.launch;

import io.busbar.runtime.bootstrap.Wire;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The connection to one agent. A thread of its own reads; any thread asks, one at a time. */
final class AgentLine {
  private final int seat;
  private final String host;
  private final Wire wire;
  private final String from;
  private final BiConsumer<Integer, String> says;
  private final AtomicReference<@Nullable CompletableFuture<Reply>> asked = new AtomicReference<>();
  private volatile long heardNs = System.nanoTime();
  private volatile @Nullable String lost;

  /**
   * @param host name that the agent gave its host
   * @param from address that it came from
   * @param says takes what the agent tells the others, with its seat
   */
  AgentLine(Handshake.Name name, Wire wire, String from, BiConsumer<Integer, String> says) {
    this.seat = name.seat();
    this.host = name.host();
    this.wire = wire;
    this.from = from;
    this.says = says;
    Thread.ofVirtual().name("agent " + seat).start(this::listen);
  }

  String host() {
    return host;
  }

  String from() {
    return from;
  }

  /** Why it is gone; null while it is there. */
  @Nullable String lost() {
    return lost;
  }

  private void listen() {
    try {
      while (true) {
        String kind = wire.read();
        heardNs = System.nanoTime();
        switch (kind) {
          case Frames.ALIVE -> {}
          case Frames.DONE -> answered(new Reply(seat, wire.read(), null));
          case Frames.FAILED -> answered(Reply.failed(seat, wire.read()));
          case Frames.SAY -> says.accept(seat, wire.read());
          default -> throw new IOException("its words are not understood");
        }
      }
    } catch (IOException e) {
      lose("its connection closed");
    }
  }

  private void answered(Reply reply) {
    CompletableFuture<Reply> waiting = asked.getAndSet(null);
    if (waiting != null) {
      waiting.complete(reply);
    }
  }

  /** Asks; what is lost answers at once. */
  CompletableFuture<Reply> ask(String work, String request) {
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    if (asked.getAndSet(answer) != null) {
      throw new IllegalStateException("agent " + seat + " is asked before it has answered");
    }
    send(Frames.DO, work, request);
    String reason = lost;
    if (reason != null) {
      answered(Reply.failed(seat, reason));
    }
    return answer;
  }

  /** Tells the agent something; a connection that does not take it is lost. */
  void send(String... texts) {
    synchronized (wire) {
      if (lost != null) {
        return;
      }
      try {
        for (String text : texts) {
          wire.write(text);
        }
        wire.flush();
      } catch (IOException e) {
        lose("its connection closed");
      }
    }
  }

  /** Sends a sign of life, and looks for the other's. */
  void beat() {
    if (System.nanoTime() - heardNs > Frames.SILENCE.toNanos()) {
      lose("no sign of life for " + Frames.SILENCE.toSeconds() + " s");
    } else {
      send(Frames.PING);
    }
  }

  /** Gives it up; the first reason stays. */
  void lose(String reason) {
    if (lost == null) {
      lost = reason;
    }
    wire.close();
    answered(Reply.failed(seat, reason));
  }
}
