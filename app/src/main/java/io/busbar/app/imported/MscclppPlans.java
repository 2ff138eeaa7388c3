package io.busbar.app.imported;

import io.busbar.base.file.Repeatable;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.onesided.OneSidedPlan;
import io.busbar.formats.mscclpp.PlanBlock;
import io.busbar.formats.mscclpp.PlanFile;
import io.busbar.formats.mscclpp.PlanGpu;
import io.busbar.formats.mscclpp.PlanOp;
import io.busbar.formats.mscclpp.PlanReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Execution plans of MSCCL++ as plans that can be proved. Stateless. */
public final class MscclppPlans {
  /** Operations by the name that plans have for them. */
  public static final Map<String, CollectiveOp> COLLECTIVES =
      Map.of(
          "allreduce", CollectiveOp.ALL_REDUCE,
          "allgather", CollectiveOp.ALL_GATHER,
          "reducescatter", CollectiveOp.REDUCE_SCATTER,
          "alltoall", CollectiveOp.ALL_TO_ALL);

  private static final long MOST_CELLS = 8_000_000;
  private static final int MOST_CUT = 64;

  private MscclppPlans() {}

  /**
   * A plan that was read.
   *
   * @param notes what was passed over or assumed
   */
  public record Imported(PlanFile file, OneSidedPlan plan, List<String> notes) {
    public Imported {
      notes = List.copyOf(notes);
    }
  }

  /** Whether a file begins as JSON does. */
  public static boolean isPlan(Path path) {
    return Inputs.firstWord(Inputs.open(path)).startsWith("{");
  }

  /**
   * @throws InputException with every problem of the file
   */
  public static Imported read(Path path) {
    Repeatable input = Inputs.open(path);
    Problems warnings = new Problems();
    PlanFile file =
        Inputs.read(
            input,
            (source, in, problems) -> {
              PlanFile read = PlanReader.read(source, in, problems, warnings);
              problems.throwIfAny();
              return Objects.requireNonNull(read);
            });
    List<String> notes = new ArrayList<>();
    warnings.list().forEach(warning -> notes.add(warning.toString()));
    return new Imported(file, plan(file, path.toString(), notes), notes);
  }

  /**
   * The plan of a file.
   *
   * @param source for messages
   * @param notes what is assumed is added
   * @throws InputException when it is none that can be proved
   */
  public static OneSidedPlan plan(PlanFile file, String source, List<String> notes) {
    Problems problems = new Problems();
    Position at = Position.of(source);
    CollectiveOp op = COLLECTIVES.get(file.collective());
    if (op == null) {
      String known = String.join(", ", COLLECTIVES.keySet().stream().sorted().toList());
      String hint = "what it must end with is nowhere said, so nothing can be proved";
      throw new InputException(
          new Problem(at, "collective", file.collective(), "one of " + known, hint));
    }
    int ranks = file.gpus().size();
    int[] chunks = chunks(op, file.gpus().getFirst(), ranks);
    for (PlanGpu gpu : file.gpus()) {
      int[] own = chunks(op, gpu, ranks);
      if (own[0] != chunks[0] || own[1] != chunks[1]) {
        String read = own[0] + " and " + own[1];
        problems.add(at, "gpus.input_chunks", read, "the same chunks on every GPU", "");
      }
    }
    fit(op, ranks, chunks, at, problems);
    int cut = cut(file, at, problems);
    long cells = 0;
    for (PlanGpu gpu : file.gpus()) {
      cells += (long) (chunks[0] + chunks[1] + gpu.scratchChunks()) * cut;
    }
    if (cells > MOST_CELLS) {
      problems.add(at, "gpus", cells + " chunks", "at most " + MOST_CELLS, "");
    }
    problems.throwIfAny();
    MscclppChannels channels = new MscclppChannels(file.gpus());
    List<OneSidedPlan.Rank> all = new ArrayList<>();
    for (PlanGpu gpu : file.gpus()) {
      List<OneSidedPlan.Block> blocks = new ArrayList<>();
      for (PlanBlock block : gpu.blocks()) {
        MscclppActs acts = new MscclppActs(gpu, block, channels, cut, source, problems);
        blocks.add(new OneSidedPlan.Block(block.id(), acts.all()));
      }
      all.add(new OneSidedPlan.Rank(gpu.scratchChunks(), blocks, gpu.semaphores()));
    }
    problems.throwIfAny();
    notes(file, notes);
    return new OneSidedPlan(op, chunks[0], chunks[1], file.inPlace(), cut, all);
  }

  private static void notes(PlanFile file, List<String> notes) {
    boolean loops = false;
    boolean ports = false;
    int longest = 0;
    for (PlanGpu gpu : file.gpus()) {
      for (PlanBlock block : gpu.blocks()) {
        int size = 0;
        for (PlanOp op : block.ops()) {
          loops |= op.name().equals("pipeline");
          ports |= op.channelType().equals("port");
          size += 1 + op.loop().size();
        }
        longest = Math.max(longest, size);
      }
    }
    if (loops) {
      notes.add("loops are proved for one pass; that passes overlap rightly is not looked at");
    }
    if (ports) {
      notes.add("that a chunk is not overwritten while a port still reads it is not looked at");
    }
    if (longest > PlanFile.MOST_OPERATIONS) {
      notes.add(
          "a thread block has "
              + longest
              + " operations; the executor of MSCCL++ takes "
              + PlanFile.MOST_OPERATIONS);
    }
  }

  /** Chunks of input and output; a buffer that a plan in place does not name follows the other. */
  private static int[] chunks(CollectiveOp op, PlanGpu gpu, int ranks) {
    int in = gpu.inputChunks();
    int out = gpu.outputChunks();
    boolean gathers = op == CollectiveOp.ALL_GATHER;
    boolean scatters = op == CollectiveOp.REDUCE_SCATTER;
    if (in == 0) {
      in = gathers ? out / ranks : scatters ? out * ranks : out;
    }
    if (out == 0) {
      out = gathers ? in * ranks : scatters ? in / ranks : in;
    }
    return new int[] {in, out};
  }

  private static void fit(
      CollectiveOp op, int ranks, int[] chunks, Position at, Problems problems) {
    boolean right =
        switch (op) {
          case ALL_GATHER -> chunks[1] == chunks[0] * ranks;
          case REDUCE_SCATTER -> chunks[0] == chunks[1] * ranks;
          case ALL_TO_ALL -> chunks[0] == chunks[1] && chunks[0] % ranks == 0;
          default -> chunks[0] == chunks[1];
        };
    if (!right || chunks[0] == 0) {
      String read = chunks[0] + " of input, " + chunks[1] + " of output";
      String expected = "chunks as " + op.ncclTestsName() + " of " + ranks + " GPUs has them";
      problems.add(at, "gpus.input_chunks", read, expected, "");
    }
  }

  /** Into how many parts chunks are cut so that every thread block of a group has whole ones. */
  private static int cut(PlanFile file, Position at, Problems problems) {
    long cut = 1;
    for (PlanGpu gpu : file.gpus()) {
      for (PlanBlock block : gpu.blocks()) {
        for (PlanOp op : block.ops()) {
          cut = common(cut, op.parts());
          for (PlanOp inner : op.loop()) {
            cut = common(cut, inner.parts());
          }
          if (cut > MOST_CUT) {
            String expected = "groups of thread blocks that cut a chunk in at most " + MOST_CUT;
            problems.add(at, "tbg_info.tbg_size", "" + cut, expected, "");
            return 1;
          }
        }
      }
    }
    return (int) cut;
  }

  private static long common(long a, long b) {
    long x = a;
    long y = b;
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return a / x * b;
  }
}
