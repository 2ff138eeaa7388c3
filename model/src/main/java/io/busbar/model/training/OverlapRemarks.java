package io.busbar.model.training;

import io.busbar.base.report.Severity;
import io.busbar.formats.tree.Tree;
import io.busbar.model.training.LayoutSink.Remark;
import org.jspecify.annotations.Nullable;

/** Switches that were turned on but do nothing in the given layout. Stateless. */
final class OverlapRemarks {
  private static final String NO_EFFECT = "overlap-without-effect";

  private OverlapRemarks() {}

  static void check(
      Tree.Mapping root,
      LayoutRequest layout,
      Parallelism p,
      @Nullable Recompute recompute,
      LayoutSink sink) {
    if (layout.isOpen()) {
      return;
    }
    if (on(root, "overlap.tensor") && !p.sequenceParallel()) {
      warn(
          sink,
          "overlap.tensor",
          "tensor overlap stays off: it needs tp of at least 2 with sequence_parallel",
          "set sequence_parallel: true with tp over 1");
    }
    boolean plain =
        p.schedule() == PipelineSchedule.GPIPE || p.schedule() == PipelineSchedule.ONE_F_ONE_B;
    if (on(root, "overlap.pipeline") && plain) {
      warn(
          sink,
          "overlap.pipeline",
          "pipeline overlap stays off: schedule " + p.schedule().written() + " waits for its sends",
          "set schedule: interleaved with virtual_stages");
    }
    if (on(root, "overlap.experts") && (p.ep() == 1 || recompute == Recompute.FULL)) {
      warn(
          sink,
          "overlap.experts",
          "expert overlap stays off: it needs ep over 1 and no full recompute",
          "set recompute: selective");
    }
    if (on(root, "parallelism.sequence_parallel") && p.tp() == 1) {
      warn(
          sink,
          "parallelism.sequence_parallel",
          "sequence_parallel has no effect with tp 1",
          "leave it out");
    }
  }

  private static boolean on(Tree.Mapping root, String path) {
    return root.find(path) instanceof Tree.Scalar s && s.text().equals("true");
  }

  private static void warn(LayoutSink sink, String key, String title, String fix) {
    String why = "training stacks drop the switch without a word";
    sink.remark(() -> new Remark(NO_EFFECT, Severity.WARNING, key, title, why, fix));
  }
}
