package io.busbar.runtime.hosts;

import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.TcpOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A rank ({@code ranks elements folder aggregators…}) or an aggregator (no more) on the host that
 * the first argument counts. A rank does one all-reduce for each line of input, with as many
 * aggregators as the line says.
 */
final class AggregatedHost {
  private static final String TOKEN = "of this test";
  private static final int PORT = 7000;

  private AggregatedHost() {}

  public static void main(String[] args) throws Exception {
    int host = Integer.parseInt(args[0]);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    if (args.length > 1) {
      rank(host, in, args);
      return;
    }
    try (AggregatorServer server =
        AggregatorServer.open(AggregatorOptions.loopback(TOKEN).withListen(place(host)))) {
      System.out.println(server);
      in.readLine();
    }
  }

  private static InetSocketAddress place(int host) {
    return new InetSocketAddress(Hosts.address(host), PORT);
  }

  private static void rank(int host, BufferedReader in, String... args) throws Exception {
    int ranks = Integer.parseInt(args[1]);
    float[] data = new float[Integer.parseInt(args[2])];
    TcpOptions tcp =
        new TcpOptions(
            List.of(InetAddress.getByName(Hosts.address(host))),
            2,
            TcpOptions.loopback().slots(),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            "host" + host,
            false);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      int shards = Integer.parseInt(line);
      List<InetSocketAddress> places = new ArrayList<>();
      for (int i = 0; i < shards; i++) {
        places.add(place(Integer.parseInt(args[4 + i])));
      }
      Path meet = Path.of(args[3], "meet" + shards);
      Bootstrap bootstrap = Bootstrap.folder(host - 1, ranks, meet, Duration.ofSeconds(30));
      try (Comm comm =
          ProcessGroup.of(bootstrap).withAggregators(Aggregators.of(places, TOKEN)).overTcp(tcp)) {
        comm.allReduce(Buf.of(new float[1000]), ReduceOp.SUM);
        System.out.println("ready");
        in.readLine();
        data[data.length - 1] = host;
        comm.allReduce(Buf.of(data), ReduceOp.SUM);
        System.out.println(data[data.length - 1]);
        in.readLine();
      }
    }
  }
}
