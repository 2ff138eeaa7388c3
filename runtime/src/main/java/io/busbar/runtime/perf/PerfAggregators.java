package io.busbar.runtime.perf;

import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.launch.Agents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregators of a measurement on this host, in the process of rank 0; others find them by file.
 */
final class PerfAggregators implements AutoCloseable {
  private static final String FILE = "aggregators";

  private final List<AggregatorServer> servers = new ArrayList<>();

  /** Starts some, and writes their token and ports into a folder that nobody else can read. */
  void start(int count, Path folder) throws IOException {
    if (count == 0) {
      return;
    }
    String token = Agents.newToken();
    List<String> lines = new ArrayList<>(List.of(token));
    for (int i = 0; i < count; i++) {
      AggregatorServer server = AggregatorServer.open(AggregatorOptions.loopback(token));
      servers.add(server);
      lines.add(Integer.toString(server.address().getPort()));
    }
    Path unfinished = folder.resolve(FILE + ".unfinished");
    Files.write(unfinished, lines);
    Files.move(unfinished, folder.resolve(FILE));
  }

  /** Those of a folder; null when there are none. */
  static @Nullable Aggregators in(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return null;
    }
    try {
      List<String> lines = Files.readAllLines(file);
      InetAddress here = InetAddress.getLoopbackAddress();
      List<InetSocketAddress> addresses =
          lines.stream()
              .skip(1)
              .map(port -> new InetSocketAddress(here, Integer.parseInt(port)))
              .toList();
      return Aggregators.of(addresses, lines.getFirst());
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + file, e);
    }
  }

  @Override
  public void close() {
    servers.forEach(AggregatorServer::close);
  }
}
