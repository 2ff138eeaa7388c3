package io.busbar.app.exported;

import io.busbar.app.imported.MscclppPlans;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.Block;
import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlockStep;
import io.busbar.formats.mscclpp.PlanBlock;
import io.busbar.formats.mscclpp.PlanFile;
import io.busbar.formats.mscclpp.PlanGpu;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes an algorithm of thread blocks as an execution plan of MSCCL++. Every message becomes a
 * write into chunks of the receiver's scratch buffer that are this message's alone, and a signal;
 * so a rank needs as much scratch memory as it receives. GPUs of one node write into each other's
 * memory, others go through ports. Before the first write over a connection the receiver says that
 * its call has begun. A thread block of more operations than the executor has room for goes on in
 * the next one, when a semaphore says so. Stateless.
 */
public final class MscclppPlan {
  private MscclppPlan() {}

  /**
   * From one GPU to another.
   *
   * @param channel tells connections between the same GPUs apart
   */
  record Connection(int from, int to, int channel) {}

  /** Why an algorithm cannot be written so, as a sentence; null when it can. */
  public static @Nullable String refusal(BlockAlgorithm algorithm) {
    if (!MscclppPlans.COLLECTIVES.containsValue(algorithm.op())) {
      return algorithm.op().ncclTestsName() + " is no collective of MSCCL++";
    }
    for (int rank = 0; rank < algorithm.ranks(); rank++) {
      Map<Connection, Integer> users = new HashMap<>();
      for (Block block : algorithm.gpus().get(rank).blocks()) {
        if (block.sendTo() >= 0) {
          users.merge(new Connection(rank, block.sendTo(), block.channel()), 1, Integer::sum);
        }
        if (block.receiveFrom() >= 0) {
          users.merge(new Connection(block.receiveFrom(), rank, block.channel()), 1, Integer::sum);
        }
      }
      for (Map.Entry<Connection, Integer> user : users.entrySet()) {
        if (user.getValue() > 1) {
          return "several thread blocks of GPU "
              + rank
              + " share channel "
              + user.getKey().channel();
        }
      }
    }
    return null;
  }

  /**
   * The plan of a right algorithm.
   *
   * @param gpusPerNode GPUs that reach each other's memory
   * @param minBytes least message for which it is meant
   * @param maxBytes largest
   * @throws IllegalArgumentException with the text of {@link #refusal}
   */
  public static PlanFile of(
      BlockAlgorithm algorithm, int gpusPerNode, long minBytes, long maxBytes) {
    String refusal = refusal(algorithm);
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
    Map<Connection, List<Integer>> slots = new TreeMap<>(MscclppPlan::compare);
    int[] scratch = new int[algorithm.ranks()];
    for (int rank = 0; rank < scratch.length; rank++) {
      scratch[rank] = slots(algorithm, rank, slots);
    }
    List<List<Connection>> memory = lists(scratch.length);
    List<List<Connection>> ports = lists(scratch.length);
    for (Connection connection : slots.keySet()) {
      boolean near = connection.from / gpusPerNode == connection.to / gpusPerNode;
      List<List<Connection>> of = near ? memory : ports;
      of.get(connection.from).add(connection);
      of.get(connection.to).add(connection);
    }
    List<PlanGpu> gpus = new ArrayList<>();
    int inputs = chunks(algorithm, CollectiveOp.ALL_GATHER);
    int outputs = chunks(algorithm, CollectiveOp.REDUCE_SCATTER);
    for (int rank = 0; rank < scratch.length; rank++) {
      var shared =
          new MscclppOps.Shared(
              algorithm.inPlace(),
              inputs < outputs ? rank * inputs : 0,
              outputs < inputs ? rank * outputs : 0);
      var gpu = new MscclppGpu(rank, memory.get(rank), ports.get(rank), slots, shared);
      List<PlanBlock> blocks = gpu.blocks(algorithm.gpus().get(rank).blocks());
      List<PlanGpu.Channels> channels = new ArrayList<>();
      add(channels, "memory", rank, memory.get(rank));
      add(channels, "port", rank, ports.get(rank));
      gpus.add(
          new PlanGpu(
              rank,
              inputs,
              outputs,
              scratch[rank],
              blocks,
              channels,
              List.of(),
              gpu.remotes(),
              gpu.semaphores()));
    }
    String collective = "";
    for (Map.Entry<String, CollectiveOp> known : MscclppPlans.COLLECTIVES.entrySet()) {
      collective = known.getValue() == algorithm.op() ? known.getKey() : collective;
    }
    return new PlanFile(
        algorithm.name(),
        collective,
        "Simple",
        algorithm.inPlace(),
        minBytes,
        maxBytes,
        false,
        gpus);
  }

  private static int chunks(BlockAlgorithm algorithm, CollectiveOp divided) {
    return algorithm.op() == divided ? algorithm.chunks() / algorithm.ranks() : algorithm.chunks();
  }

  private static List<List<Connection>> lists(int ranks) {
    List<List<Connection>> lists = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  private static void add(
      List<PlanGpu.Channels> channels, String type, int rank, List<Connection> connections) {
    if (!connections.isEmpty()) {
      List<Integer> peers = connections.stream().map(c -> c.from == rank ? c.to : c.from).toList();
      channels.add(new PlanGpu.Channels(type, peers));
    }
  }

  /** Chunks of scratch memory for each message that a rank receives; how many it needs in all. */
  private static int slots(
      BlockAlgorithm algorithm, int rank, Map<Connection, List<Integer>> slots) {
    BlockAlgorithm.Gpu gpu = algorithm.gpus().get(rank);
    int next = gpu.scratchChunks();
    for (Block block : gpu.blocks()) {
      for (BlockStep step : block.steps()) {
        if (step.kind().receives()) {
          Connection connection = new Connection(block.receiveFrom(), rank, block.channel());
          slots.computeIfAbsent(connection, k -> new ArrayList<>()).add(next);
          next += step.count();
        }
      }
    }
    return next;
  }

  /** One order for all ranks, so that the ends of channels meet. */
  private static int compare(Connection a, Connection b) {
    int first = Integer.compare(a.from, b.from);
    int second = Integer.compare(a.to, b.to);
    return first != 0 ? first : second != 0 ? second : Integer.compare(a.channel, b.channel);
  }
}
