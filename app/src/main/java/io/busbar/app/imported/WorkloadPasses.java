package io.busbar.app.imported;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.simai.WorkloadFile;
import io.busbar.formats.simai.WorkloadFile.Layer;
import io.busbar.formats.simai.WorkloadFile.Pass;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.program.Program.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * One step of a workload on one rank, in the order of its policy: transformers as SimAI has it
 * (input gradients, their collective, weight gradients, whose collective nobody waits for), the
 * others as Chakra's converter of such texts (weight gradients beside the collective of input
 * gradients). Used once.
 */
final class WorkloadPasses {
  private static final long PS_PER_NS = 1000;
  private static final int NONE = -1;

  private final WorkloadFile file;
  private final WorkloadGroups groups;
  private final int rank;
  private final Program.Builder program;
  private final CollectiveTasks collectives;
  private final int gpu;
  private final boolean wholeBuffers;

  /** What the next computation waits for. */
  private List<Integer> waits = new ArrayList<>();

  WorkloadPasses(
      WorkloadFile file,
      WorkloadGroups groups,
      int rank,
      Program.Builder program,
      CollectiveTasks collectives) {
    this.file = file;
    this.groups = groups;
    this.rank = rank;
    this.program = program;
    this.collectives = collectives;
    gpu = program.lane();
    wholeBuffers = file.policy().equals(Workloads.SIMAI);
  }

  void play() {
    List<Layer> layers = file.layers();
    switch (file.policy()) {
      case "MICRO" -> layers.forEach(layer -> exchange(layer.weightGradient(), true));
      case "DATA" -> data(layers);
      case "DISTRIBUTED_INFERENCE" -> layers.forEach(this::forward);
      case "HYBRID_DLRM", "HYBRID_DLRM_ENHANCED" -> embedding(layers);
      case "HYBRID_TRANSFORMER", Workloads.SIMAI -> transformer(layers);
      default -> model(layers);
    }
  }

  private void forward(Layer layer) {
    compute(layer.forward());
    waitFor(exchange(layer.forward(), false));
  }

  private void transformer(List<Layer> layers) {
    layers.forEach(this::forward);
    for (int l = layers.size() - 1; l >= 0; l--) {
      if (file.initiates().contains(l)) {
        for (int again = checkpoint(l); again < l; again++) {
          forward(layers.get(again));
        }
      }
      Layer layer = layers.get(l);
      compute(layer.inputGradient());
      waitFor(exchange(layer.inputGradient(), false));
      weights(layer);
    }
  }

  /** The last layer at or before another from which a forward pass may begin. */
  private int checkpoint(int layer) {
    return file.checkpoints().stream()
        .filter(c -> c <= layer)
        .mapToInt(Integer::intValue)
        .max()
        .orElse(layer);
  }

  private void model(List<Layer> layers) {
    layers.forEach(this::forward);
    for (int l = layers.size() - 1; l >= 0; l--) {
      Layer layer = layers.get(l);
      compute(layer.inputGradient());
      int sent = l > 0 || file.layers().size() == 1 ? exchange(layer.inputGradient(), false) : NONE;
      weights(layer);
      waitFor(sent);
    }
  }

  private void data(List<Layer> layers) {
    layers.forEach(layer -> compute(layer.forward()));
    for (int l = layers.size() - 1; l >= 0; l--) {
      weights(layers.get(l));
      if (l > 0) {
        compute(layers.get(l).inputGradient());
      }
    }
  }

  /** The first layer exchanges embeddings beside the bottom layers, and their gradients. */
  private void embedding(List<Layer> layers) {
    int bottom = (int) file.number(WorkloadFile.LAST_BOTTOM, 0);
    int sent = NONE;
    for (int l = 0; l < layers.size(); l++) {
      if (l == bottom) {
        waitFor(sent);
      }
      compute(layers.get(l).forward());
      sent = l == 0 ? exchange(layers.get(l).forward(), false) : sent;
    }
    int back = NONE;
    for (int l = layers.size() - 1; l >= 0; l--) {
      if (l == 0) {
        waitFor(back);
      }
      weights(layers.get(l));
      if (l > 0) {
        compute(layers.get(l).inputGradient());
      }
      back = l == bottom + 1 ? exchange(layers.getFirst().inputGradient(), false) : back;
    }
  }

  /** Weight gradients and their collective, which nobody waits for. */
  private void weights(Layer layer) {
    compute(layer.weightGradient());
    int end = exchange(layer.weightGradient(), true);
    if (end != NONE && layer.updateNs() > 0) {
      int update = program.compute(rank, program.lane(), ps(layer.updateNs()));
      program.after(update, end, Event.ENDED);
    }
  }

  private void compute(Pass pass) {
    int task = program.compute(rank, gpu, ps(pass.computeNs()));
    waits.forEach(before -> program.after(task, before, Event.ENDED));
    waits = new ArrayList<>(List.of(task));
  }

  private static long ps(long ns) {
    return Math.min(ns, Long.MAX_VALUE / 4 / PS_PER_NS) * PS_PER_NS;
  }

  private void waitFor(int task) {
    if (task != NONE) {
      waits.add(task);
    }
  }

  /** The collective of a pass, behind what the next computation waits for; its end, or none. */
  private int exchange(Pass pass, boolean weights) {
    CollectiveOp op =
        switch (pass.collective()) {
          case NONE, ALLREDUCEALLTOALL -> null;
          case ALLREDUCE -> CollectiveOp.ALL_REDUCE;
          case ALLGATHER -> CollectiveOp.ALL_GATHER;
          case REDUCESCATTER -> CollectiveOp.REDUCE_SCATTER;
          case ALLTOALL -> CollectiveOp.ALL_TO_ALL;
          case BROADCAST -> CollectiveOp.BROADCAST;
        };
    List<Integer> group = groups.of(rank, pass.group(), weights);
    if (op == null || group.size() < 2) {
      return NONE;
    }
    boolean part = wholeBuffers && op == CollectiveOp.ALL_GATHER;
    long bytes = part ? Math.ceilDiv(pass.bytes(), (long) group.size()) : pass.bytes();
    CollectiveTasks.Ends ends = collectives.add(rank, group, op, bytes);
    waits.forEach(before -> program.after(ends.begin(), before, Event.ENDED));
    return ends.end();
  }
}
