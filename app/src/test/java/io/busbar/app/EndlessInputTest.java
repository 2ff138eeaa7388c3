package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.busbar.app.call.TestTerminal;
import io.busbar.base.file.UserFile;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices without end, sockets, and pipes to which nothing writes, in every place for a file. */
class EndlessInputTest {
  @TempDir Path folder;

  @BeforeEach
  void impatient() {
    UserFile.patience(Duration.ofMillis(200), Duration.ofMillis(200));
  }

  @AfterEach
  void patient() {
    UserFile.patience(Duration.ofSeconds(20), Duration.ofSeconds(300));
  }

  @ParameterizedTest
  @Timeout(60)
  @ValueSource(
      strings = {
        "plan @",
        "plan --model @ --cluster dgx-h100:2",
        "plan --model llama3-8b --cluster @",
        "scaling --measured 8=4800tok/s,16=9000tok/s --plan @",
        "diagnose @",
        "diagnose /dev/null --baseline @",
        "diagnose /dev/null --plan @",
        "diagnose /dev/null --cluster @",
        "calibrate @ --cluster dgx-h100:4",
        "calibrate ok.txt --cluster @",
        "collective all_reduce --cluster @",
        "design --gpus 512 --node dgx-h100 --prices @",
        "design --plan @",
        "fabric show @",
        "place --plan @ --cluster dgx-h100:4",
        "place --plan ok.yaml --fabric @",
        "place --plan ok.yaml --free @",
        "place --plan ok.yaml --cluster dgx-h100:4 --check @",
        "simulate all_reduce --topo @",
        "simulate --matrix @ --cluster dgx-h100:2",
        "simulate --goal @ --cluster dgx-h100:2",
        "algo show @",
        "algo prove @",
        "simulate --scenario @",
        "simulate step --plan @",
        "topo show @",
        "topo diff @ @",
        "topo to-cluster @",
        "tune --check @",
        "tune --cluster @",
        "tune --plan @",
        "validate training @",
        "validate collectives @ --cluster dgx-h100:4",
        "perf all_reduce --hosts @ --command x",
        "perf all_reduce --ranks 2 -b 8 -e 8 --tuning @",
        "preflight --hosts @",
        "aggregator --token-file @"
      })
  void no_place_for_a_file_hangs_or_succeeds(String call) throws Exception {
    Files.writeString(folder.resolve("ok.yaml"), "model: llama3-8b\ncluster: dgx-h100:4\n");
    refused(call, "/dev/zero");
    Path socket = folder.resolve("s");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      refused(call, socket.toString());
    }
    refused(call, fifo().toString());
  }

  private void refused(String call, String file) {
    String[] words = call.replace("ok.yaml", folder + "/ok.yaml").replace("@", file).split(" ");
    TestTerminal terminal = new TestTerminal();
    int code = terminal.run(words);

    assertThat(code).as("%s: %s%s", call, terminal.out(), terminal.err()).isIn(2, 3);
    assertThat((terminal.out() + terminal.err()).replaceAll("\\s+", " "))
        .containsAnyOf(
            "this is a device",
            "this is a socket",
            "nothing opened its other end",
            "--tuning: read");
  }

  private Path fifo() throws IOException, InterruptedException {
    Path fifo = folder.resolve("fifo");
    Process made = new ProcessBuilder("mkfifo", fifo.toString()).start();
    assumeThat(made.waitFor()).as("mkfifo").isZero();
    return fifo;
  }
}
