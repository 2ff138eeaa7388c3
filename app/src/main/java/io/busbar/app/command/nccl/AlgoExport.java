package io.busbar.app.command.nccl;

import io.busbar.app.algo.Algo;
import io.busbar.app.call.Refusal;
import io.busbar.app.exported.MscclppPlan;
import io.busbar.app.imported.MscclAlgorithms;
import io.busbar.app.imported.MscclppPlans;
import io.busbar.base.problem.Nearest;
import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlocksOfSchedule;
import io.busbar.collective.onesided.OneSidedProof;
import io.busbar.formats.msccl.MscclFile;
import io.busbar.formats.msccl.MscclWriter;
import io.busbar.formats.mscclpp.PlanFile;
import io.busbar.formats.mscclpp.PlanWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code busbar algo export} writes of a right algorithm.
 *
 * @param file as the call names it
 * @param emit what is written, as the call has it
 * @param nodes equal nodes that the ranks are on; null for one
 */
record AlgoExport(String file, String emit, String protocol, @Nullable Integer nodes) {
  private static final List<String> FORMATS = List.of("msccl", "mscclpp");
  private static final List<String> PROTOCOLS = List.of("Simple", "LL", "LL128");

  String text(Algo algo) {
    BlockAlgorithm blocks = algo.blocks();
    if (blocks == null) {
      String reason = String.valueOf(BlocksOfSchedule.refusal(algo.schedule()));
      throw Refusal.of("FILE", file, "an algorithm that has thread blocks", reason);
    }
    known("--emit", emit, FORMATS);
    known("--proto", protocol, PROTOCOLS);
    return emit.equals("msccl")
        ? MscclWriter.write(MscclAlgorithms.file(blocks, protocol))
        : plan(algo, blocks);
  }

  private static void known(String option, String value, List<String> known) {
    if (!known.contains(value)) {
      String expected = "one of " + String.join(", ", known);
      throw Refusal.of(option, value, expected, Nearest.hint(value, known));
    }
  }

  /** The text of a plan, which is proved as it stands there. */
  private String plan(Algo algo, BlockAlgorithm blocks) {
    if (!protocol.equals("Simple")) {
      throw Refusal.of("--proto", protocol, "Simple, which plans of MSCCL++ are written for", "");
    }
    int ranks = blocks.ranks();
    int k = nodes == null ? 1 : nodes;
    if (k < 1 || ranks % k != 0) {
      throw Refusal.of("--nodes", "" + k, "a divisor of the " + ranks + " ranks", "");
    }
    String refusal = MscclppPlan.refusal(blocks);
    if (refusal != null) {
      throw Refusal.of("FILE", file, "an algorithm that MSCCL++ has a plan for", refusal);
    }
    MscclFile read = algo.file();
    Long least = read == null ? null : read.minBytes();
    Long most = read == null ? null : read.maxBytes();
    PlanFile plan =
        MscclppPlan.of(
            blocks, ranks / k, least == null ? 0 : least, most == null ? Long.MAX_VALUE : most);
    OneSidedProof proof = OneSidedProof.of(MscclppPlans.plan(plan, file, new ArrayList<>()));
    if (!proof.proved()) {
      throw new IllegalStateException("a plan that is not right: " + proof.faults().getFirst());
    }
    return PlanWriter.write(plan);
  }
}
