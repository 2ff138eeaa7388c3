package io.busbar.runtime.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.SlotSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Two ranks send a chunk of the same call in different operations: nothing is added up. */
class OperationNumbersTest {
  private static final String TOKEN = "a secret of this test";
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final int COUNT = 4;

  /** What a rank is answered to a chunk of an operation: kind of the frame, and its text if any. */
  private static String answer(AggregatorServer server, UUID group, int rank, long operation)
      throws IOException {
    Visitor visitor = Visitor.enter(server.address(), null, TOKEN, LONG);
    SocketChannel channel = visitor.channel();
    try (channel) {
      SlotSize slots = new SlotSize(4096, 2);
      List<Integer> tree = List.of(rank, 2);
      visitor.join(
          new Membership(group, 0, 1, slots, 30_000, 2, tree, List.of(rank), ""), LONG, () -> {});
      Frame frame = new Frame(ByteBuffer.allocate(4 * COUNT));
      long what =
          CallWords.what(CollectiveOp.ALL_REDUCE, DType.FLOAT32, ReduceOp.SUM, Route.AGGREGATOR);
      frame.chunk(4 * COUNT, 0, operation, what, COUNT, 0);
      while (!frame.written()) {
        channel.write(frame.buffers());
      }
      return read(channel);
    }
  }

  private static String read(SocketChannel channel) throws IOException {
    channel.configureBlocking(true);
    while (true) {
      byte[] bytes = Channels.newInputStream(channel).readNBytes(Frame.HEADER);
      ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      byte[] body = Channels.newInputStream(channel).readNBytes(header.getInt(4));
      switch (header.getInt(0)) {
        case Frame.BEAT -> {}
        case Frame.FAILED -> {
          ByteBuffer text = ByteBuffer.wrap(body).position(body.length);
          Failure failure = Frame.failure(header, text);
          return failure.kind() + ": " + failure.text();
        }
        default -> {
          return "kind " + header.getInt(0);
        }
      }
    }
  }

  private static List<String> answers(long first, long second) throws Exception {
    UUID group = UUID.randomUUID();
    try (AggregatorServer server = AggregatorServer.open(AggregatorOptions.loopback(TOKEN));
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Callable<String> one = () -> answer(server, group, 0, first);
      Callable<String> other = () -> answer(server, group, 1, second);
      List<Future<String>> both = threads.invokeAll(List.of(one, other));
      return List.of(both.get(0).get(), both.get(1).get());
    }
  }

  @Test
  void chunks_of_one_operation_are_added_up() throws Exception {
    assertThat(answers(7, 7)).containsOnly("kind " + Frame.CHUNK);
  }

  @Test
  void chunks_of_different_operations_are_a_dispute() throws Exception {
    assertThat(answers(7, 8)).allMatch(answer -> answer.startsWith("MISMATCH: "));
  }
}
