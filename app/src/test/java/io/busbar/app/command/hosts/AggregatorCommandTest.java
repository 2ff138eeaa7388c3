package io.busbar.app.command.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.TcpOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AggregatorCommandTest {
  private static final Pattern UP = Pattern.compile("aggregator 127\\.0\\.0\\.1:(\\d+) is up\n");

  private final TestTerminal terminal = new TestTerminal();

  @Test
  void an_aggregator_serves_a_group_and_tells_of_it(@TempDir Path folder) throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "known to all\n");
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () -> terminal.run("aggregator", "--once", "--token-file", token.toString()),
            task -> Thread.ofPlatform().start(task));
    Matcher up = UP.matcher(terminal.out());
    while (!up.find() && !code.isDone()) {
      Thread.sleep(10);
      up = UP.matcher(terminal.out());
    }
    int port = Integer.parseInt(up.group(1));
    Bootstrap alone = Bootstrap.of(0, 1, own -> new String[] {own});
    Aggregators aggregators =
        Aggregators.of(
            List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)), "known to all");
    TcpOptions tcp = TcpOptions.loopback().withFrozenAfter(Duration.ofSeconds(30));
    try (Comm comm = ProcessGroup.of(alone).withAggregators(aggregators).overTcp(tcp)) {
      int[] sum = {7};
      comm.allReduce(Buf.of(sum), ReduceOp.SUM);
      assertThat(sum[0]).isEqualTo(7);
    }
    assertThat(code.get()).isZero();
    assertThat(terminal.out())
        .containsPattern("group [0-9a-f]{8} came: 1 ranks, 1 connections, range 1 of 1")
        .containsPattern("group [0-9a-f]{8} went: 0.0 MB added up")
        .doesNotContain("token");
  }

  @Test
  void wrong_options_are_refused() {
    assertThat(terminal.run("aggregator", "--parent", "127.0.0.1:1")).isEqualTo(2);
    assertThat(terminal.err()).contains("--parent").contains("BUSBAR_TOKEN");
    assertThat(terminal.run("aggregator", "--listen", "192.0.2.1:1")).isEqualTo(2);
    assertThat(terminal.err()).contains("an own address and a free port");
    assertThat(terminal.run("aggregator", "--token-file", "/nowhere/at/all")).isEqualTo(2);
    assertThat(terminal.err()).contains("expected an existing file");
  }
}
