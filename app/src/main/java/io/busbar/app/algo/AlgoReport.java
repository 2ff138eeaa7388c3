package io.busbar.app.algo;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlockFault;
import io.busbar.collective.blocks.BlockStep;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;
import io.busbar.formats.msccl.MscclFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports of {@code busbar algo show} and {@code prove}. Stateless. */
public final class AlgoReport {
  /** Name and version of the JSON. */
  public static final String SCHEMA = "busbar/algo/1";

  private static final int MOST_STEPS = 40;

  private AlgoReport() {}

  /** What it is, and the steps of a rank. */
  public static Report show(Algo algo, int rank) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(figures(algo, null));
    blocks.add(steps(algo, rank));
    notes(algo.notes(), blocks);
    return new Report(SCHEMA, "Algorithm " + algo.name(), answer(algo, null), blocks);
  }

  /** Whether it is right, and who holds what after each round. */
  public static Report prove(Algo algo, Algo.Proof proof) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Note("", verdict(algo, proof)));
    if (!proof.proved()) {
      blocks.add(
          new Block.Findings(
              "What is wrong", proof.faults().stream().map(AlgoReport::finding).toList()));
    }
    blocks.add(figures(algo, proof));
    blocks.addAll(HoldingsPicture.of(algo.schedule(), algo.slots()));
    notes(algo.notes(), blocks);
    return new Report(SCHEMA, "Proof of " + algo.name(), answer(algo, proof), blocks);
  }

  private static String verdict(Algo algo, Algo.Proof proof) {
    String op = algo.schedule().op().ncclTestsName();
    return proof.proved()
        ? "Proved: every rank ends with exactly the data of "
            + op
            + ", nobody waits for ever, and "
            + proof.how()
            + "."
        : "Refused: it is no " + op + ". " + proof.faults().getFirst() + ".";
  }

  /** A fault, for the list of what is wrong. */
  static Finding finding(BlockFault fault) {
    String line = fault.line() > 0 ? "line " + fault.line() + ", " : "";
    return new Finding(
        "wrong-algorithm",
        Severity.CRITICAL,
        line + fault.where(),
        fault.text(),
        List.of(),
        List.of());
  }

  /** Adds remarks on how a file was read. */
  static void notes(List<String> notes, List<Block> blocks) {
    if (!notes.isEmpty()) {
      blocks.add(new Block.Note("Read with these remarks", String.join("\n", notes)));
    }
  }

  private static Block figures(Algo algo, Algo.@Nullable Proof proof) {
    List<Figure> rows = new ArrayList<>();
    rows.add(new Figure("Operation", algo.schedule().op().ncclTestsName(), ""));
    rows.add(new Figure("Ranks", "" + algo.schedule().ranks(), ""));
    int chunks = algo.schedule().chunks() * algo.schedule().channels();
    rows.add(new Figure("Chunks", "" + chunks, "of the buffer"));
    BlockAlgorithm made = algo.blocks();
    if (made != null) {
      int blocks = made.gpus().stream().mapToInt(gpu -> gpu.blocks().size()).sum();
      rows.add(new Figure("Thread blocks", "" + blocks, "of all ranks"));
      rows.add(new Figure("Steps", "" + made.steps(), "of all thread blocks"));
      rows.add(new Figure("In place", made.inPlace() ? "yes" : "no", ""));
    }
    MscclFile file = algo.file();
    if (file != null) {
      rows.add(new Figure("Protocol", file.protocol(), ""));
      if (file.minBytes() != null || file.maxBytes() != null) {
        String from = file.minBytes() == null ? "0" : "" + file.minBytes();
        String to = file.maxBytes() == null ? "any" : "" + file.maxBytes();
        rows.add(new Figure("Meant for", from + " to " + to + " bytes", ""));
      }
    }
    if (proof != null) {
      rows.add(new Figure("Messages", "" + proof.messages(), "of one pass"));
      rows.add(new Figure("Rounds", "" + proof.rounds(), "messages on the longest chain"));
      rows.add(new Figure("Slots", "" + proof.slots(), "messages that a connection must hold"));
    }
    return new Block.Figures("", rows);
  }

  private static Block steps(Algo algo, int rank) {
    BlockAlgorithm made = algo.blocks();
    return made == null ? ofLanes(algo, rank) : ofBlocks(made, rank);
  }

  private static Block ofBlocks(BlockAlgorithm made, int rank) {
    List<List<String>> rows = new ArrayList<>();
    int all = 0;
    for (var block : made.gpus().get(rank).blocks()) {
      for (int s = 0; s < block.steps().size(); s++, all++) {
        if (rows.size() < MOST_STEPS) {
          rows.add(row(block, s));
        }
      }
    }
    String note = all > MOST_STEPS ? "The first " + MOST_STEPS + " of " + all + " steps." : "";
    return new Block.Table(
        "Thread blocks of rank " + rank,
        List.of(
            Column.number("block"),
            Column.number("channel"),
            Column.number("step"),
            Column.text("what"),
            Column.text("from"),
            Column.text("to"),
            Column.text("after")),
        rows,
        note);
  }

  private static List<String> row(io.busbar.collective.blocks.Block block, int s) {
    BlockStep step = block.steps().get(s);
    String count = step.count() > 1 ? " x " + step.count() : "";
    String read = step.kind().reads() ? step.source() + count : "";
    String written = step.kind().writes() ? step.target() + count : "";
    String from = step.kind().receives() ? "rank " + block.receiveFrom() : "";
    String to = step.kind().sends() ? "rank " + block.sendTo() : "";
    return List.of(
        "" + block.id(),
        "" + block.channel(),
        "" + s,
        words(step.kind()),
        joined(from, read),
        joined(written, to),
        step.waitBlock() < 0 ? "" : "block " + step.waitBlock() + ", step " + step.waitStep());
  }

  private static String joined(String a, String b) {
    return a.isEmpty() || b.isEmpty() ? a + b : a + ", " + b;
  }

  private static String words(BlockStep.Kind kind) {
    return switch (kind) {
      case SEND -> "send";
      case RECEIVE -> "receive";
      case RECEIVE_COPY_SEND -> "receive, copy, send";
      case RECEIVE_REDUCE_SEND -> "receive, reduce, send";
      case RECEIVE_REDUCE_COPY -> "receive, reduce, copy";
      case RECEIVE_REDUCE_COPY_SEND -> "receive, reduce, copy, send";
      case COPY -> "copy";
      case REDUCE -> "reduce";
      case NOTHING -> "wait";
    };
  }

  private static Block ofLanes(Algo algo, int rank) {
    List<List<String>> rows = new ArrayList<>();
    StepBuffer step = new StepBuffer();
    RankProgram program = algo.schedule().program(rank, 0);
    while (program.next(step) && rows.size() < MOST_STEPS) {
      rows.add(List.of("" + rows.size(), step.step().toString()));
    }
    return new Block.Table(
        "Steps of rank " + rank + ", channel 0",
        List.of(Column.number("step"), Column.text("what")),
        rows,
        rows.size() == MOST_STEPS ? "The first " + MOST_STEPS + " steps." : "");
  }

  /** Faults as the JSON has them. */
  static List<AlgoAnswer.Wrong> wrong(List<BlockFault> faults) {
    List<AlgoAnswer.Wrong> wrong = new ArrayList<>();
    for (BlockFault fault : faults) {
      Integer line = fault.line() > 0 ? Integer.valueOf(fault.line()) : null;
      wrong.add(new AlgoAnswer.Wrong(line, fault.where(), fault.text()));
    }
    return wrong;
  }

  private static AlgoAnswer answer(Algo algo, Algo.@Nullable Proof proof) {
    BlockAlgorithm made = algo.blocks();
    MscclFile file = algo.file();
    return new AlgoAnswer(
        algo.name(),
        algo.schedule().op().ncclTestsName(),
        file == null ? null : algo.name(),
        algo.schedule().ranks(),
        algo.schedule().chunks() * algo.schedule().channels(),
        made == null || made.inPlace(),
        file == null ? null : file.protocol(),
        file == null ? null : file.minBytes(),
        file == null ? null : file.maxBytes(),
        made == null
            ? null
            : Integer.valueOf(made.gpus().stream().mapToInt(g -> g.blocks().size()).sum()),
        made == null ? null : Integer.valueOf(made.steps()),
        algo.schedule().streams(),
        proof == null ? null : Boolean.valueOf(proof.proved()),
        wrong(proof == null ? List.of() : proof.faults()),
        proof == null ? null : Integer.valueOf(proof.slots()),
        proof == null ? null : Integer.valueOf(proof.rounds()),
        proof == null ? null : Long.valueOf(proof.messages()),
        algo.notes());
  }
}
