package io.busbar.runtime.transport;

import io.busbar.collective.schedule.Locality;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * What one rank of a group has: links to the others, the board of its host, and the group's
 * failure. Nothing waits; whoever waits polls {@link #failure} and calls {@link #watch} now and
 * then. Belongs to one thread at a time, except for {@link #failure} and {@link #fail}.
 */
public interface Transport extends AutoCloseable {
  int rank();

  /** Which ranks share a node. */
  Locality locality();

  SlotSize slots();

  /**
   * The link to a rank.
   *
   * @param channel 0 and up; each is a link of its own
   */
  Sender sender(int to, int channel);

  /** The link from a rank. */
  Receiver receiver(int from, int channel);

  /** What all ranks share; null unless all of them are on one host. */
  @Nullable Board board();

  /** The first failure of the group, or null. */
  @Nullable Failure failure();

  /** Ends the group, unless that happened before. From any thread, any number of times. */
  void fail(Failure failure);

  /**
   * Looks after the other ranks; called from waits, every few milliseconds.
   *
   * @param awaited the rank that is waited for
   */
  void watch(int awaited);

  /** Whether looking at a link again at once costs little; otherwise whoever waits parks. */
  boolean spins();

  /**
   * A rank for which something that was sent still waits in this process; −1 when all is on its
   * way. What waits is sent when somebody waits here, and not while the caller computes.
   */
  int unsent();

  /** Rests for some nanoseconds, or until something arrives. */
  void park(long nanos);

  /**
   * A transport of some ranks, called by all of them at once.
   *
   * @param members ranks of the new group, in its order
   * @param group number of the new group, the same for all its members and for no other group
   * @param whole exchange among all ranks of this group, at least among the members
   * @param bound whether the new group fails when this one does
   */
  Transport split(int[] members, long group, Exchange whole, boolean bound);

  /** This rank's place among the members of a new group, of which it is one. */
  default int placeAmong(int[] members) {
    int place = 0;
    while (members[place] != rank()) {
      place++;
    }
    return place;
  }

  /** Notes between the ranks, which work after a failure too. */
  Notes notes();

  /** What reduces between the ranks; null where nothing does. */
  default @Nullable Aggregation aggregation() {
    return null;
  }

  /**
   * Lets {@link #park} end early when a connection of somebody else is ready as well.
   *
   * @throws UnsupportedOperationException where ranks are not connected by sockets
   */
  default SelectionKey wakeBy(SocketChannel connection) throws IOException {
    throw new UnsupportedOperationException(describe());
  }

  /** Memory of this rank that all ranks see, as long as the transport is open. */
  MemorySegment allocate(long bytes);

  /** One line for people: kind, ranks, room. */
  String describe();

  @Override
  void close();
}
