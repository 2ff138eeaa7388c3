package io.busbar.runtime.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.launch.Interfaces;
import io.busbar.runtime.transport.Exchange;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that meet while others knock, or that meet nobody: time and memory have bounds. */
class MeetingTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private static InetSocketAddress free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
      return new InetSocketAddress(LOOPBACK, socket.getLocalPort());
    }
  }

  /** More of them than a queue holds, silent, talkative, and one that says a byte now and then. */
  @Test
  void strangers_that_dribble_do_not_hold_up_the_root() throws Exception {
    InetSocketAddress root = free();
    List<Socket> strangers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<Bootstrap> first =
          threads.submit(() -> Bootstrap.root(0, 2, root, "secret", Duration.ofSeconds(20)));
      long end = System.nanoTime() + LONG.toNanos();
      while (strangers.size() < 300 && System.nanoTime() - end < 0) {
        try {
          Socket stranger = new Socket(root.getAddress(), root.getPort());
          strangers.add(stranger);
          stranger.getOutputStream().write(strangers.size() % 3 == 0 ? new byte[100] : new byte[1]);
        } catch (IOException e) {
          Thread.onSpinWait(); // it does not listen yet, or has hung up on an older one
        }
      }
      long start = System.nanoTime();
      Future<Bootstrap> second = threads.submit(() -> Bootstrap.root(1, 2, root, "secret", LONG));
      try (Bootstrap a = first.get();
          Bootstrap b = second.get()) {
        assertThat(a.ranks()).isEqualTo(b.ranks());
      }
      // Strangers have ten seconds each, and a rank waits for none of them.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  @Test
  void a_root_that_accepts_and_says_nothing_is_given_up() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 10, LOOPBACK)) {
      InetSocketAddress root = new InetSocketAddress(LOOPBACK, silent.getLocalPort());
      assertThatThrownBy(() -> Bootstrap.root(1, 2, root, "", SHORT))
          .hasMessageContaining("rank 1 meeting rank 0 at")
          .hasMessageContaining("who listens there says nothing; it is no rank 0");
    }
  }

  /** A server of another kind: one that greets, one that answers lines, one that hangs up. */
  @ParameterizedTest
  @ValueSource(strings = {"SSH-2.0-other\r\n", "line", "hang up", "dribble"})
  void a_server_of_another_kind_is_given_up_at_once(String kind) throws Exception {
    try (ServerSocket other = new ServerSocket(0, 10, LOOPBACK)) {
      InetSocketAddress root = new InetSocketAddress(LOOPBACK, other.getLocalPort());
      Thread talker = Thread.ofVirtual().start(() -> serve(other, kind));
      long start = System.nanoTime();
      assertThatThrownBy(() -> Bootstrap.root(1, 2, root, "", LONG))
          .hasMessageContaining("rank 1 meeting rank 0 at")
          .message()
          .matches(".*(no rank of this version|hung up before it said who it is).*");
      // Milliseconds; a second leaves room for a busy machine, and the deadline is 20.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
      talker.join();
    }
  }

  private static void serve(ServerSocket server, String kind) {
    try (Socket caller = server.accept()) {
      switch (kind) {
        case "line" -> {
          while (caller.getInputStream().read() != '\n') {
            continue;
          }
          caller.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
        }
        case "hang up" -> {
          return;
        }
        case "dribble" -> caller.getOutputStream().write(0);
        default -> caller.getOutputStream().write(kind.getBytes(US_ASCII));
      }
      caller.getInputStream().readAllBytes();
    } catch (IOException e) {
      return; // the caller hung up
    }
  }

  /** Rank 1 says that it listens where nobody answers, or somebody who says nothing. */
  @Test
  void a_rank_that_is_not_where_it_said_is_named_in_time() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 10, LOOPBACK)) {
      String secret = "00".repeat(32);
      TcpOptions options =
          new TcpOptions(
              List.of(LOOPBACK), 1, TcpOptions.loopback().slots(), LONG, SHORT, "loopback", false);
      String there = "h|" + secret + "|127.0.0.1|";
      Bootstrap lost = lost(own -> new String[] {there + free().getPort(), own});
      assertThatThrownBy(() -> ProcessGroup.of(lost).overTcp(options))
          .hasMessageContaining("connecting rank 1: rank 0 at /127.0.0.1")
          .hasMessageContaining("does not answer");
      Bootstrap waits = lost(own -> new String[] {own, "h||127.0.0.1|" + silent.getLocalPort()});
      Bootstrap root = Bootstrap.of(0, 2, waits::exchange);
      assertThatThrownBy(() -> ProcessGroup.of(root).overTcp(options))
          .hasMessageContaining("connecting rank 0: waited 300 ms for ranks 1");
    }
  }

  /** Rank 0 has stopped to listen because rank 2 died, and rank 1 hears of that a moment later. */
  @Test
  void who_left_for_a_reason_is_not_blamed_by_those_that_have_not_heard_it_yet() throws Exception {
    String there = "h|" + "00".repeat(32) + "|127.0.0.1|" + free().getPort();
    long start = System.nanoTime();
    Exchange late =
        new Exchange() {
          @Override
          public String[] exchange(String own) {
            return new String[] {there, own, "h||127.0.0.1|1"};
          }

          @Override
          public void check() {
            if (System.nanoTime() - start > Duration.ofMillis(200).toNanos()) {
              throw new IllegalStateException("rank 2 died: its process is gone");
            }
          }
        };
    Bootstrap bootstrap = Bootstrap.of(1, 3, late);
    assertThatThrownBy(() -> ProcessGroup.of(bootstrap).overTcp(TcpOptions.loopback()))
        .hasMessageContaining("rank 2 died: its process is gone");
  }

  private interface Says {
    String[] exchange(String own) throws IOException;
  }

  private static Bootstrap lost(Says says) {
    Exchange exchange =
        own -> {
          try {
            return says.exchange(own);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    return Bootstrap.of(1, 2, exchange);
  }

  /** On Linux all of 127.0.0.0/8 is this host: whoever listens everywhere would answer there. */
  @Test
  void a_group_listens_on_the_chosen_addresses_only() throws Exception {
    List<String> answers = new ArrayList<>();
    Exchange watched =
        own -> {
          if (own.contains("|")) {
            int port = Integer.parseInt(own.substring(own.lastIndexOf('|') + 1));
            answers.add(knock("127.0.0.1", port) + knock("127.0.0.2", port));
          }
          return new String[] {own};
        };
    try (Comm comm = ProcessGroup.of(Bootstrap.of(0, 1, watched)).overTcp(Interfaces.tcp("lo*"))) {
      comm.barrier();
    }
    assertThat(answers).containsExactly("open, refused, ");
  }

  private static String knock(String address, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), 1000);
      return "open, ";
    } catch (ConnectException e) {
      return "refused, ";
    } catch (IOException e) {
      return e + ", ";
    }
  }

  @Test
  void an_interface_that_is_not_there_is_answered_with_those_that_are() {
    assertThatThrownBy(() -> Interfaces.tcp("lo", "wombat*"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no interface 'wombat*'")
        .hasMessageContaining("lo (127.0.0.1)");
  }
}
