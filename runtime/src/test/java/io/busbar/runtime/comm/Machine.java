package io.busbar.runtime.comm;

import io.busbar.collective.schedule.Locality;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import io.busbar.runtime.tuning.Tuning;
import java.time.Duration;
import java.util.stream.IntStream;

/** Where ranks run, all of them threads of this JVM. Slots are small, so that data takes many. */
enum Machine {
  LOCAL(1024),
  /** Three nodes one after the other, as schedules see it. */
  LOCAL_NODES(1024),
  /** Every rank maps the file on its own, as processes do. */
  SHM(128 << 10),
  TCP(2048),
  /** Ranks of two hosts take turns. */
  TCP_HOSTS(2048),
  /** Two hosts, shared memory inside and TCP between. */
  MIXED(8192);

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Most bytes that a rank may allocate. */
  static final long ROOM = 24 << 20;

  private final int slotBytes;

  Machine(int slotBytes) {
    this.slotBytes = slotBytes;
  }

  int slotBytes() {
    return slotBytes;
  }

  /** What schedules see. */
  Locality locality(int ranks) {
    int[] node = IntStream.range(0, ranks).map(rank -> node(rank, ranks)).toArray();
    int[] rail = new int[ranks];
    int[] members = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      rail[rank] = members[node[rank]]++;
    }
    return new Locality(node, rail);
  }

  private int node(int rank, int ranks) {
    return switch (this) {
      case LOCAL, SHM, TCP -> 0;
      case LOCAL_NODES -> rank * Math.min(3, ranks) / ranks;
      case TCP_HOSTS -> rank % 2;
      case MIXED -> rank * Math.min(2, ranks) / ranks;
    };
  }

  /** Whether all ranks can use each other's memory directly. */
  boolean shares(Placement placement) {
    return switch (this) {
      case LOCAL, LOCAL_NODES -> placement != Placement.CONFINED;
      case SHM -> placement == Placement.ALLOCATED;
      default -> false;
    };
  }

  /** Runs a body on every rank. */
  void run(int ranks, LocalGroup.Body body) {
    ShmOptions shm = ShmOptions.DEFAULT.withHeap(ROOM).withFrozenAfter(PATIENCE);
    TcpOptions tcp = TcpOptions.loopback().withFrozenAfter(PATIENCE);
    switch (this) {
      case LOCAL, LOCAL_NODES ->
          new LocalGroup(locality(ranks), PATIENCE, new SlotSize(slotBytes, 2), Tuning.NONE)
              .run(body);
      case SHM -> Threads.run(ranks, b -> ProcessGroup.of(b).overShm(shm), body);
      case TCP, TCP_HOSTS -> {
        TcpOptions small = tcp.withSlots(new SlotSize(slotBytes, 2));
        Threads.run(
            ranks,
            b -> ProcessGroup.of(b).overTcp(small.withHost("h" + node(b.rank(), ranks))),
            body);
      }
      case MIXED -> {
        TcpOptions small = tcp.withSlots(new SlotSize(slotBytes, 4));
        Threads.run(
            ranks,
            b -> ProcessGroup.of(b).overBoth(shm, small.withHost("h" + node(b.rank(), ranks))),
            body);
      }
    }
  }
}
