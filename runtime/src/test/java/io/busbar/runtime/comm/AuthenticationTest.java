package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.error.PeerFailedException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.Exchange;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has listened cannot join, and who changes signed frames is found out. */
class AuthenticationTest {
  private static final String TOKEN = "a secret of this test";
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final TcpOptions SIGNED = TcpOptions.loopback().withSigned(true);

  private static InetSocketAddress free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
    }
  }

  /** All that is answered until the other side hangs up; at most two seconds. */
  private static byte[] answer(InetSocketAddress to, byte[] said) throws IOException {
    try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
      socket.setSoTimeout(5000);
      socket.getOutputStream().write(said);
      return socket.getInputStream().readAllBytes();
    }
  }

  @Test
  void what_was_recorded_at_a_meeting_opens_no_other_one() throws Exception {
    byte[] heard;
    InetSocketAddress first = free();
    try (ExecutorService threads = Executors.newCachedThreadPool();
        Relay relay = new Relay(first)) {
      Future<Bootstrap> root = threads.submit(() -> Bootstrap.root(0, 2, first, TOKEN, LONG));
      // The relay connects when it is called, so rank 0 has to listen before.
      while (!listens(first)) {
        Thread.onSpinWait();
      }
      try (Bootstrap leaf = Bootstrap.root(1, 2, relay.address(), TOKEN, LONG);
          Bootstrap other = root.get()) {
        assertThat(leaf.ranks()).isEqualTo(other.ranks());
      }
      heard = relay.heard();
      InetSocketAddress second = free();
      Future<Bootstrap> again =
          threads.submit(() -> Bootstrap.root(0, 2, second, TOKEN, Duration.ofSeconds(2)));
      while (!listens(second)) {
        Thread.onSpinWait();
      }
      answer(second, heard);
      assertThatThrownBy(again::get)
          .rootCause()
          .hasMessage("ranks 1 did not come in time; who called as rank 1 has another token");
    }
  }

  private static boolean listens(InetSocketAddress place) {
    try (Socket socket = new Socket(place.getAddress(), place.getPort())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void what_was_recorded_at_an_aggregator_opens_nothing() throws Exception {
    try (AggregatorServer server = AggregatorServer.open(AggregatorOptions.loopback(TOKEN));
        Relay relay = new Relay(server.address())) {
      Threads.run(
          1,
          bootstrap ->
              ProcessGroup.of(bootstrap)
                  .withAggregators(Aggregators.of(List.of(relay.address()), TOKEN))
                  .overTcp(TcpOptions.loopback()),
          comm -> comm.allReduce(Buf.of(new float[10]), ReduceOp.SUM));
      // A frame with what the aggregator draws anew, and no welcome after it.
      assertThat(answer(server.address(), relay.heard())).hasSize(64 + 32);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "mixed"})
  void signed_groups_compute_the_same_also_when_split_or_left_by_one(String transport) {
    Threads.run(
        3,
        bootstrap -> {
          ProcessGroup group = ProcessGroup.of(bootstrap);
          String host = "h" + bootstrap.rank() / 2;
          return transport.equals("tcp")
              ? group.overTcp(SIGNED)
              : group.overBoth(ShmOptions.DEFAULT.withHeap(1 << 20), SIGNED.withHost(host));
        },
        comm -> {
          for (int count : new int[] {1, 1000, 300_000}) {
            float[] data = new float[count];
            data[count - 1] = comm.rank();
            comm.allReduce(Buf.of(data), ReduceOp.SUM);
            assertThat(data[count - 1]).isEqualTo(3);
          }
          try (Comm part = comm.split(comm.rank() % 2, 0)) {
            int[] sum = {1};
            part.allReduce(Buf.of(sum), ReduceOp.SUM);
            assertThat(sum[0]).isEqualTo(part.size());
            assertThat(part.toString()).isNotEmpty();
          }
          // All are through with their parts; the abort may reach ranks that are still leaving
          // here.
          if (comm.rank() == 2) {
            comm.barrier();
            comm.abort("enough");
            return;
          }
          assertThatThrownBy(
                  () -> {
                    while (true) {
                      comm.barrier();
                    }
                  })
              .isInstanceOf(CollectiveException.class);
        });
  }

  /** Ranks 0 and 1, between which a bit changes on its way to rank 0. */
  @Test
  void a_bit_that_changes_on_its_way_is_found_and_the_rank_is_named() throws Exception {
    List<Throwable> ends = Collections.synchronizedList(new ArrayList<>());
    String[] said = new String[2];
    CyclicBarrier barrier = new CyclicBarrier(2);
    Relay[] relay = new Relay[1];
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> all = new ArrayList<>();
      for (int r = 0; r < 2; r++) {
        int rank = r;
        Exchange exchange =
            own -> {
              said[rank] = own;
              await(barrier);
              String[] texts = said.clone();
              if (rank == 1 && texts[0].contains("|")) {
                texts[0] = detour(texts[0], relay);
              }
              await(barrier);
              return texts;
            };
        all.add(
            threads.submit(() -> {
              Bootstrap met = Bootstrap.of(rank, 2, exchange);
              try (Comm comm = ProcessGroup.of(met).withTimeout(LONG).overTcp(SIGNED)) {
                float[] data = new float[1000];
                comm.allReduce(Buf.of(data), ReduceOp.SUM);
                if (rank == 1) {
                  relay[0].flip();
                }
                while (true) {
                  comm.allReduce(Buf.of(data), ReduceOp.SUM);
                  assertThat(data[999]).isZero();
                }
              } catch (CollectiveException e) {
                ends.add(e);
              }
              return null;
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      relay[0].close();
    }
    assertThat(ends)
        .hasSize(2)
        .allSatisfy(end ->
            assertThat(end)
                .isInstanceOf(PeerFailedException.class)
                .hasMessageContaining("rank 1")
                .hasMessageContaining("the signature of frame"));
  }

  /** The same address with the port of a relay to it. */
  private static String detour(String text, Relay[] relay) {
    int at = text.lastIndexOf('|') + 1;
    InetAddress there = InetAddress.getLoopbackAddress();
    try {
      int port = Integer.parseInt(text.substring(at));
      relay[0] = new Relay(new InetSocketAddress(there, port));
      return text.substring(0, at) + relay[0].address().getPort();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void signatures_and_aggregators_are_not_used_together() {
    Aggregators some =
        Aggregators.of(List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)), TOKEN);
    ProcessGroup group =
        ProcessGroup.of(Bootstrap.of(0, 1, own -> new String[] {own})).withAggregators(some);
    assertThatThrownBy(() -> group.overTcp(SIGNED))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("frames to aggregators carry no signatures; leave out one of the two");
  }
}
