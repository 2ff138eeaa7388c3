package io.busbar.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.explain.Quality;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueModelsTest {
  static List<String> names() {
    return Catalog.standard().names(Kind.MODEL);
  }

  private static ModelEntry entry(String name) {
    ModelEntry entry = Models.entry(name);
    assertThat(entry).as(name).isNotNull();
    return entry;
  }

  @ParameterizedTest
  @MethodSource("names")
  void counts_what_its_makers_print(String name) {
    ModelEntry entry = entry(name);
    PublishedCount published = entry.published();
    long total = entry.model().parameters().total();

    assertThat(published.agreesWith(total))
        .as("%s: counted %d, published %d", name, total, published.parameters())
        .isTrue();
    assertThat(published.exact()).isEqualTo(published.tolerance() == 0);
    assertThat(published.source()).isNotBlank();
    assertThat(entry.configSource()).isNotBlank();
    assertThat(entry.configQuality()).isIn(Quality.SOURCED, Quality.COMPUTED, Quality.RECALLED);
  }

  @ParameterizedTest
  @MethodSource("names")
  void is_named_after_its_file_and_told_apart_by_parts(String name) {
    ModelEntry entry = entry(name);
    ModelSpec model = entry.model();

    assertThat(entry.name()).isEqualTo(name);
    assertThat(model.parameters().layers()).hasSameSizeAs(model.layers());
    for (int i = 0; i < model.layers().size(); i++) {
      assertThat(model.parameters().layers().get(i).count())
          .isEqualTo(model.layers().get(i).count());
    }
    assertThat(model.parameters().active()).isLessThanOrEqualTo(model.parameters().total());
    if (!model.hasExperts()) {
      assertThat(model.parameters().active()).isEqualTo(model.parameters().total());
    }
  }

  @Test
  void names_and_aliases_stand_for_one_model_each() {
    Set<String> seen = new HashSet<>();
    for (String name : names()) {
      assertThat(seen.add(name)).as(name).isTrue();
      for (String alias : entry(name).aliases()) {
        assertThat(seen.add(alias.toLowerCase(java.util.Locale.ROOT))).as(alias).isTrue();
      }
    }
  }

  @Test
  void most_families_are_proved_on_a_printed_exact_count() {
    Set<String> proved = new TreeSet<>();
    for (String name : names()) {
      ModelEntry entry = entry(name);
      if (entry.published().exact()) {
        proved.add(entry.model().family());
      }
    }
    assertThat(proved)
        .contains(
            "llama",
            "mistral",
            "mixtral",
            "qwen2",
            "qwen3",
            "qwen3_moe",
            "qwen3_next",
            "gpt_oss",
            "gemma",
            "gemma2",
            "gemma3_text",
            "gpt2",
            "gpt_neox",
            "opt",
            "bloom",
            "falcon",
            "phi",
            "phi3",
            "phimoe",
            "deepseek_v2",
            "deepseek_v3",
            "nemotron_h",
            "mpt",
            "bailing_moe",
            "bailing_moe_v2",
            "cohere",
            "dots1",
            "ernie4_5",
            "ernie4_5_moe",
            "exaone",
            "exaone4",
            "glm4_moe",
            "hunyuan_v1_moe",
            "jamba",
            "minimax",
            "minimax_m2",
            "olmo2",
            "seed_oss");
  }

  @ParameterizedTest
  @CsvSource({
    "llama3-70b, 70e9",
    "llama3.1-405b, 405e9",
    "bloom-1b7, 1.7e9",
    "bloom-560m, 560e6",
    "opt-6.7b, 6.7e9",
    "qwen3-30b-a3b, 30e9",
    "mixtral-8x7b, 47e9",
    "gpt-oss-120b, 120e9",
    "deepseek-v3, 670e9",
    "phi-4, 15e9",
    "meta-llama/Llama-4-Scout-17B-16E, 110e9",
  })
  void has_the_size_it_is_called_by(String name, double parameters) {
    assertThat(Models.nominalParameters(entry(name).model())).isEqualTo(parameters);
  }

  /**
   * Rounded as the makers print it. Most count the embedding of tokens; some leave it out, because
   * a token reads only one row; Z.ai and MiniMax leave out embedding and output.
   */
  @ParameterizedTest
  @CsvSource({
    "mixtral-8x7b, 12.9e9, with",
    "mixtral-8x22b, 39.1e9, with",
    "qwen3-235b-a22b, 22.2e9, with",
    "qwen3-30b-a3b, 3.34e9, with",
    "qwen3-next-80b-a3b, 3.9e9, with",
    "llama4-maverick, 17.2e9, with",
    "llama4-scout, 17.2e9, with",
    "phi-3.5-moe, 6.6e9, with",
    "hunyuan-a13b, 13e9, with",
    "minimax-text-01, 45.9e9, neither",
    "jamba-v0.1, 12e9, with",
    "deepseek-v2-lite, 2.4e9, without",
    "deepseek-v2, 21e9, without",
    "deepseek-v3, 37e9, without",
    "kimi-k2, 32e9, without",
    "dots.llm1, 14e9, with",
    "glm4.5, 32e9, neither",
    "glm4.5-air, 12e9, neither",
    "gpt-oss-120b, 5.13e9, without",
    "gpt-oss-20b, 3.61e9, without",
    "ling-lite, 2.75e9, with",
    "ling-mini-2.0, 1.43e9, with",
    "minimax-m2, 10e9, neither",
    "nemotron-3-nano-30b-a3b, 3.5e9, with",
    "granite4-h-small, 9e9, with",
    "ernie4.5-21b-a3b, 3e9, without",
  })
  void knows_what_one_token_passes_through(String name, double active, String embedding) {
    ParameterCount count = entry(name).model().parameters();
    long ours =
        switch (embedding) {
          case "with" -> count.active();
          case "without" -> count.active() - count.embedding();
          default -> count.active() - count.embedding() - count.output();
        };
    assertThat((double) ours).isCloseTo(active, Percentage.withPercentage(3));
  }
}
