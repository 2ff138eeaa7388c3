package io.busbar.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.Calls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A master and a worker of their own, on ports of loopback that were free. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class StandaloneTest {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String ASKED =
      """
      model: llama3-8b
      cluster: ["dgx-h100:8..64", "dgx-b200:4..32"]
      fabric: [usual, roce, "2:1"]
      batch:
        sequence: 8192
        global_batch: [256, 384, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 4096]
      recompute: [auto, full]
      search:
        tokens: 2T
      """;

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();
  private String master = "";
  private volatile boolean killed;

  @BeforeEach
  void a_master_and_a_worker() throws IOException {
    int port = free();
    master = "spark://" + LOOPBACK + ":" + port;
    start(
        "org.apache.spark.deploy.master.Master",
        "--host",
        LOOPBACK,
        "--port",
        port + "",
        "--webui-port",
        free() + "");
    await(port);
    start(
        "org.apache.spark.deploy.worker.Worker",
        "--host",
        LOOPBACK,
        "--cores",
        "2",
        "--memory",
        "2g",
        "--webui-port",
        free() + "",
        "--work-dir",
        folder.resolve("work").toString(),
        master);
  }

  @AfterEach
  void nothing_is_left() throws InterruptedException {
    for (Process process : processes.reversed()) {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroy();
      children.forEach(ProcessHandle::destroy);
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      children.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
      return socket.getLocalPort();
    }
  }

  /** Tries to connect until somebody listens; the test's own limit ends it. */
  private static void await(int port) {
    while (true) {
      try (Socket socket = new Socket(LOOPBACK, port)) {
        assertThat(socket.isConnected()).isTrue();
        return;
      } catch (IOException e) {
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(Duration.ofMillis(50));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void start(String main, String... args) throws IOException {
    Path log = folder.resolve("log-" + processes.size());
    Map<String, String> environment = Map.of("SPARK_NO_DAEMONIZE", "1");
    processes.add(FleetProcess.start(log, environment, main, List.of(args)));
  }

  private Calls.Result fleet(String... call) {
    List<String> words = new ArrayList<>(List.of("fleet"));
    words.addAll(List.of(call));
    words.addAll(
        List.of(
            "--master",
            master,
            "--conf",
            "spark.executor.extraClassPath=" + System.getProperty("java.class.path"),
            "--conf",
            "spark.executor.extraJavaOptions=-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
            "--conf",
            "spark.executor.memory=512m",
            "--conf",
            "spark.executor.cores=1"));
    return Calls.run(words.toArray(String[]::new));
  }

  @Test
  void the_front_is_that_of_one_process_even_when_executors_die() throws Exception {
    Path file = Files.writeString(folder.resolve("search.yaml"), ASKED);
    Path here = folder.resolve("here.csv");
    Path there = folder.resolve("there.csv");
    assertThat(Calls.run("search", file.toString(), "--csv", here.toString()).exitCode()).isZero();
    Path work = folder.resolve("parts");

    Thread killer = Thread.ofPlatform().daemon().start(() -> killOne(work));
    Calls.Result result =
        fleet("search", file.toString(), "--csv", there.toString(), "--work", work.toString());
    killer.join();

    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(there).hasSameBinaryContentAs(here);
    assertThat(killed).isTrue();
  }

  /** Kills an executor when the first part is finished and others are not. */
  private void killOne(Path work) {
    while (!Files.exists(work.resolve("part-0"))) {
      pause();
    }
    // The worker starts nothing but executors.
    processes
        .getLast()
        .descendants()
        .findFirst()
        .ifPresent(executor -> {
          executor.destroyForcibly();
          killed = true;
        });
  }
}
