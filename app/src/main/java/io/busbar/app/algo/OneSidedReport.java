package io.busbar.app.algo;

import io.busbar.app.imported.MscclppPlans;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.collective.onesided.OneSidedPlan;
import io.busbar.collective.onesided.OneSidedPlan.Act;
import io.busbar.collective.onesided.OneSidedPlan.Range;
import io.busbar.collective.onesided.OneSidedProof;
import io.busbar.formats.mscclpp.PlanFile;
import io.busbar.formats.mscclpp.PlanGpu;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports of {@code busbar algo show} and {@code prove} on a plan of MSCCL++. Stateless. */
public final class OneSidedReport {
  private static final int MOST_STEPS = 40;

  private OneSidedReport() {}

  /** What it is, and the operations of a rank. */
  public static Report show(String name, MscclppPlans.Imported read, int rank) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(figures(read, null));
    blocks.add(operations(read.plan(), rank));
    AlgoReport.notes(read.notes(), blocks);
    return new Report(AlgoReport.SCHEMA, "Algorithm " + name, answer(name, read, null), blocks);
  }

  /** Whether it is right. */
  public static Report prove(String name, MscclppPlans.Imported read, OneSidedProof proof) {
    List<Block> blocks = new ArrayList<>();
    String op = read.plan().op().ncclTestsName();
    String races =
        proof.racesLookedFor()
            ? "no chunk is touched twice without an order between"
            : "it is too large to look for chunks that are touched without an order";
    String verdict =
        proof.proved()
            ? "Proved: every rank ends with exactly the data of "
                + op
                + ", nobody waits for ever, every signal is taken, and "
                + races
                + "."
            : "Refused: it is no " + op + ". " + proof.faults().getFirst() + ".";
    blocks.add(new Block.Note("", verdict));
    if (!proof.proved()) {
      blocks.add(
          new Block.Findings(
              "What is wrong", proof.faults().stream().map(AlgoReport::finding).toList()));
    }
    blocks.add(figures(read, proof));
    AlgoReport.notes(read.notes(), blocks);
    return new Report(AlgoReport.SCHEMA, "Proof of " + name, answer(name, read, proof), blocks);
  }

  private static Block figures(MscclppPlans.Imported read, @Nullable OneSidedProof proof) {
    PlanFile file = read.file();
    OneSidedPlan plan = read.plan();
    PlanGpu first = file.gpus().getFirst();
    List<Figure> rows = new ArrayList<>();
    rows.add(new Figure("Operation", plan.op().ncclTestsName(), ""));
    rows.add(new Figure("Ranks", "" + file.gpus().size(), ""));
    rows.add(new Figure("Chunks", plan.inputChunks() + " in, " + plan.outputChunks() + " out", ""));
    rows.add(new Figure("Scratch", "" + first.scratchChunks(), "chunks of rank 0"));
    rows.add(new Figure("Thread blocks", "" + blocks(file), "of all ranks"));
    rows.add(new Figure("Operations", "" + file.operations(), "of all thread blocks"));
    rows.add(new Figure("In place", file.inPlace() ? "yes" : "no", ""));
    rows.add(new Figure("Protocol", file.protocol(), ""));
    if (proof != null) {
      rows.add(new Figure("Moves", "" + proof.moves(), "operations that copy, write or add up"));
      rows.add(new Figure("Signals", "" + proof.signals(), "between ranks"));
    }
    return new Block.Figures("", rows);
  }

  private static int blocks(PlanFile file) {
    return file.gpus().stream().mapToInt(gpu -> gpu.blocks().size()).sum();
  }

  private static Block operations(OneSidedPlan plan, int rank) {
    List<List<String>> rows = new ArrayList<>();
    int all = 0;
    for (OneSidedPlan.Block block : plan.ranks().get(rank).blocks()) {
      for (int i = 0; i < block.acts().size(); i++, all++) {
        if (rows.size() < MOST_STEPS) {
          Act act = block.acts().get(i);
          rows.add(
              List.of(
                  "" + block.id(),
                  "" + i,
                  act.name(),
                  ranges(act.reads(), rank, plan.cut()),
                  ranges(act.writes(), rank, plan.cut())));
        }
      }
    }
    String note = all > MOST_STEPS ? "The first " + MOST_STEPS + " of " + all + "." : "";
    return new Block.Table(
        "Operations of rank " + rank,
        List.of(
            Column.number("block"),
            Column.number("operation"),
            Column.text("what"),
            Column.text("reads"),
            Column.text("writes")),
        rows,
        note);
  }

  private static String ranges(List<Range> ranges, int rank, int cut) {
    List<String> texts = new ArrayList<>();
    for (Range range : ranges) {
      boolean own = range.ranks().equals(List.of(rank));
      String whose =
          own
              ? ""
              : range.ranks().size() == 1
                  ? " of rank " + range.ranks().getFirst()
                  : " of ranks " + range.ranks();
      String count = range.count() > cut ? " x " + range.count() / cut : "";
      texts.add(range.buffer().letter() + "[" + range.first() / cut + "]" + count + whose);
    }
    return String.join(", ", texts);
  }

  private static AlgoAnswer answer(
      String name, MscclppPlans.Imported read, @Nullable OneSidedProof proof) {
    PlanFile file = read.file();
    int streams = file.gpus().stream().mapToInt(gpu -> gpu.blocks().size()).max().orElse(0);
    return new AlgoAnswer(
        name,
        read.plan().op().ncclTestsName(),
        name,
        file.gpus().size(),
        Math.max(read.plan().inputChunks(), read.plan().outputChunks()),
        file.inPlace(),
        file.protocol(),
        file.minBytes() == 0 ? null : Long.valueOf(file.minBytes()),
        file.maxBytes() == Long.MAX_VALUE ? null : Long.valueOf(file.maxBytes()),
        blocks(file),
        file.operations(),
        streams,
        proof == null ? null : Boolean.valueOf(proof.proved()),
        AlgoReport.wrong(proof == null ? List.of() : proof.faults()),
        null,
        null,
        null,
        read.notes());
  }
}
