package io.busbar.model.workload;

import java.util.Map;
import java.util.TreeMap;

/**
 * The families that are read exactly, by {@code model_type}. To add one, add its line here; when
 * the settings of {@link Decoder} or {@link Gpt} do not describe it, write a {@link Family} of its
 * own. Then add a configuration to the catalogue whose published count the tests compare.
 * Constants.
 */
final class Families {
  private static final Map<String, Family> BY_TYPE = table();

  private Families() {}

  private static Map<String, Family> table() {
    Map<String, Family> table = new TreeMap<>();
    addDecoders(table);
    addExperts(table);
    table.put("gpt2", new Gpt().learnedPositions());
    table.put("gptj", new Gpt().untied().noAttentionBias().sharedNorm().outputBias());
    table.put("gpt_neox", new Gpt().untied());
    table.put("bloom", new Gpt().embeddingNorm());
    table.put("phi", new Gpt().untied().sharedNorm().outputBias());
    table.put("opt", new Opt());
    table.put("mpt", new Mpt());
    table.put("falcon", new Falcon(false));
    table.put("RefinedWeb", new Falcon(true));
    table.put("RefinedWebModel", new Falcon(false));
    table.put("deepseek_v2", new Deepseek(FeedForwards.deepseek(false)));
    table.put("deepseek_v3", new Deepseek(FeedForwards.deepseek(true)));
    table.put("kimi_k2", new Deepseek(FeedForwards.deepseek(true)));
    table.put("granitemoehybrid", new MambaHybrid(false, true, FeedForwards::granite));
    table.put("jamba", new MambaHybrid(true, false, FeedForwards::jamba));
    table.put("minimax", new MiniMax());
    table.put("minimax_text_01", new MiniMax());
    table.put("megatron", new Megatron());
    table.put("nemotron_h", new NemotronH());
    table.put("qwen3_next", new Qwen3Next());
    return table;
  }

  private static void addDecoders(Map<String, Family> table) {
    Decoder qwen2 = new Decoder().inputBias().windows(Windows.WHEN_SWITCHED_ON);
    table.put("llama", new Decoder());
    table.put("mistral", new Decoder());
    table.put("phi3", new Decoder());
    table.put("qwen2", qwen2);
    table.put("qwen2_vl", qwen2);
    table.put("qwen2_vl_text", qwen2);
    table.put("qwen2_5_vl", qwen2);
    table.put("qwen2_5_vl_text", qwen2);
    Decoder qwen3 = new Decoder().headNorms().headDim(128).windows(Windows.WHEN_SWITCHED_ON);
    table.put("qwen3", qwen3);
    table.put("qwen3_vl_text", qwen3);
    table.put("gemma", new Decoder().tied().headDim(256));
    table.put("gemma2", new Decoder().tied().headDim(256).norms(4).windows(Windows.ALTERNATE));
    table.put(
        "gemma3_text",
        new Decoder()
            .tied()
            .headDim(256)
            .norms(4)
            .headNorms()
            .usual(8, 4, 262_208)
            .windows(Windows.FIVE_OF_SIX));
    table.put("olmo2", new Decoder().projectionNorms());
    table.put("olmo3", new Decoder().projectionNorms());
    table.put("seed_oss", new Decoder().biasOfInputs());
    table.put("exaone", new Decoder());
    table.put("exaone4", new Decoder().headNorms());
    table.put("ernie4_5", new Decoder().tied());
    table.put("hunyuan_v1_dense", new Decoder().tied().headNormsWhenTold());
    table.put("glm4", new Decoder().biasOfInputs().norms(4));
    table.put("cohere", new Decoder().tied().norms(1));
    table.put("granite", new Decoder().tied());
    table.put("smollm3", new Decoder().tied());
    table.put("ministral3", new Decoder());
    table.put("nemotron", new Decoder().layerNorm().feedForward(FeedForwards.dense(false)));
  }

  private static void addExperts(Map<String, Family> table) {
    table.put("mixtral", new Decoder().feedForward(FeedForwards::mixtral));
    table.put("ernie4_5_moe", new Decoder().tied().feedForward(FeedForwards::ernie));
    table.put(
        "hunyuan_v1_moe",
        new Decoder().tied().headNormsWhenTold().feedForward(FeedForwards::hunyuan));
    table.put(
        "glm4_moe",
        new Decoder().biasOfInputs().headNormsWhenTold().feedForward(FeedForwards.deepseek(true)));
    table.put("dots1", new Decoder().headNorms().feedForward(FeedForwards.deepseek(true)));
    table.put("bailing_moe", new Decoder().feedForward(FeedForwards.deepseek(false)));
    table.put(
        "bailing_moe_v2",
        new Decoder().headNormsWhenTold().feedForward(FeedForwards.deepseek(true)));
    table.put("minimax_m2", new Decoder().projectionNorms().feedForward(FeedForwards::balanced));
    table.put("grok-1", new Decoder().tied().norms(4).feedForward(FeedForwards::mixtral));
    table.put("phimoe", new Decoder().layerNorm().feedForward(FeedForwards::mixtral));
    table.put(
        "qwen2_moe",
        new Decoder()
            .inputBias()
            .windows(Windows.WHEN_SWITCHED_ON)
            .feedForward(FeedForwards::qwen2));
    Decoder qwen3 =
        new Decoder().headNorms().windows(Windows.WHEN_SWITCHED_ON).feedForward(FeedForwards::qwen);
    table.put("qwen3_moe", qwen3);
    table.put("qwen3_vl_moe_text", qwen3);
    table.put(
        "gpt_oss",
        new Decoder()
            .biased()
            .sinks()
            .windows(Windows.ALTERNATE_SHORT)
            .feedForward(FeedForwards::gptOss));
    table.put(
        "llama4_text", new Decoder().windows(Windows.CHUNKS).feedForward(FeedForwards::llama4));
  }

  /** The families by {@code model_type}, sorted. */
  static Map<String, Family> byType() {
    return BY_TYPE;
  }
}
