package io.busbar.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HfConfigTest {
  private static final String FIELDS =
      "'num_hidden_layers':4,'num_attention_heads':8,'intermediate_size':160,'vocab_size':1000";
  private static final String LLAMA = "{'model_type':'llama','hidden_size':64," + FIELDS + "%s}";

  private static Problem only(Problems problems) {
    assertThat(problems.list()).hasSize(1);
    return problems.list().getFirst();
  }

  @Test
  void names_all_missing_fields_of_a_family_in_one_problem() {
    Problem problem =
        only(Configs.refuse(Configs.json("{'model_type':'llama','num_hidden_layers':4}")));

    assertThat(problem.toString())
        .isEqualTo(
            "config.json:1:1: expected the fields num_attention_heads, vocab_size, hidden_size,"
                + " intermediate_size, which model_type llama needs");
  }

  @Test
  void reads_an_unknown_decoder_like_llama_and_says_so() {
    ModelReading reading =
        Configs.read(Configs.json("{'model_type':'olmo9','hidden_size':64," + FIELDS + "}"));

    assertThat(reading.notes())
        .containsExactly(
            "the unknown model_type olmo9 is read as a Llama-like decoder: grouped-query"
                + " attention, gated feed-forward part, RMSNorm");
    assertThat(reading.model().family()).isEqualTo("olmo9");
    assertThat(reading.model().parameters())
        .isEqualTo(Configs.read(Configs.json(LLAMA.formatted(""))).model().parameters());
  }

  @Test
  void reads_experts_of_an_unknown_decoder() {
    ModelReading reading =
        Configs.read(
            Configs.json(
                "{'model_type':'glm9_moe','hidden_size':64,'n_routed_experts':8,"
                    + "'num_experts_per_tok':2,'moe_intermediate_size':32,'n_shared_experts':1,"
                    + "'first_k_dense_replace':1,"
                    + FIELDS
                    + "}"));

    assertThat(reading.notes().getFirst()).contains("gated experts");
    assertThat(reading.model().layers())
        .extracting(LayerGroup::feedForward)
        .containsExactly(
            new FeedForward.Dense(160, true), new FeedForward.Experts(8, 2, 32, 32, true));
  }

  @Test
  void reads_latent_attention_of_an_unknown_decoder() {
    String latent =
        "'kv_lora_rank':24,'qk_nope_head_dim':16,'qk_rope_head_dim':8,'v_head_dim':12,"
            + "'n_routed_experts':8,'num_experts_per_tok':2,'moe_intermediate_size':32,";
    ModelReading reading =
        Configs.read(
            Configs.json("{'model_type':'new9','hidden_size':64," + latent + FIELDS + "}"));

    assertThat(reading.notes().getFirst()).contains("latent attention, gated experts");
    assertThat(reading.model().layers().getFirst().mixer())
        .isEqualTo(new Mixer.LatentAttention(8, 0, 24, 16, 8, 12));
  }

  @Test
  void reads_latent_attention_without_experts() {
    String latent = "'kv_lora_rank':24,'qk_nope_head_dim':16,'qk_rope_head_dim':8,'v_head_dim':12,";
    ModelReading reading =
        Configs.read(
            Configs.json("{'model_type':'new9','hidden_size':64," + latent + FIELDS + "}"));

    assertThat(reading.model().hasExperts()).isFalse();
  }

  @Test
  void names_the_missing_fields_of_an_unknown_decoder() {
    Problem problem = only(Configs.refuse(Configs.json("{'model_type':'olmo9','hidden_size':64}")));

    assertThat(problem.expected())
        .isEqualTo(
            "the fields num_attention_heads, vocab_size, num_hidden_layers, intermediate_size,"
                + " which the unknown model_type olmo9 needs to be read as a Llama-like decoder");
  }

  @Test
  void names_the_missing_fields_of_a_file_that_is_no_configuration() {
    Problem problem = only(Configs.refuse(Configs.json("{'weight_map':{'a':'b'}}")));

    assertThat(problem.expected()).contains("hidden_size").contains("without model_type");
  }

  @Test
  void refuses_a_family_that_is_no_name() {
    Problem problem =
        only(Configs.refuse(Configs.json("{'model_type':'" + "x".repeat(999) + "'}")));

    assertThat(problem.key()).isEqualTo("model_type");
    assertThat(problem.toString()).hasSizeLessThan(200);
  }

  @Test
  void refuses_recurrent_layers_of_unknown_families() {
    Problem problem =
        only(
            Configs.refuse(
                Configs.json(
                    "{'model_type':'zamba2','hidden_size':64,'mamba_d_state':16," + FIELDS + "}")));

    assertThat(problem.key()).isEqualTo("mamba_d_state");
    assertThat(problem.expected()).contains("nemotron_h");
  }

  @ParameterizedTest
  @CsvSource({
    "vit, an image model",
    "clip, a model of image and text pairs",
    "whisper, an audio model",
    "bert, an encoder",
    "t5, an encoder-decoder",
  })
  void refuses_what_is_no_decoder(String type, String kind) {
    String json =
        "{'architectures':['X'],'model_type':'" + type + "','text_config':{},'d_model':4}";
    Problem problem = only(Configs.refuse(Configs.json(json)));

    assertThat(problem.read()).isEqualTo(type);
    assertThat(problem.expected()).isEqualTo("a decoder-only language model, but this is " + kind);
    assertThat(problem.at().column()).isEqualTo(37);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'_class_name':'UNet2DConditionModel','sample_size':64} | a part of a diffusion pipeline",
        "{'model_type':'my_seq2seq','is_encoder_decoder':true} | an encoder-decoder",
        "{'model_type':'my_eye','image_size':224,'hidden_size':64} | an image model",
      })
  void recognises_other_models_by_their_fields(String json, String kind) {
    assertThat(only(Configs.refuse(Configs.json(json))).expected()).endsWith("this is " + kind);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "num_hidden_layers   | -1             | a whole number from 1 to 10000",
        "num_hidden_layers   | 0              | a whole number from 1 to 10000",
        "num_hidden_layers   | 1000000000000  | a whole number from 1 to 10000",
        "num_hidden_layers   | 4.5            | a whole number from 1 to 10000",
        "num_hidden_layers   | '4'            | a whole number from 1 to 10000",
        "num_hidden_layers   | [4]            | a whole number from 1 to 10000",
        "num_hidden_layers   | true           | a whole number from 1 to 10000",
        "hidden_size         | 1000000000     | a whole number from 1 to 262144",
        "hidden_size         | 65             | a multiple of num_attention_heads = 8",
        "num_key_value_heads | 16             | at most num_attention_heads = 8",
        "num_key_value_heads | 0              | a whole number from 1 to 8192",
        "intermediate_size   | 99999999999999 | a whole number from 1 to 2097152",
        "vocab_size          | 1e30           | a whole number from 1 to 16777216",
        "head_dim            | -8             | a whole number from 1 to 8192",
        "sliding_window      | -1             | a whole number from 0 to 1073741824",
        "attention_bias      | 'yes'          | true or false",
        "tie_word_embeddings | 1              | true or false",
        "layer_types         | ['full_attention'] | one entry for each of the 4 layers",
      })
  void refuses_absurd_values_with_their_place(String field, String value, String expected) {
    String json = LLAMA.formatted("").replaceAll("'" + field + "':[^,}]+,?", "");
    json = "{'" + field + "':" + value + "," + json.substring(1);
    Problem problem = only(Configs.refuse(Configs.json(json.replace(",}", "}"))));

    assertThat(problem.key()).isEqualTo(field);
    assertThat(problem.expected()).isEqualTo(expected);
    assertThat(problem.at().line()).isEqualTo(1);
    assertThat(problem.at().column()).isEqualTo(field.length() + 5);
  }

  @Test
  void refuses_heads_that_do_not_share_keys_evenly() {
    Problem problem =
        only(Configs.refuse(Configs.json(LLAMA.formatted(",'num_key_value_heads':3"))));

    assertThat(problem.key()).isEqualTo("num_attention_heads");
    assertThat(problem.expected()).isEqualTo("a multiple of num_key_value_heads = 3");
  }

  @Test
  void refuses_unknown_kinds_of_layers() {
    String types = ",'layer_types':['full_attention','conv','conv','full_attention']";
    Problem problem = only(Configs.refuse(Configs.json(LLAMA.formatted(types))));

    assertThat(problem.read()).isEqualTo("conv");
    assertThat(problem.expected())
        .isEqualTo("one of chunked_attention, full_attention, sliding_attention");
  }

  @Test
  void refuses_more_active_experts_than_there_are() {
    Problem problem =
        only(
            Configs.refuse(
                Configs.json(
                    LLAMA
                        .formatted(",'num_local_experts':4,'num_experts_per_tok':5")
                        .replace("'llama'", "'mixtral'"))));

    assertThat(problem.key()).isEqualTo("num_experts_per_tok");
    assertThat(problem.expected()).isEqualTo("at most num_local_experts = 4");
  }

  @Test
  void reports_wrong_and_missing_fields_together() {
    Problems problems =
        Configs.refuse(
            Configs.json(
                "{'model_type':'llama','hidden_size':-5,'num_hidden_layers':0,'head_dim':'x'}"));

    assertThat(problems.list())
        .extracting(Problem::key)
        .containsExactlyInAnyOrder("hidden_size", "num_hidden_layers", "head_dim", "");
  }

  @Test
  void reports_a_field_once_that_is_read_twice() {
    Problem problem =
        only(
            Configs.refuse(
                Configs.json(
                    LLAMA
                        .formatted(
                            ",'num_experts':4,'num_experts_per_tok':2,'moe_intermediate_size':32,"
                                + "'shared_expert_intermediate_size':-1")
                        .replace("'llama'", "'qwen2_moe'"))));

    assertThat(problem.key()).isEqualTo("shared_expert_intermediate_size");
  }

  @Test
  void refuses_a_model_beyond_all_counting() {
    Problem problem =
        only(
            Configs.refuse(
                Configs.json(
                    "{'model_type':'mixtral','hidden_size':262144,'num_hidden_layers':10000,"
                        + "'num_attention_heads':8192,'head_dim':8192,'intermediate_size':2097152,"
                        + "'vocab_size':16777216,'num_local_experts':16384,"
                        + "'num_experts_per_tok':16384}")));

    assertThat(problem.expected()).isEqualTo("a model of at most 10^16 parameters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"MEM", "MEMX*-ME", "", "mem*-mem"})
  void refuses_patterns_that_do_not_fit_the_layers(String pattern) {
    Problem problem =
        only(
            Configs.refuse(
                Configs.json(
                    "{'model_type':'nemotron_h','hidden_size':64,'num_hidden_layers':8,"
                        + "'num_attention_heads':8,'vocab_size':1000,'mamba_num_heads':8,"
                        + "'mamba_head_dim':16,'n_groups':2,'ssm_state_size':32,"
                        + "'n_routed_experts':8,'num_experts_per_tok':2,'moe_intermediate_size':48,"
                        + "'hybrid_override_pattern':'"
                        + pattern
                        + "'}")));

    assertThat(problem.key()).isEqualTo("hybrid_override_pattern");
  }

  @Test
  void says_where_in_a_nested_configuration_something_is_wrong() {
    Problem problem =
        only(
            Configs.refuse(
                Configs.json(
                    "{'model_type':'llava','text_config':{'model_type':'llama','hidden_size':0,"
                        + FIELDS
                        + "}}")));

    assertThat(problem.key()).isEqualTo("text_config.hidden_size");
  }

  @Test
  void a_text_part_takes_what_it_lacks_from_the_file_around_it() {
    ModelReading reading =
        Configs.read(
            Configs.json(
                "{'model_type':'llava','vocab_size':2000,'tie_word_embeddings':true,"
                    + "'text_config':{'model_type':'llama','hidden_size':64,"
                    + FIELDS.replace(",'vocab_size':1000", "")
                    + "}}"));

    assertThat(reading.model().vocabulary()).isEqualTo(2000);
    assertThat(reading.model().tiedEmbeddings()).isTrue();
  }

  @Test
  void lists_the_families_it_reads_exactly() {
    assertThat(HfConfig.families()).contains("llama", "deepseek_v3", "nemotron_h", "gptj");
  }
}
