package io.busbar.runtime.perf;

import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.launch.Interfaces;
import io.busbar.runtime.launch.Room;
import io.busbar.runtime.launch.Work;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import io.busbar.runtime.tuning.Tuning;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
   * @param work as {@link PerfWork} encodes it
   * @param tuning text of a table, which may have several lines
   */
  record Request(
      int ranks,
      int hosts,
      String host,
      List<String> interfaces,
      boolean mixed,
      String work,
      String tuning) {
    String encoded() {
      return String.join(
          "\n",
          Integer.toString(ranks),
          Integer.toString(hosts),
          host,
          String.join(",", interfaces),
          Boolean.toString(mixed),
          work,
          tuning);
    }

    static Request decoded(String text) {
      String[] lines = text.split("\n", 7);
      return new Request(
          Integer.parseInt(lines[0]),
          Integer.parseInt(lines[1]),
          lines[2],
          Arrays.stream(lines[3].split(",")).filter(glob -> !glob.isEmpty()).toList(),
          Boolean.parseBoolean(lines[4]),
          lines[5],
          lines[6]);
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
      return perform(PerfWork.decoded(request.work), comm, sockets ? own.getFirst() : null);
    }
  }

  private static <R> String perform(PerfWork<R> work, Comm comm, @Nullable InetAddress sockets) {
    R result = work.run(comm, sockets);
    return comm.rank() == 0 ? work.text(result) : "";
  }

  private static Comm join(Request request, Room room, List<InetAddress> own) {
    ProcessGroup group =
        ProcessGroup.of(Bootstrap.of(room.seat(), request.ranks, room::exchange))
            .withTuning(Tuning.parse("the table of the run", request.tuning));
    TcpOptions tcp = TcpOptions.of(own, request.host);
    return request.mixed ? group.overBoth(ShmOptions.DEFAULT, tcp) : group.overTcp(tcp);
  }
}
