package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.error.CollectiveAbortedException;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.error.CollectiveMismatchException;
import io.busbar.runtime.error.CollectiveTimeoutException;
import io.busbar.runtime.error.PeerFailedException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong around aggregators: nobody hangs, and all are told the same. */
class AggregatorFaultTest {
  private static final String TOKEN = "a secret of this test";

  /** A busy machine stops a process now and then. */
  private static final TcpOptions TCP =
      TcpOptions.loopback().withFrozenAfter(Duration.ofSeconds(30));

  private final List<AggregatorServer> servers = new ArrayList<>();

  private AggregatorServer aggregator(InetSocketAddress parent) {
    AggregatorServer server =
        AggregatorServer.open(AggregatorOptions.loopback(TOKEN).withParent(parent));
    servers.add(server);
    return server;
  }

  @AfterEach
  void nothing_is_left() {
    servers.forEach(AggregatorServer::close);
    for (AggregatorServer server : servers) {
      assertThatThrownBy(() -> knock(server.address(), new byte[1]))
          .isInstanceOf(IOException.class);
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("busbar aggregator"));
  }

  private static ProcessGroup group(Bootstrap bootstrap, InetSocketAddress address, String token) {
    return ProcessGroup.of(bootstrap).withAggregators(Aggregators.of(List.of(address), token));
  }

  /** What each rank ends with. */
  private static List<Throwable> ends(
      int ranks, TcpOptions tcp, Function<Integer, InetSocketAddress> of, LocalGroup.Body body) {
    ConcurrentHashMap<Integer, Throwable> thrown = new ConcurrentHashMap<>();
    Threads.run(
        ranks,
        bootstrap ->
            group(bootstrap, of.apply(bootstrap.rank()), TOKEN)
                .withTimeout(Duration.ofSeconds(20))
                .overTcp(tcp),
        comm -> {
          try {
            body.run(comm);
          } catch (CollectiveException e) {
            thrown.put(comm.rank(), e);
          }
        });
    return thrown.keySet().stream().sorted().map(thrown::get).toList();
  }

  private static void add(Comm comm, int count) {
    Buf buffer = Buf.of(new float[count]);
    comm.allReduce(buffer, ReduceOp.SUM);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void the_rank_that_calls_something_else_is_named_before_data_is_used(boolean tree) {
    InetSocketAddress root = aggregator(null).address();
    InetSocketAddress leaf = tree ? aggregator(root).address() : root;
    float[][] data = new float[4][100_000];
    List<Throwable> ends =
        ends(
            4,
            TCP,
            rank -> rank < 2 ? root : leaf,
            comm -> {
              add(comm, 1000);
              float[] mine = data[comm.rank()];
              mine[0] = 1;
              Buf all = Buf.of(mine);
              comm.allReduce(comm.rank() == 2 ? all.slice(0, 99_999) : all, ReduceOp.SUM);
            });
    assertThat(ends)
        .hasSize(4)
        .allSatisfy(end ->
            assertThat(end)
                .isInstanceOf(CollectiveMismatchException.class)
                .hasMessageContaining("rank 2 called all_reduce of 99999 x float, sum, by auto")
                .hasMessageContaining("the others all_reduce of 100000 x float"));
    for (float[] mine : data) {
      assertThat(mine[0]).isEqualTo(1);
    }
  }

  @Test
  void a_rank_that_calls_what_needs_no_aggregator_is_named() {
    InetSocketAddress address = aggregator(null).address();
    List<Throwable> ends =
        ends(
            3,
            TCP,
            rank -> address,
            comm -> {
              if (comm.rank() == 1) {
                Buf nothing = Buf.of(new float[0]);
                Call call = Call.allReduce(nothing, nothing, ReduceOp.SUM);
                comm.prepare(call.by(Route.of(Algorithm.RING))).run();
              }
              add(comm, 10);
            });
    assertThat(ends)
        .hasSize(3)
        .allSatisfy(end ->
            assertThat(end)
                .isInstanceOf(CollectiveMismatchException.class)
                .hasMessageContaining("rank 1 called all_reduce of 0 x float, sum, by ring")
                .hasMessageContaining("the others all_reduce of 10 x float"));
  }

  @Test
  void a_rank_that_leaves_is_missed() {
    InetSocketAddress root = aggregator(null).address();
    InetSocketAddress leaf = aggregator(root).address();
    List<Throwable> ends =
        ends(
            3,
            TCP,
            rank -> rank == 0 ? root : leaf,
            comm -> {
              add(comm, 100_000);
              while (comm.rank() != 1) {
                add(comm, 100_000);
              }
            });
    assertThat(ends)
        .hasSize(2)
        .allSatisfy(end ->
            assertThat(end)
                .isInstanceOf(PeerFailedException.class)
                .hasMessageContaining("rank 1 left the group while others waited for it"));
  }

  @Test
  void a_rank_that_does_not_come_is_named_at_the_deadline() {
    InetSocketAddress root = aggregator(null).address();
    InetSocketAddress leaf = aggregator(root).address();
    CountDownLatch late = new CountDownLatch(2);
    List<CollectiveException> ends = Collections.synchronizedList(new ArrayList<>());
    Threads.run(
        3,
        bootstrap ->
            group(bootstrap, bootstrap.rank() == 0 ? root : leaf, TOKEN)
                .withTimeout(Duration.ofSeconds(1))
                .overTcp(TCP),
        comm -> {
          if (comm.rank() == 2) {
            late.await();
            return;
          }
          try {
            add(comm, 10);
          } catch (CollectiveException e) {
            ends.add(e);
          } finally {
            late.countDown();
          }
        });
    assertThat(ends)
        .hasSize(2)
        .allSatisfy(end -> {
          assertThat(end).isInstanceOf(CollectiveTimeoutException.class);
          assertThat(end).hasMessageContaining("rank 2 did not come in time: waited 1000 ms");
          assertThat(end.failedRank()).isEqualTo(2);
        });
  }

  @Test
  void an_abort_reaches_all_ranks() {
    InetSocketAddress address = aggregator(null).address();
    List<Throwable> ends =
        ends(
            3,
            TCP,
            rank -> address,
            comm -> {
              if (comm.rank() == 1) {
                comm.abort("enough");
              }
              while (true) {
                add(comm, 1000);
              }
            });
    assertThat(ends)
        .hasSize(3)
        .allSatisfy(end ->
            assertThat(end)
                .isInstanceOf(CollectiveAbortedException.class)
                .hasMessageContaining("rank 1 ended the group: enough"));
  }

  @Test
  void a_stopped_aggregator_is_named_and_survivors_go_on_without_it() {
    AggregatorServer server = aggregator(null);
    List<Integer> sums = Collections.synchronizedList(new ArrayList<>());
    List<Throwable> ends =
        ends(
            3,
            TCP,
            rank -> server.address(),
            comm -> {
              try {
                add(comm, 100_000);
                if (comm.rank() == 0) {
                  CompletableFuture.runAsync(server::close);
                }
                while (true) {
                  add(comm, 100_000);
                }
              } catch (CollectiveException e) {
                try (Comm again = comm.shrink()) {
                  int[] sum = {again.rank()};
                  again.allReduce(Buf.of(sum), ReduceOp.SUM);
                  sums.add(sum[0]);
                }
                throw e;
              }
            });
    assertThat(ends)
        .hasSize(3)
        .allSatisfy(end ->
            assertThat(end)
                .isInstanceOf(PeerFailedException.class)
                .hasMessageContaining(server + " was stopped"));
    assertThat(sums).containsExactly(3, 3, 3);
  }

  /** Between a rank and its aggregator, and between two aggregators. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_cut_connection_is_seen_at_once(boolean above) throws IOException {
    AggregatorServer root = aggregator(null);
    try (Relay relay = new Relay(root.address())) {
      InetSocketAddress leaf = above ? aggregator(relay.address()).address() : relay.address();
      CountDownLatch going = new CountDownLatch(3);
      List<Throwable> ends =
          ends(
              3,
              TCP,
              rank -> rank == 0 ? root.address() : leaf,
              comm -> {
                add(comm, 100_000);
                going.countDown();
                if (comm.rank() == 1) {
                  going.await();
                  relay.close();
                }
                while (true) {
                  add(comm, 100_000);
                }
              });
      assertThat(ends)
          .hasSize(3)
          .allSatisfy(end ->
              assertThat(end)
                  .isInstanceOf(PeerFailedException.class)
                  .hasMessageContaining("died or was cut off"));
    }
  }

  /** Silence between ranks and their aggregator, and between two aggregators, at once. */
  @Test
  void a_silent_aggregator_is_told_from_a_dead_one() throws IOException {
    AggregatorServer root = aggregator(null);
    TcpOptions tcp = TCP.withFrozenAfter(Duration.ofSeconds(2));
    try (Relay near = new Relay(root.address());
        Relay above = new Relay(root.address())) {
      InetSocketAddress leaf = aggregator(above.address()).address();
      sideBySide(() -> silence(tcp, near.address(), near), () -> silence(tcp, leaf, above));
    }
  }

  private static void silence(TcpOptions tcp, InetSocketAddress address, Relay relay) {
    List<Throwable> ends =
        ends(
            2,
            tcp,
            rank -> address,
            comm -> {
              add(comm, 100_000);
              relay.die();
              while (true) {
                add(comm, 100_000);
              }
            });
    assertThat(ends)
        .hasSize(2)
        .allSatisfy(end ->
            assertThat(end)
                .isInstanceOf(PeerFailedException.class)
                .hasMessageContaining("aggregator 127.0.0.1:")
                .hasMessageContaining("has no heartbeat for"));
  }

  private static void sideBySide(Runnable... bodies) {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (Runnable body : bodies) {
      all.add(CompletableFuture.runAsync(body, each -> Thread.ofPlatform().start(each)));
    }
    all.forEach(CompletableFuture::join);
  }

  @Test
  void a_wrong_token_is_turned_away_and_all_ranks_are_told() {
    InetSocketAddress address = aggregator(null).address();
    assertThatThrownBy(() ->
            Threads.run(
                2,
                b -> group(b, address, b.rank() == 1 ? "a guess" : TOKEN).overTcp(TCP),
                comm -> {}))
        .cause()
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("rank 1 cannot join aggregator 127.0.0.1:")
        .hasMessageContaining("is the token right?");
    assertThatThrownBy(
            () -> AggregatorServer.open(AggregatorOptions.loopback("a guess").withParent(address)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("is the token right?");
  }

  @Test
  void a_group_that_needs_too_much_memory_is_turned_away() {
    AggregatorServer small =
        AggregatorServer.open(AggregatorOptions.loopback(TOKEN).withMemory(1 << 20));
    servers.add(small);
    assertThatThrownBy(
            () -> Threads.run(2, b -> group(b, small.address(), TOKEN).overTcp(TCP), comm -> {}))
        .cause()
        .hasMessageContaining("has no room: the group needs 8388608 bytes");
  }

  @Test
  void garbage_harms_nobody() throws IOException {
    AggregatorServer server = aggregator(null);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 20; i++) {
      byte[] bytes = new byte[random.nextInt(1, 3000)];
      random.nextBytes(bytes);
      knock(server.address(), bytes);
    }
    knock(server.address(), "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    Socket silent = new Socket(server.address().getAddress(), server.address().getPort());
    try (silent) {
      List<Throwable> ends = ends(2, TCP, rank -> server.address(), comm -> add(comm, 100_000));
      assertThat(ends).isEmpty();
    }
  }

  /** Of many that say nothing the oldest are hung up on, so that there is room for ranks. */
  @Test
  void silent_strangers_do_not_keep_ranks_out() throws IOException {
    AggregatorServer server = aggregator(null);
    List<Socket> strangers = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        strangers.add(new Socket(server.address().getAddress(), server.address().getPort()));
      }
      List<Throwable> ends = ends(2, TCP, rank -> server.address(), comm -> add(comm, 1000));
      assertThat(ends).isEmpty();
      // Long before its ten seconds are over, but a busy machine may be slow.
      strangers.getFirst().setSoTimeout(8000);
      assertThat(strangers.getFirst().getInputStream().read()).isNegative();
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  private static void knock(InetSocketAddress address, byte[] bytes) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
    }
  }

  @Test
  void groups_and_their_parts_share_an_aggregator() {
    InetSocketAddress address = aggregator(null).address();
    sideBySide(() -> job(address, 0), () -> job(address, 100));
  }

  private static void job(InetSocketAddress address, int base) {
    List<Throwable> ends =
        ends(
            4,
            TCP,
            rank -> address,
            comm -> {
              try (Comm part = comm.split(comm.rank() % 2, 0)) {
                for (int i = 0; i < 20; i++) {
                  int[] all = {comm.rank() + base};
                  int[] some = {comm.rank() + base};
                  Pending pending = comm.allReduceAsync(Buf.of(all), ReduceOp.SUM);
                  part.allReduce(Buf.of(some), ReduceOp.SUM);
                  pending.await();
                  assertThat(all[0]).isEqualTo(6 + 4 * base);
                  assertThat(some[0]).isEqualTo(comm.rank() % 2 * 2 + 2 + 2 * base);
                }
              }
            });
    assertThat(ends).isEmpty();
  }

  @Test
  void the_way_through_aggregators_needs_some() {
    Buf buffer = Buf.of(new float[4]);
    Call call = Call.allReduce(buffer, buffer, ReduceOp.SUM).by(Route.AGGREGATOR);
    LocalGroup.run(
        1,
        comm ->
            assertThatThrownBy(() -> comm.prepare(call))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without aggregators"));
  }
}
