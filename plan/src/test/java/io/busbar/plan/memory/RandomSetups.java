package io.busbar.plan.memory;

import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.Mixer;
import io.busbar.model.workload.ModelDimensions;
import io.busbar.model.workload.ModelSpec;
import java.util.List;
import java.util.SplittableRandom;

/** Models and set-ups of every kind, from a seed. */
final class RandomSetups {
  private final SplittableRandom random;

  RandomSetups(long seed) {
    random = new SplittableRandom(seed);
  }

  static List<ModelSpec> models() {
    Mixer attention = new Mixer.Attention(64, 8, 128, 0);
    Mixer mamba = new Mixer.Mamba(8192, 128, 8, 128, 4);
    Mixer linear = new Mixer.LinearAttention(16, 32, 128, 128);
    FeedForward experts = new FeedForward.Experts(64, 4, 1024, 0, true);
    FeedForward dense = new FeedForward.Dense(14336, true);
    return List.of(
        Draft.llama70b(),
        Draft.gpt(61, 4096, 32, 51200),
        Draft.deepseek().multiTokenLayers(1).build(),
        new ModelDimensions("alternating", 48, 4096, 100000)
            .mixers(List.of(attention))
            .feedForwards(List.of(dense, experts))
            .build(),
        new ModelDimensions("mamba", 56, 4096, 100000)
            .mixers(List.of(mamba, new Mixer.None(), mamba, attention))
            .feedForwards(List.of(new FeedForward.None(), dense, experts, new FeedForward.None()))
            .build(),
        new ModelDimensions("linear", 48, 4096, 100000)
            .mixers(List.of(linear, linear, linear, attention))
            .feedForwards(List.of(experts))
            .tiedEmbeddings(true)
            .build());
  }

  ModelSpec model() {
    return oneOf(models().toArray(ModelSpec[]::new));
  }

  Draft setup() {
    Draft draft =
        new Draft()
            .layout(power(4), 1 + random.nextInt(20), power(6))
            .context(power(2), oneOf(ContextParallel.values()))
            .sharding(oneOf(Sharding.values()))
            .numbers(oneOf(Precision.values()), random.nextBoolean() ? null : 2.0)
            .recompute(oneOf(Recompute.values()))
            .stack(oneOf(Stack.values()), oneOf(AttentionKernel.values()))
            .batch(4096, power(3), 1 + random.nextInt(40))
            .sequenceParallel(random.nextBoolean())
            .fusedLoss(random.nextBoolean())
            .experts(power(3), power(2));
    draft.fusedExperts = random.nextBoolean();
    draft.shardGroup = random.nextInt(3) == 0 ? 2 : 0;
    PipelineSchedule schedule = oneOf(PipelineSchedule.values());
    if (schedule == PipelineSchedule.INTERLEAVED) {
      draft.schedule(schedule, 2 + random.nextInt(2));
    } else if (schedule == PipelineSchedule.DUAL_PIPE) {
      draft.pp += draft.pp % 2;
      draft.schedule(schedule, 1);
    } else {
      draft.schedule(schedule, 1);
    }
    return draft;
  }

  private int power(int most) {
    return 1 << random.nextInt(most);
  }

  @SafeVarargs
  private <T> T oneOf(T... values) {
    return values[random.nextInt(values.length)];
  }
}
