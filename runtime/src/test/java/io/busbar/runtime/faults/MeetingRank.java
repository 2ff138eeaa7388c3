package io.busbar.runtime.faults;

import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A rank that joins a group, and may die on the way: as a thread of a test, or as a process. */
final class MeetingRank {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private MeetingRank() {}

  /**
   * @param meet a folder, or a port of the loopback interface
   * @param transport tcp, shm or mixed
   */
  record Place(int rank, int ranks, String meet, String transport) {}

  /** Dies in an exchange: before this rank has said something, or after all have. */
  private record Dying(Bootstrap met, int exchange, boolean before, int[] done)
      implements Bootstrap {
    @Override
    public int rank() {
      return met.rank();
    }

    @Override
    public int ranks() {
      return met.ranks();
    }

    @Override
    public String[] exchange(String own) {
      die(before);
      String[] all = met.exchange(own);
      die(!before);
      done[0]++;
      return all;
    }

    private void die(boolean now) {
      if (now && done[0] == exchange) {
        // The test kills it: a JVM that halts waits for its compilers first, for seconds if need
        // be.
        System.out.println("kill me");
        System.out.flush();
        LockSupport.parkNanos(DEADLINE.toNanos());
      }
    }

    @Override
    public void check() {
      met.check();
    }

    @Override
    public void refuse(String reason) {
      met.refuse(reason);
    }

    @Override
    public @Nullable Duration deadline() {
      return met.deadline();
    }

    @Override
    public byte[] key() {
      return met.key();
    }

    @Override
    public void close() {
      met.close();
    }
  }

  /** As a process: rank, ranks, where to meet, transport, exchange to die in, whether before it. */
  public static void main(String[] args) throws Exception {
    Place place = new Place(Integer.parseInt(args[0]), Integer.parseInt(args[1]), args[2], args[3]);
    Bootstrap met = meet(place);
    int exchange = Integer.parseInt(args[4]);
    boolean before = Boolean.parseBoolean(args[5]);
    join(new Dying(met, exchange, before, new int[1]), place).close();
    System.out.println("joined");
  }

  static Bootstrap meet(Place place) {
    if (place.meet.matches("\\d+")) {
      InetSocketAddress root =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(place.meet));
      return Bootstrap.root(place.rank, place.ranks, root, "secret", DEADLINE);
    }
    return Bootstrap.folder(place.rank, place.ranks, Path.of(place.meet), DEADLINE);
  }

  static Comm join(Bootstrap met, Place place) {
    ProcessGroup group = ProcessGroup.of(met);
    ShmOptions shm = ShmOptions.DEFAULT.withHeap(1 << 20);
    TcpOptions tcp = TcpOptions.loopback();
    return switch (place.transport) {
      case "tcp" -> group.overTcp(tcp);
      case "shm" -> group.overShm(shm);
      default -> group.overBoth(shm, tcp.withHost("h" + place.rank / 2));
    };
  }
}
