package io.busbar.runtime.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootstrapTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir private Path folder;

  private static InetSocketAddress free() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
    }
  }

  /** Three rounds on every rank. */
  private static void meets(int ranks, IntFunction<Bootstrap> make) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(ranks)) {
      List<Future<?>> all = new ArrayList<>();
      for (int r = 0; r < ranks; r++) {
        int rank = r;
        all.add(
            threads.submit(() -> {
              try (Bootstrap bootstrap = make.apply(rank)) {
                for (int round = 0; round < 3; round++) {
                  String[] texts = bootstrap.exchange("ä" + round + "." + rank);
                  for (int peer = 0; peer < ranks; peer++) {
                    assertThat(texts[peer]).isEqualTo("ä" + round + "." + peer);
                  }
                }
              }
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
  }

  @Test
  void ranks_meet_in_a_folder_and_leave_nothing() throws Exception {
    Path meet = folder.resolve("meet");
    meets(4, rank -> Bootstrap.folder(rank, 4, meet, LONG));
    assertThat(meet).doesNotExist();
  }

  @Test
  void a_second_process_of_a_rank_is_turned_away_and_the_others_meet() throws Exception {
    Path meet = folder.resolve("meet");
    try (Bootstrap first = Bootstrap.folder(1, 2, meet, LONG);
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      assertThatThrownBy(() -> Bootstrap.folder(1, 2, meet, LONG))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("rank 1 is in the meeting already");
      try (Bootstrap other = Bootstrap.folder(0, 2, meet, LONG)) {
        Future<String[]> said = threads.submit(() -> other.exchange("a"));
        assertThat(first.exchange("b")).containsExactly("a", "b");
        assertThat(said.get()).containsExactly("a", "b");
      }
    }
  }

  @Test
  void ranks_meet_at_a_root() throws Exception {
    InetSocketAddress root = free();
    meets(4, rank -> Bootstrap.root(rank, 4, root, "secret", LONG));
  }

  @Test
  void a_stranger_does_not_disturb_the_root() throws Exception {
    InetSocketAddress root = free();
    Thread stranger =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < 200; i++) {
                try (Socket socket = new Socket(root.getAddress(), root.getPort())) {
                  new DataOutputStream(socket.getOutputStream()).writeInt(Integer.MAX_VALUE);
                  return;
                } catch (IOException e) {
                  Thread.onSpinWait();
                }
              }
            });
    meets(3, rank -> Bootstrap.root(rank, 3, root, "secret", LONG));
    stranger.join();
  }

  @Test
  void who_does_not_know_the_token_is_turned_away() throws Exception {
    InetSocketAddress root = free();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Bootstrap> first =
          threads.submit(() -> Bootstrap.root(0, 2, root, "secret", Duration.ofSeconds(1)));
      long start = System.nanoTime();
      assertThatThrownBy(() -> Bootstrap.root(1, 2, root, "guess", LONG))
          .hasMessageContaining("rank 1 meeting rank 0 at")
          .hasMessageContaining("it hung up: it has another token");
      // Milliseconds; the rest is for a busy machine.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
      assertThatThrownBy(first::get)
          .rootCause()
          .hasMessage("ranks 1 did not come in time; who called as rank 1 has another token");
    }
  }

  @Test
  void who_does_not_come_is_named() {
    assertThatThrownBy(() -> Bootstrap.folder(0, 2, folder.resolve("x"), SHORT).exchange("a"))
        .hasMessageContaining("rank 1 of 2 did not come");
    assertThatThrownBy(() -> Bootstrap.root(0, 3, free(), "", SHORT))
        .hasMessageContaining("ranks 1, 2 did not come");
  }

  @Test
  void the_environment_says_who_and_where() throws Exception {
    Path meet = folder.resolve("meet");
    meets(
        2,
        rank ->
            Bootstrap.fromEnvironment(
                Map.of(
                    "BUSBAR_RANK", Integer.toString(rank),
                    "BUSBAR_RANKS", "2",
                    "BUSBAR_MEET", meet.toString()),
                LONG));
    InetSocketAddress root = free();
    meets(
        2,
        rank ->
            Bootstrap.fromEnvironment(
                Map.of(
                    "RANK",
                    Integer.toString(rank),
                    "WORLD_SIZE",
                    "2",
                    "MASTER_ADDR",
                    "localhost",
                    "MASTER_PORT",
                    Integer.toString(root.getPort())),
                LONG));
  }

  @Test
  void a_wrong_environment_is_refused() {
    assertThatThrownBy(() -> Bootstrap.fromEnvironment(Map.of(), LONG))
        .hasMessageContaining("neither BUSBAR_RANK nor RANK");
    assertThatThrownBy(() -> Bootstrap.of(2, 2, text -> new String[] {text}))
        .hasMessage("rank 2 of 2 ranks");
    assertThatThrownBy(() ->
            Bootstrap.fromEnvironment(
                Map.of("BUSBAR_RANK", "2", "BUSBAR_RANKS", "2", "BUSBAR_MEET", "/x"), LONG))
        .hasMessage("rank 2 of 2 ranks");
    assertThatThrownBy(
            () -> Bootstrap.fromEnvironment(Map.of("RANK", "-1", "WORLD_SIZE", "2"), LONG))
        .hasMessageContaining("RANK is '-1'");
  }
}
