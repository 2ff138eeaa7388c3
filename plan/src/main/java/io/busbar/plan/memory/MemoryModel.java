package io.busbar.plan.memory;

import io.busbar.base.explain.Ledger;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Device memory of a training set-up: per stage the sum of its parts at the fullest moment, and
 * whether the heaviest stage fits. Made once per model and GPU; immutable, thread-safe.
 */
public final class MemoryModel {
  private final Content content;
  private final StagePeak stagePeak;
  private final Gpu gpu;

  public MemoryModel(ModelSpec model, Gpu gpu) {
    this.content = new Content(model);
    this.stagePeak = new StagePeak(content, gpu.generation());
    this.gpu = gpu;
  }

  /** Device memory that software can see. */
  public double capacityBytes() {
    return gpu.memoryBytes();
  }

  /**
   * Memory of every stage.
   *
   * @param ledger takes the reasons for the heaviest stage
   */
  public MemoryCost evaluate(Training training, Ledger ledger) {
    int stages = training.parallelism().pp();
    List<StageMemory> all = new ArrayList<>(stages);
    int heaviest = 0;
    double peakBytes = 0;
    for (int stage = 0; stage < stages; stage++) {
      double[] parts = new double[MemoryPart.values().length];
      double bytes = stagePeak.bytes(training, stage, Ledger.OFF, parts);
      all.add(stageMemory(training, stage, parts));
      if (bytes > peakBytes) {
        peakBytes = bytes;
        heaviest = stage;
      }
    }
    if (ledger.recording()) {
      stagePeak.bytes(training, heaviest, ledger, null);
    }
    double capacity = ledger.put(MemoryTerms.CAPACITY, gpu.memoryBytes());
    ledger.put(MemoryTerms.SHARE, peakBytes / capacity);
    return new MemoryCost(all, heaviest, peakBytes, capacity, Verdict.of(peakBytes, capacity));
  }

  /**
   * The peak of the heaviest stage alone: what {@link #evaluate} gives, without its parts and
   * without allocation. Stages later than the second keep no more layers and fewer micro-batches,
   * so only the first, those up to the first one without leading dense layers, and the last are
   * evaluated; DualPipe, whose ranks hold two stages, is evaluated up to its middle.
   */
  public double peakBytes(Training training) {
    Parallelism p = training.parallelism();
    int last = p.pp() - 1;
    double peak = bytes(training, 0);
    if (last > 0) {
      peak = Math.max(peak, bytes(training, last));
    }
    boolean bidirectional = p.schedule() == PipelineSchedule.DUAL_PIPE;
    int end = bidirectional ? p.pp() / 2 : last;
    for (int stage = 1; stage < end; stage++) {
      peak = Math.max(peak, bytes(training, stage));
      if (!bidirectional && content.leading(p, stage) == 0) {
        break;
      }
    }
    return peak;
  }

  /** Whether the peak of the heaviest stage fits. */
  public Verdict verdict(Training training) {
    return Verdict.of(peakBytes(training), gpu.memoryBytes());
  }

  /** Bytes of one GPU in host memory, on the stage that keeps most there. */
  public double hostBytes(Training training) {
    double most = 0;
    for (int stage = 0; stage < training.parallelism().pp(); stage++) {
      most = Math.max(most, stagePeak.hostBytes(training, stage));
    }
    return most;
  }

  /** What the layers of the first stage keep of one micro-batch on a GPU. */
  public double keptBytes(Training training) {
    return stagePeak.keptBytes(training, 0);
  }

  /** Parameters whose optimizer states a GPU of the first stage owns. */
  public double ownedParameters(Training training) {
    return stagePeak.shard(training, 0);
  }

  private double bytes(Training training, int stage) {
    return stagePeak.bytes(training, stage, Ledger.OFF, null);
  }

  private StageMemory stageMemory(Training t, int stage, double[] bytes) {
    Map<MemoryPart, Double> parts = new EnumMap<>(MemoryPart.class);
    for (MemoryPart part : MemoryPart.values()) {
      if (bytes[part.ordinal()] != 0) {
        parts.put(part, bytes[part.ordinal()]);
      }
    }
    Parallelism p = t.parallelism();
    return new StageMemory(
        stage,
        content.layers(p, stage),
        stagePeak.parameters(p, stage),
        InFlight.microBatches(t, stage),
        parts);
  }
}
