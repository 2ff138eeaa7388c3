package io.busbar.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small configurations in the keys of each family; counts come from formulas kept elsewhere. */
class FamiliesTest {
  @ParameterizedTest
  @CsvSource({
    "llama, 292416",
    "llama-biased, 271936",
    "mistral, 292416",
    "mixtral, 662080",
    "qwen2, 228800",
    "qwen2_moe, 466624",
    "qwen3, 333504",
    "qwen3_moe, 352448",
    "deepseek_v2, 494752",
    "deepseek_v3, 416560",
    "gpt_oss, 612992",
    "gemma, 351296",
    "gemma2, 351808",
    "gemma3, 19754304",
    "gpt2, 280448",
    "gpt_neox, 278528",
    "gptj, 327528",
    "opt, 252544",
    "bloom, 264192",
    "falcon, 237184",
    "falcon-old, 232576",
    "phi, 279016",
    "phi3, 292416",
    "phimoe, 664296",
    "nemotron, 292992",
    "nemotron_h, 432288",
    "llama4, 641088",
    "grok-1, 598592",
    "mpt, 277568",
    "qwen3_next, 446888",
  })
  void counts_every_parameter(String config, long parameters) {
    assertThat(Configs.read(Configs.resource(config)).model().parameters().total())
        .isEqualTo(parameters);
  }

  private static ModelSpec model(String config) {
    return Configs.read(Configs.resource(config)).model();
  }

  private static List<Integer> counts(ModelSpec model) {
    return model.layers().stream().map(LayerGroup::count).toList();
  }

  private static List<Integer> windows(ModelSpec model) {
    Function<LayerGroup, Integer> window = group -> ((Mixer.Attention) group.mixer()).window();
    return model.layers().stream().map(window).toList();
  }

  @Test
  void a_model_of_like_layers_is_one_group() {
    ModelSpec llama = model("llama");

    assertThat(llama.layers())
        .containsExactly(
            new LayerGroup(4, new Mixer.Attention(8, 2, 8, 0), new FeedForward.Dense(160, true)));
    assertThat(llama.layerCount()).isEqualTo(4);
    assertThat(llama.family()).isEqualTo("llama");
    assertThat(llama.maxSequence()).isEqualTo(512);
    assertThat(llama.tiedEmbeddings()).isFalse();
  }

  @Test
  void sliding_windows_follow_the_rule_of_the_family() {
    assertThat(windows(model("mistral"))).containsExactly(128);
    assertThat(windows(model("mixtral"))).containsExactly(0);
    assertThat(windows(model("qwen2"))).containsExactly(0, 64);
    assertThat(counts(model("qwen2"))).containsExactly(3, 1);
    assertThat(windows(model("gemma2"))).containsExactly(128, 0);
    assertThat(counts(model("gemma2"))).containsExactly(2, 2);
    assertThat(windows(model("gemma3"))).containsExactly(64, 0);
    assertThat(counts(model("gemma3"))).containsExactly(6, 1);
    assertThat(windows(model("gpt_oss"))).containsExactly(32, 0);
  }

  @Test
  void chunked_attention_and_interleaved_experts_make_groups_of_their_own() {
    ModelSpec llama4 = model("llama4");
    FeedForward dense = new FeedForward.Dense(320, true);
    FeedForward experts = new FeedForward.Experts(4, 1, 160, 160, true);

    assertThat(llama4.layers())
        .containsExactly(
            new LayerGroup(2, new Mixer.Attention(8, 2, 16, 128), dense),
            new LayerGroup(1, new Mixer.Attention(8, 2, 16, 128), experts),
            new LayerGroup(1, new Mixer.Attention(8, 2, 16, 0), experts));
  }

  @Test
  void deepseek_has_dense_layers_first_and_predicts_further_tokens() {
    ModelSpec v3 = model("deepseek_v3");
    Mixer latent = new Mixer.LatentAttention(8, 32, 24, 16, 8, 12);

    assertThat(v3.layers())
        .containsExactly(
            new LayerGroup(2, latent, new FeedForward.Dense(160, true)),
            new LayerGroup(2, latent, new FeedForward.Experts(8, 2, 40, 40, true)));
    assertThat(v3.multiTokenLayers()).isEqualTo(1);
    ParameterCount.PerLayer last = v3.parameters().layers().getLast();
    long layer = last.dense() + last.experts() + last.norms();
    assertThat(v3.parameters().multiToken()).isEqualTo(layer + 2L * 64 * 64 + 3L * 64);
  }

  @Test
  void the_prediction_layer_of_deepseek_v3_has_eleven_and_a_half_billion_parameters() {
    ModelEntry v3 = Models.entry("deepseek-v3");

    assertThat(v3).isNotNull();
    assertThat(v3.model().parameters().multiToken() / 1e9).isBetween(11.4, 11.7);
  }

  @Test
  void a_hybrid_has_one_group_for_each_kind_of_layer() {
    ModelSpec hybrid = model("nemotron_h");

    assertThat(hybrid.layers())
        .containsExactly(
            new LayerGroup(4, new Mixer.Mamba(128, 8, 2, 32, 4), new FeedForward.None()),
            new LayerGroup(2, new Mixer.None(), new FeedForward.Experts(8, 2, 48, 96, false)),
            new LayerGroup(1, new Mixer.Attention(8, 2, 16, 0), new FeedForward.None()),
            new LayerGroup(1, new Mixer.None(), new FeedForward.Dense(160, false)));
    assertThat(hybrid.layerCount()).isEqualTo(8);
  }

  @Test
  void linear_attention_alternates_with_full_attention() {
    assertThat(model("qwen3_next").layers())
        .extracting(LayerGroup::mixer)
        .containsExactly(new Mixer.LinearAttention(4, 8, 8, 8), new Mixer.Attention(8, 2, 16, 0));
  }

  @Test
  void what_tensor_parallelism_replicates_stands_apart() {
    ParameterCount.PerLayer layer = model("mixtral").parameters().layers().getFirst();

    assertThat(layer.norms()).as("two norms and the router").isEqualTo(2 * 64 + 64 * 4);
    assertThat(layer.dense()).as("attention").isEqualTo(64 * 64 + 2 * 64 * 16 + 64 * 64);
    assertThat(layer.experts()).isEqualTo(4 * 3 * 64 * 160);
    assertThat(layer.activeExperts()).isEqualTo(2 * 3 * 64 * 160);
  }

  @Test
  void a_narrow_embedding_is_projected_at_both_ends() {
    ParameterCount opt = model("opt").parameters();

    assertThat(opt.embedding()).isEqualTo(1000 * 32 + 258 * 64 + 32 * 64);
    assertThat(opt.output()).isEqualTo(32 * 64);
    assertThat(opt.finalNorm()).isZero();
  }

  @Test
  void gpt_j_has_the_count_that_is_printed_for_it() {
    ModelReading gptj =
        Configs.read(
            Configs.json(
                "{'model_type':'gptj','n_embd':4096,'n_layer':28,'n_head':16,'n_positions':2048,"
                    + "'n_inner':null,'vocab_size':50400,'tie_word_embeddings':false}"));

    assertThat(gptj.model().parameters().total()).isEqualTo(6_050_882_784L);
  }

  @Test
  void qwen_moe_has_the_count_that_is_printed_for_it() {
    ModelReading qwen =
        Configs.read(
            Configs.json(
                "{'model_type':'qwen2_moe','hidden_size':2048,'num_hidden_layers':24,"
                    + "'num_attention_heads':16,'num_key_value_heads':16,'intermediate_size':5632,"
                    + "'moe_intermediate_size':1408,'shared_expert_intermediate_size':5632,"
                    + "'num_experts':60,'num_experts_per_tok':4,'vocab_size':151936}"));

    assertThat(qwen.model().parameters().total()).isEqualTo(14_315_784_192L);
  }

  @Test
  void a_multimodal_model_is_read_as_its_text_part_with_a_note() {
    assertThat(Configs.read(Configs.resource("gemma3")).notes())
        .containsExactly("only the text part (text_config) of this multimodal model is counted");
    assertThat(Configs.read(Configs.resource("llama")).notes()).isEmpty();
  }
}
