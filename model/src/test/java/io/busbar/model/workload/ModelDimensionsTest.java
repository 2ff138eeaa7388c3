package io.busbar.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ModelDimensionsTest {
  private static ModelSpec catalogued(String name) {
    ModelEntry entry = Models.entry(name);
    assertThat(entry).isNotNull();
    return entry.model();
  }

  @Test
  void counts_a_gated_model_as_its_configuration_does() {
    ModelSpec model =
        new ModelDimensions("llama3-70b", 80, 8192, 128_256)
            .mixers(List.of(new Mixer.Attention(64, 8, 128, 0)))
            .feedForwards(List.of(new FeedForward.Dense(28_672, true)))
            .build();

    ModelSpec expected = catalogued("llama3-70b");
    assertThat(model.parameters()).isEqualTo(expected.parameters());
    assertThat(model.layers()).isEqualTo(expected.layers());
  }

  @Test
  void counts_a_plain_model_as_its_configuration_does() {
    ModelSpec model =
        new ModelDimensions("gpt3", 96, 12_288, 50_257)
            .mixers(List.of(new Mixer.Attention(96, 96, 128, 0)))
            .feedForwards(List.of(new FeedForward.Dense(49_152, false)))
            .tiedEmbeddings(true)
            .learnedPositions(2048)
            .build();

    assertThat(model.parameters()).isEqualTo(catalogued("gpt3-175b").parameters());
  }

  @Test
  void counts_latent_attention_experts_and_further_tokens() {
    ModelSpec model =
        new ModelDimensions("deepseek-v3", 61, 7168, 129_280)
            .mixers(List.of(new Mixer.LatentAttention(128, 1536, 512, 128, 64, 128)))
            .denseFirst(3, new FeedForward.Dense(18_432, true))
            .feedForwards(List.of(new FeedForward.Experts(256, 8, 2048, 2048, true, 8, 4)))
            .multiTokenLayers(1)
            .build();

    ModelSpec expected = catalogued("deepseek-v3");
    assertThat(model.layers()).isEqualTo(expected.layers());
    long routerBiases = 58L * 256;
    assertThat(model.parameters().total()).isEqualTo(expected.parameters().total() - routerBiases);
  }

  @Test
  void repeats_a_cycle_of_mixers() {
    Mixer chunk = new Mixer.Attention(40, 8, 128, 8192);
    Mixer full = new Mixer.Attention(40, 8, 128, 0);
    ModelSpec model =
        new ModelDimensions("maverick", 48, 5120, 202_048)
            .mixers(List.of(chunk, chunk, chunk, full))
            .feedForwards(
                List.of(
                    new FeedForward.Dense(16_384, true),
                    new FeedForward.Experts(128, 1, 8192, 8192, true)))
            .build();

    ModelSpec expected = catalogued("llama4-maverick");
    assertThat(model.layers()).isEqualTo(expected.layers());
    assertThat(model.parameters()).isEqualTo(expected.parameters());
  }

  @Test
  void counts_linear_attention_within_a_per_cent_of_the_exact_model() {
    Mixer linear = new Mixer.LinearAttention(16, 32, 128, 128);
    Mixer full = new Mixer.Attention(16, 2, 256, 0);
    ModelSpec model =
        new ModelDimensions("next", 48, 2048, 151_936)
            .mixers(List.of(linear, linear, linear, full))
            .feedForwards(List.of(new FeedForward.Experts(512, 10, 512, 512, true)))
            .build();

    assertThat(model.parameters().total() / 79_674_391_296.0).isBetween(0.99, 1.01);
  }

  @Test
  void more_layers_never_have_fewer_parameters_and_active_ones_are_a_part() {
    Random random = new Random(20_240_229);
    for (int trial = 0; trial < 500; trial++) {
      int layers = 1 + random.nextInt(60);
      ModelDimensions dimensions = random(layers, new Random(trial));
      ModelDimensions deeper = random(layers + 1 + random.nextInt(4), new Random(trial));

      ParameterCount count = dimensions.build().parameters();
      assertThat(count.active()).isLessThanOrEqualTo(count.total()).isPositive();
      assertThat(deeper.build().parameters().total()).isGreaterThan(count.total());
      assertThat(deeper.build().parameters().active()).isGreaterThan(count.active());
      assertThat(dimensions.build().layerCount()).isEqualTo(layers);
    }
  }

  /** A model whose shape depends on {@code shape} alone. */
  private static ModelDimensions random(int layers, Random shape) {
    int headDim = 8 << shape.nextInt(4);
    int kvHeads = 1 + shape.nextInt(8);
    int heads = kvHeads * (1 + shape.nextInt(8));
    int hidden = 64 * (1 + shape.nextInt(64));
    boolean gated = shape.nextBoolean();
    int experts = 1 + shape.nextInt(64);
    FeedForward dense = new FeedForward.Dense(1 + shape.nextInt(9999), gated);
    FeedForward sparse =
        new FeedForward.Experts(
            experts,
            1 + shape.nextInt(experts),
            1 + shape.nextInt(4000),
            shape.nextInt(2) * 512,
            gated);
    List<Mixer> mixers =
        List.of(
            new Mixer.Attention(heads, kvHeads, headDim, shape.nextInt(2) * 128),
            new Mixer.LatentAttention(heads, shape.nextInt(2) * 96, 64, 32, 16, headDim),
            new Mixer.Mamba(heads * headDim, heads, 1, 16, 4),
            new Mixer.LinearAttention(kvHeads, heads, headDim, headDim));
    int from = shape.nextInt(mixers.size());
    return new ModelDimensions("random", layers, hidden, 1 + shape.nextInt(100_000))
        .mixers(mixers.subList(from, mixers.size()))
        .feedForwards(shape.nextBoolean() ? List.of(dense, sparse) : List.of(sparse))
        .tiedEmbeddings(shape.nextBoolean());
  }
}
