package io.busbar.plan.memory;

import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.ParameterCount;
import java.util.List;

/**
 * A model lowered to primitives, and what each pipeline rank holds of it. Immutable, thread-safe.
 *
 * <p>Groups of layers are taken to alternate, so that every stage holds its share of each, except a
 * few dense layers before experts, which stand on the first stages.
 */
final class Content {
  final LayerProfile[] groups;
  final int layers;
  final int hidden;
  final double vocabulary;
  final int predictionLayers;

  private final int leading;
  private final boolean tied;
  private final double embeddingSplit;
  private final double embeddingReplicated;
  private final double output;
  private final double finalNorm;
  private final double predictionProjection;

  Content(ModelSpec model) {
    ParameterCount counts = model.parameters();
    List<LayerGroup> given = model.layers();
    groups = new LayerProfile[given.size()];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = LayerProfile.of(given.get(g), counts.layers().get(g), model.hidden());
    }
    layers = model.layerCount();
    hidden = model.hidden();
    vocabulary = model.vocabulary();
    predictionLayers = model.multiTokenLayers();
    leading = model.leadingDense();
    tied = model.tiedEmbeddings();
    // Positions and norms of the embedding are small and held whole.
    embeddingSplit = Math.min(counts.embedding(), vocabulary * hidden);
    embeddingReplicated = counts.embedding() - embeddingSplit;
    output = counts.output();
    finalNorm = counts.finalNorm();
    LayerProfile last = groups[groups.length - 1];
    predictionProjection =
        predictionLayers == 0
            ? 0
            : (double) counts.multiToken() / predictionLayers
                - (last.split() + last.routed() + last.replicated());
  }

  /** Whether a rank holds the embedding. */
  static boolean holdsFirst(Parallelism p, int rank) {
    return rank == 0 || p.schedule() == PipelineSchedule.DUAL_PIPE && rank == p.pp() - 1;
  }

  /**
   * Whether a rank holds the output projection: in a V, and with two directions, the first does.
   */
  static boolean holdsLast(Parallelism p, int rank) {
    return switch (p.schedule()) {
      case ZERO_BUBBLE_V -> rank == 0;
      case DUAL_PIPE -> rank == 0 || rank == p.pp() - 1;
      default -> rank == p.pp() - 1;
    };
  }

  /** Layers of a rank; with DualPipe those of its stage in both directions. */
  double layers(Parallelism p, int rank) {
    double own = StageLayers.count(layers, p, rank);
    return p.schedule() == PipelineSchedule.DUAL_PIPE
        ? own + StageLayers.count(layers, p, p.pp() - 1 - rank)
        : own;
  }

  /** Layers of one group on a rank, prediction layers included; a share when groups alternate. */
  double layers(Parallelism p, int rank, int group) {
    double prediction = group == groups.length - 1 && holdsLast(p, rank) ? predictionLayers : 0;
    if (leading == 0) {
      return layers(p, rank) * groups[group].count() / layers + prediction;
    }
    double first = leading(p, rank);
    return group == 0 ? first : layers(p, rank) - first + prediction;
  }

  /** Leading dense layers on a rank. */
  double leading(Parallelism p, int rank) {
    if (leading == 0) {
      return 0;
    }
    double own = leadingOfStage(p, rank);
    return p.schedule() == PipelineSchedule.DUAL_PIPE
        ? own + leadingOfStage(p, p.pp() - 1 - rank)
        : own;
  }

  /** Chunk j of stage i of v chunks starts at layer {@code j·L/v + start(i)/v}. */
  private double leadingOfStage(Parallelism p, int stage) {
    double chunks = StageLayers.chunksPerRank(p);
    double start = StageLayers.start(layers, p, stage) / chunks;
    double length = StageLayers.count(layers, p, stage) / chunks;
    double sum = 0;
    for (int j = 0; j < chunks; j++) {
      double before = leading - start - j * layers / chunks;
      if (before <= 0) {
        break;
      }
      sum += Math.min(before, length);
    }
    return sum;
  }

  /** Parameters of a rank's part of the model that tensor parallelism splits, unsplit. */
  double split(Parallelism p, int rank) {
    double sum = 0;
    for (int g = 0; g < groups.length; g++) {
      sum += layers(p, rank, g) * groups[g].split();
    }
    boolean first = holdsFirst(p, rank);
    if (first) {
      sum += embeddingSplit;
    }
    if (holdsLast(p, rank)) {
      // A tied output on another rank than the embedding is a second copy of it.
      sum += output + predictionLayers * predictionProjection;
      sum += tied && !first ? embeddingSplit : 0;
    }
    return sum;
  }

  /** Parameters of a rank's routed experts, unsplit. */
  double routed(Parallelism p, int rank) {
    double sum = 0;
    for (int g = 0; g < groups.length; g++) {
      sum += layers(p, rank, g) * groups[g].routed();
    }
    return sum;
  }

  /** Parameters that every rank of a tensor-parallel group holds. */
  double replicated(Parallelism p, int rank) {
    double sum = 0;
    for (int g = 0; g < groups.length; g++) {
      sum += layers(p, rank, g) * groups[g].replicated();
    }
    sum += holdsFirst(p, rank) ? embeddingReplicated : 0;
    return sum + (holdsLast(p, rank) ? finalNorm : 0);
  }

  /** Embedding and output on a rank: what FSDP keeps gathered as its root. */
  double root(Parallelism p, int rank) {
    double sum = holdsFirst(p, rank) ? embeddingSplit : 0;
    sum += holdsLast(p, rank) ? output : 0;
    return sum / p.tp();
  }

  /** Parameters of the largest layer on a rank. */
  double largestLayer(Parallelism p, int rank) {
    double most = 0;
    for (int g = 0; g < groups.length; g++) {
      if (layers(p, rank, g) > 0) {
        most = Math.max(most, groups[g].parameters(p));
      }
    }
    return most;
  }

  /** Parameters of the largest tensor on a rank. */
  double largestTensor(Parallelism p, int rank) {
    double most = holdsFirst(p, rank) || holdsLast(p, rank) ? vocabulary * hidden / p.tp() : 0;
    for (int g = 0; g < groups.length; g++) {
      if (layers(p, rank, g) > 0) {
        most = Math.max(most, groups[g].largestMatrix(p));
      }
    }
    return most;
  }
}
