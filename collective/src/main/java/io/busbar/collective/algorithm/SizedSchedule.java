package io.busbar.collective.algorithm;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;

/**
 * A schedule together with the bytes that it carries, cut as NCCL cuts them: messages are as large
 * as a slot, and those of trees and of switches that add up become smaller while a channel has too
 * few of them to fill the way to the root.
 *
 * <p>With D hops to the root, a channel's part P and messages of c bytes: c is halved while P/c
 * &lt; 8 D and c &gt; 128 KiB, then while P/c &lt; 4 D and c &gt; 64 KiB, then while P/c &lt; D and
 * c &gt; 32 KiB. Source: NCCL's enqueue.cc, pattern TreeUpDown of protocol Simple, 2.18 to 2.27; it
 * takes tables of its own for NVLS, whose warps pipeline inside a message. LL and LL128 are not
 * looked at.
 */
public record SizedSchedule(Schedule schedule, Chunking chunking) {
  private static final int[][] STAGES = {{8, 128 << 10}, {4, 64 << 10}, {1, 32 << 10}};

  /**
   * @param request its pieces are not looked at
   * @param bytes size as {@link CollectiveOp} defines it
   * @param slotBytes most bytes of a message
   * @param slots messages that a connection holds
   * @throws IllegalArgumentException when there is no such schedule, or a slot cannot hold a step
   */
  public static SizedSchedule of(ScheduleRequest request, long bytes, int slotBytes, int slots) {
    Schedule schedule = Schedules.of(request.withPieces(pieces(request, bytes, slotBytes)));
    return new SizedSchedule(schedule, Chunking.of(schedule, bytes, slotBytes, slots));
  }

  /** Pieces that a pass is cut into; 1 for an algorithm whose messages go round in loops. */
  static int pieces(ScheduleRequest request, long bytes, int slotBytes) {
    int depth = depth(request);
    if (depth == 0 || bytes == 0) {
      return 1;
    }
    long owners = request.algorithm() == Algorithm.COLLNET_DIRECT ? owners(request) : 1;
    long part = Math.ceilDiv(Math.ceilDiv(bytes, (long) request.channels()), owners);
    long message = slotBytes;
    for (int[] stage : STAGES) {
      while (part < (long) stage[0] * depth * message && message > stage[1]) {
        message /= 2;
      }
    }
    return Math.toIntExact(Math.ceilDiv(part, message));
  }

  /** Bytes of the largest message that goes from one peer to the other. */
  public long messageBytes() {
    return (long) chunking.length(0, 0, 0) * schedule.span();
  }

  private static long owners(ScheduleRequest request) {
    return request.locality().smallest();
  }

  /** Hops from the farthest rank to the root; 0 where nothing is cut. */
  private static int depth(ScheduleRequest request) {
    Locality locality = request.locality();
    int tree = log2(locality.nodes());
    int inNode = Math.ceilDiv(locality.ranks(), locality.nodes()) - 1;
    return switch (request.algorithm()) {
      case TREE -> inNode + tree;
      case NVLS -> request.op() == CollectiveOp.ALL_REDUCE ? 2 : 0;
      case NVLS_TREE -> 2 + tree;
      case COLLNET_DIRECT -> 1 + levels(request);
      case COLLNET_CHAIN -> inNode + levels(request);
      default -> 0;
    };
  }

  private static int levels(ScheduleRequest request) {
    return new SharpTree(request.locality(), request.radix()).levels();
  }

  private static int log2(int n) {
    return 32 - Integer.numberOfLeadingZeros(n - 1);
  }
}
