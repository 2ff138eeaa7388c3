package io.busbar.app.imported;

import io.busbar.base.file.Repeatable;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.Block;
import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlockStep;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.blocks.BlockStep.Kind;
import io.busbar.collective.blocks.BlockStep.Place;
import io.busbar.formats.msccl.MscclBlock;
import io.busbar.formats.msccl.MscclFile;
import io.busbar.formats.msccl.MscclGpu;
import io.busbar.formats.msccl.MscclReader;
import io.busbar.formats.msccl.MscclStep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Algorithms of MSCCL as ours, and ours as its. Stateless. */
public final class MscclAlgorithms {
  private static final Map<Kind, String> TYPES = new EnumMap<>(Kind.class);
  private static final Map<CollectiveOp, String> COLLECTIVES = new EnumMap<>(CollectiveOp.class);

  static {
    TYPES.put(Kind.SEND, "s");
    TYPES.put(Kind.RECEIVE, "r");
    TYPES.put(Kind.RECEIVE_COPY_SEND, "rcs");
    TYPES.put(Kind.RECEIVE_REDUCE_SEND, "rrs");
    TYPES.put(Kind.RECEIVE_REDUCE_COPY, "rrc");
    TYPES.put(Kind.RECEIVE_REDUCE_COPY_SEND, "rrcs");
    TYPES.put(Kind.COPY, "cpy");
    TYPES.put(Kind.REDUCE, "re");
    TYPES.put(Kind.NOTHING, "nop");
    COLLECTIVES.put(CollectiveOp.ALL_REDUCE, "allreduce");
    COLLECTIVES.put(CollectiveOp.ALL_GATHER, "allgather");
    COLLECTIVES.put(CollectiveOp.REDUCE_SCATTER, "reduce_scatter");
    COLLECTIVES.put(CollectiveOp.ALL_TO_ALL, "alltoall");
    COLLECTIVES.put(CollectiveOp.BROADCAST, "broadcast");
    COLLECTIVES.put(CollectiveOp.REDUCE, "reduce");
  }

  private MscclAlgorithms() {}

  /**
   * An algorithm that was read.
   *
   * @param warnings what was passed over in the file
   */
  public record Imported(MscclFile file, BlockAlgorithm algorithm, List<Problem> warnings) {
    public Imported {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * @throws InputException with every problem of the file
   */
  public static Imported read(Path path) {
    Repeatable input = Inputs.open(path);
    Problems warnings = new Problems();
    MscclFile file =
        Inputs.read(
            input,
            (source, in, problems) -> {
              MscclFile read = MscclReader.read(source, in, problems, warnings);
              problems.throwIfAny();
              return Objects.requireNonNull(read);
            });
    CollectiveOp op = operation(file, path);
    boolean twoBuffers = op == CollectiveOp.ALL_TO_ALL;
    if (twoBuffers && file.inPlace()) {
      throw Inputs.refusal(path, "an all-to-all with an output of its own", "in place has none");
    }
    boolean even = file.chunksPerLoop() % file.gpus().size() == 0;
    boolean blocks =
        op == CollectiveOp.ALL_GATHER || op == CollectiveOp.REDUCE_SCATTER || twoBuffers;
    if (blocks && !even) {
      String read = file.chunksPerLoop() + " chunks for " + file.gpus().size() + " GPUs";
      Position at = Position.of(path.toString());
      throw new InputException(
          new Problem(at, "algo.nchunksperloop", read, "a multiple of the GPUs", ""));
    }
    List<BlockAlgorithm.Gpu> gpus = new ArrayList<>();
    for (MscclGpu gpu : file.gpus()) {
      List<Block> own = gpu.blocks().stream().map(MscclAlgorithms::block).toList();
      gpus.add(new BlockAlgorithm.Gpu(gpu.scratchChunks(), own));
    }
    BlockAlgorithm algorithm =
        new BlockAlgorithm(file.name(), op, 0, file.chunksPerLoop(), file.inPlace(), gpus);
    return new Imported(file, algorithm, warnings.list());
  }

  private static CollectiveOp operation(MscclFile file, Path path) {
    for (Map.Entry<CollectiveOp, String> entry : COLLECTIVES.entrySet()) {
      if (entry.getValue().equals(file.collective())) {
        return entry.getKey();
      }
    }
    String hint = "what it must end with is nowhere said, so nothing can be proved";
    Position at = Position.of(path.toString());
    String expected = "one of " + String.join(", ", COLLECTIVES.values());
    throw new InputException(new Problem(at, "algo.coll", file.collective(), expected, hint));
  }

  private static Block block(MscclBlock block) {
    List<BlockStep> steps = block.steps().stream().map(MscclAlgorithms::step).toList();
    return new Block(block.id(), block.send(), block.receive(), block.channel(), steps);
  }

  private static BlockStep step(MscclStep step) {
    return new BlockStep(
        kind(step.type()),
        place(step.sourceBuffer(), step.sourceOffset()),
        place(step.targetBuffer(), step.targetOffset()),
        step.count(),
        step.waitBlock(),
        step.waitStep(),
        step.line());
  }

  private static Kind kind(String type) {
    for (Map.Entry<Kind, String> entry : TYPES.entrySet()) {
      if (entry.getValue().equals(type)) {
        return entry.getKey();
      }
    }
    throw new IllegalStateException("a type that the reader lets pass: " + type);
  }

  private static Place place(char letter, int chunk) {
    for (Buffer buffer : Buffer.values()) {
      if (buffer.letter() == letter) {
        return new Place(buffer, chunk);
      }
    }
    throw new IllegalStateException("a buffer that the reader lets pass: " + letter);
  }

  /**
   * An algorithm as MSCCL has it.
   *
   * @param protocol {@code Simple}, {@code LL} or {@code LL128}
   */
  public static MscclFile file(BlockAlgorithm algorithm, String protocol) {
    String collective = COLLECTIVES.get(algorithm.op());
    if (collective == null) {
      throw new IllegalArgumentException(algorithm.op().ncclTestsName() + " is none of MSCCL's");
    }
    int ranks = algorithm.ranks();
    int chunks = algorithm.chunks();
    boolean gathers = algorithm.op() == CollectiveOp.ALL_GATHER;
    boolean scatters = algorithm.op() == CollectiveOp.REDUCE_SCATTER;
    List<MscclGpu> gpus = new ArrayList<>();
    int channels = 1;
    for (BlockAlgorithm.Gpu gpu : algorithm.gpus()) {
      int inputs = algorithm.inPlace() && gathers ? 0 : gathers ? chunks / ranks : chunks;
      int outputs = algorithm.inPlace() && !gathers ? 0 : scatters ? chunks / ranks : chunks;
      List<MscclBlock> blocks = new ArrayList<>();
      for (Block block : gpu.blocks()) {
        channels = Math.max(channels, block.channel() + 1);
        List<MscclStep> steps = block.steps().stream().map(MscclAlgorithms::step).toList();
        blocks.add(
            new MscclBlock(
                block.id(), block.sendTo(), block.receiveFrom(), block.channel(), steps));
      }
      gpus.add(new MscclGpu(gpus.size(), inputs, outputs, gpu.scratchChunks(), blocks));
    }
    return new MscclFile(
        algorithm.name(),
        protocol,
        channels,
        chunks,
        collective,
        algorithm.inPlace(),
        null,
        null,
        gpus);
  }

  private static MscclStep step(BlockStep step) {
    return new MscclStep(
        Objects.requireNonNull(TYPES.get(step.kind())),
        step.source().buffer().letter(),
        step.source().chunk(),
        step.target().buffer().letter(),
        step.target().chunk(),
        step.count(),
        step.waitBlock(),
        step.waitStep(),
        step.line());
  }
}
