package io.busbar.app.exported;

import io.busbar.app.imported.ChakraCollectives;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.chakra.ChakraNode;
import io.busbar.formats.chakra.ChakraWriter;
import io.busbar.simulate.step.StepTrace;
import io.busbar.simulate.step.StepTrace.Computation;
import io.busbar.simulate.step.StepTrace.Transfer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A played step as traces of Chakra, one for each rank. All ranks compute alike; they differ in the
 * groups of ranks whose collectives they take part in. A computation waits for the one before it
 * and for the exchange it needs, an exchange for the one before it and for its computation.
 *
 * <p>Durations are whole microseconds, as the format has them, rounded so that their sum is right
 * to one. What communication beside it adds to a computation is left to who plays the trace.
 */
public final class ChakraStep {
  private static final double MICROS = 1e6;
  private static final int NONE = -1;

  private final StepTrace step;
  private final Groups groups;

  /**
   * Groups of ranks by what they exchange; each rank is in one of a list at most.
   *
   * @param dense that reduce and gather the parameters of all
   * @param replicas that sum what their shards have reduced; empty unless a shard is smaller than
   *     the replicas
   * @param experts that reduce and gather those of experts
   */
  public record Groups(List<int[]> dense, List<int[]> replicas, List<int[]> experts) {
    /** All of them, in the order of their numbers from 1. */
    public List<int[]> all() {
      List<int[]> all = new ArrayList<>(dense);
      all.addAll(replicas);
      all.addAll(experts);
      return all;
    }
  }

  public ChakraStep(StepTrace step, Groups groups) {
    this.step = step;
    boolean experts = step.transfers().stream().anyMatch(Transfer::expert);
    this.groups =
        new Groups(groups.dense(), groups.replicas(), experts ? groups.experts() : List.of());
  }

  /** Nodes of a rank's trace, at most. */
  public long nodes() {
    return step.computations().size() + 2L * step.transfers().size();
  }

  /** The groups as ASTRA-sim reads them: a number from 1 and its ranks. */
  public String groupsJson() {
    StringBuilder json = new StringBuilder("{");
    List<int[]> all = groups.all();
    for (int i = 0; i < all.size(); i++) {
      json.append(i == 0 ? "\n" : ",\n").append("  \"").append(i + 1).append("\": [");
      for (int j = 0; j < all.get(i).length; j++) {
        json.append(j == 0 ? "" : ", ").append(all.get(i)[j]);
      }
      json.append(']');
    }
    return json.append("\n}\n").toString();
  }

  /** Writes the trace of a rank; the stream is the caller's. */
  public void write(int rank, OutputStream out) throws IOException {
    new Trace(rank, new ChakraWriter(out)).write();
  }

  /** The file of one rank while it is written. */
  private final class Trace {
    private final int rank;
    private final ChakraWriter writer;
    private final long[] computed = new long[step.computations().size()];
    private final long[] sent = new long[step.transfers().size()];
    private long next;
    private double elapsed;
    private long told;

    Trace(int rank, ChakraWriter writer) {
      this.rank = rank;
      this.writer = writer;
    }

    void write() throws IOException {
      int transfer = 0;
      for (int c = 0; c < computed.length; c++) {
        transfer = transfers(transfer, c);
        compute(c);
      }
      transfers(transfer, computed.length);
    }

    /** Writes those that wait for no computation from {@code before} on. */
    private int transfers(int from, int before) throws IOException {
      int x = from;
      while (x < sent.length && step.transfers().get(x).after() < before) {
        exchange(x++);
      }
      return x;
    }

    private void compute(int c) throws IOException {
      Computation what = step.computations().get(c);
      elapsed += what.seconds() * MICROS;
      long until = Math.round(elapsed);
      long[] waits =
          waits(c > 0 ? computed[c - 1] : NONE, what.needs() < 0 ? NONE : sent[what.needs()]);
      computed[c] = next;
      writer
          .node(next++, what.kind() + " " + what.name(), ChakraNode.COMPUTE, until - told, waits)
          .onProcessor(false)
          .end();
      told = until;
    }

    private void exchange(int x) throws IOException {
      Transfer what = step.transfers().get(x);
      long before = x > 0 ? sent[x - 1] : NONE;
      long made = what.after() < 0 ? NONE : computed[what.after()];
      int first = what.expert() ? groups.dense().size() + groups.replicas().size() : 0;
      List<int[]> own = what.expert() ? groups.experts() : groups.dense();
      long end = collective(what, what.bytes(), own, first, waits(before, made));
      boolean more = !what.expert() && what.op() == CollectiveOp.REDUCE_SCATTER;
      int shard = groups.dense().isEmpty() ? 1 : groups.dense().getFirst().length;
      if (more && !groups.replicas().isEmpty()) {
        Transfer sum =
            new Transfer(what.name(), CollectiveOp.ALL_REDUCE, what.bytes(), false, what.after());
        long reduced = end == NONE ? before : end;
        end =
            collective(
                sum,
                what.bytes() / shard,
                groups.replicas(),
                groups.dense().size(),
                waits(reduced, made));
      }
      sent[x] = end == NONE ? before : end;
    }

    /** The node of a collective, or none when the rank is in no group of them. */
    private long collective(
        Transfer what, double bytes, List<int[]> of, int firstGroup, long[] waits)
        throws IOException {
      for (int g = 0; g < of.size(); g++) {
        for (int member : of.get(g)) {
          if (member == rank) {
            boolean gather = what.op() == CollectiveOp.ALL_GATHER;
            long size = Math.round(gather ? bytes / of.get(g).length : bytes);
            String name = what.op().name().toLowerCase(Locale.ROOT) + " " + what.name();
            writer
                .node(next, name, ChakraNode.COLLECTIVE, 0, waits)
                .onProcessor(false)
                .collective(ChakraCollectives.number(what.op()), size)
                .group("" + (firstGroup + g + 1))
                .end();
            return next++;
          }
        }
      }
      return NONE;
    }

    private static long[] waits(long first, long second) {
      if (first == NONE && second == NONE) {
        return new long[0];
      }
      return first == NONE || second == NONE || first == second
          ? new long[] {Math.max(first, second)}
          : new long[] {first, second};
    }
  }
}
