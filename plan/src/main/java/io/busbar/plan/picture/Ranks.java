package io.busbar.plan.picture;

import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.training.Parallelism;

/** How the GPUs of a drawing are labelled and coloured. Immutable. */
final class Ranks {
  private final Parallelism p;
  private final int stageStride;
  private final int tensorStride;

  Ranks(Placement placement, Parallelism p) {
    this.p = p;
    this.stageStride = stride(placement, GroupKind.PP);
    this.tensorStride = stride(placement, GroupKind.TP);
  }

  /** Distance of neighbouring ranks of an axis; these two axes are one digit of the rank each. */
  private static int stride(Placement placement, GroupKind kind) {
    int[] group = placement.sampleGroups(kind, 1).getFirst();
    return group.length == 1 ? 1 : group[1] - group[0];
  }

  /** The pipeline stage, from 1; empty where there is one only, or no rank. */
  String label(int gpu) {
    return p.pp() == 1 || gpu >= p.gpus() ? "" : String.valueOf(gpu / stageStride % p.pp() + 1);
  }

  /** The first tensor-parallel group stands out, the others alternate. */
  String colour(int gpu) {
    if (gpu >= p.gpus()) {
      return "reserve";
    }
    if (p.tp() == 1) {
      return "gpu";
    }
    int group = gpu / (tensorStride * p.tp()) * tensorStride + gpu % tensorStride;
    return group == 0 ? "tp" : group % 2 == 1 ? "gpu" : "stage";
  }
}
