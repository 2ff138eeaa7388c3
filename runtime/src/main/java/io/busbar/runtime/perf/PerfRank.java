package io.busbar.runtime.perf;

import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.launch.Interfaces;
import io.busbar.runtime.launch.Room;
import io.busbar.runtime.launch.Work;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/** A rank of a measurement over hosts, as the work of an agent; {@link PerfHosts} asks for it. */
public final class PerfRank implements Work {
  /** Name of the work. */
  public static final String NAME = "perf";

  /**
   * One line each.
   *
   * @param host name that ranks of one host have in common
   * @param interfaces globs; none for the interface that the agent came by
   * @param mixed whether ranks of one host are connected over shared memory
   */
  record Request(
      int ranks,
      int hosts,
      String host,
      List<String> interfaces,
      boolean mixed,
      PerfQuestion question) {
    String encoded() {
      return String.join(
          "\n",
          Integer.toString(ranks),
          Integer.toString(hosts),
          host,
          String.join(",", interfaces),
          Boolean.toString(mixed),
          question.encoded());
    }

    static Request decoded(String text) {
      String[] lines = text.split("\n", -1);
      return new Request(
          Integer.parseInt(lines[0]),
          Integer.parseInt(lines[1]),
          lines[2],
          Arrays.stream(lines[3].split(",")).filter(glob -> !glob.isEmpty()).toList(),
          Boolean.parseBoolean(lines[4]),
          PerfQuestion.decoded(lines[5]));
    }
  }

  /** Rank 0 answers with what was measured, the others with nothing. */
  @Override
  public String perform(String text, Room room) {
    Request request = Request.decoded(text);
    List<InetAddress> own =
        request.interfaces.isEmpty()
            ? List.of(room.address())
            : Interfaces.named(request.interfaces).stream()
                .map(Interfaces.Chosen::address)
                .toList();
    try (Comm comm = join(request, room, own)) {
      boolean sockets = request.hosts > 1 || !request.mixed;
      PerfRun.Measured measured =
          PerfRun.run(comm, request.question, sockets ? own.getFirst() : null);
      return comm.rank() == 0 ? MeasuredText.of(measured) : "";
    }
  }

  private static Comm join(Request request, Room room, List<InetAddress> own) {
    ProcessGroup group = ProcessGroup.of(Bootstrap.of(room.seat(), request.ranks, room::exchange));
    TcpOptions tcp = TcpOptions.of(own, request.host);
    return request.mixed ? group.overBoth(ShmOptions.DEFAULT, tcp) : group.overTcp(tcp);
  }
}
