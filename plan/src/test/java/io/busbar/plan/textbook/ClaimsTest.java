package io.busbar.plan.textbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.Kind;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimsTest {
  private static final Claims CLAIMS = Claims.standard();
  private static final Set<String> COMPUTED = computed();
  private static final String ROW =
      """
      D1:
        section: "14.1"
        claim: one
        ours: two
        why: three
        owner: plan
        quality: sourced
        source: arithmetic
      """;

  static Stream<Claim> claims() {
    return CLAIMS.all().stream();
  }

  static Stream<Claim> claimsOfThePlan() {
    return claims().filter(claim -> claim.owner() == Claim.Owner.PLAN);
  }

  @Test
  void every_row_of_every_part_is_there_once_and_in_order() {
    List<String> expected = new ArrayList<>();
    expected.addAll(numbered("A", 28));
    expected.addAll(numbered("B", 24));
    expected.addAll(numbered("C", 11));
    expected.addAll(numbered("D", 38));
    expected.add(expected.indexOf("D2"), "D1b");
    expected.addAll(numbered("X", 5));

    assertThat(CLAIMS.ids()).containsExactlyElementsOf(expected);
  }

  private static List<String> numbered(String part, int last) {
    return IntStream.rangeClosed(1, last).mapToObj(i -> part + i).toList();
  }

  @ParameterizedTest
  @MethodSource("claims")
  void a_claim_says_all_it_must_and_what_is_not_read_is_marked(Claim claim) {
    assertThat(claim.quality()).isIn(Quality.SOURCED, Quality.RECALLED, Quality.ESTIMATED);
    if (claim.source().contains("from memory")) {
      assertThat(claim.quality()).isEqualTo(Quality.RECALLED);
    }
    assertThat(claim.why()).hasSizeLessThanOrEqualTo(100);
    assertThat(claim.command().isEmpty() || claim.command().startsWith("busbar ")).isTrue();
    assertThat(claim.command().isEmpty()).isNotEqualTo(claim.noCommand().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("claimsOfThePlan")
  void a_claim_of_the_plan_is_computed_or_cites_a_source(Claim claim) {
    assertThat(claim.command()).isNotEmpty();
    assertThat(COMPUTED.contains(claim.id()) || !claim.source().equals(Claim.ARITHMETIC))
        .as("%s is arithmetic that nothing computes", claim.id())
        .isTrue();
  }

  @Test
  void rows_of_the_arithmetic_bear_on_claims_that_exist() {
    assertThat(CLAIMS.ids()).containsAll(COMPUTED);
  }

  private static Set<String> computed() {
    Set<String> ids = new HashSet<>();
    for (Examples.Example example : Examples.all()) {
      example.comparison().rows().forEach(row -> ids.addAll(row.claims()));
    }
    return ids;
  }

  @ParameterizedTest
  @MethodSource("claims")
  void the_command_of_a_claim_can_be_called(Claim claim) {
    List<String> words = Arrays.asList(claim.command().split(" "));
    if (words.size() < 2) {
      return;
    }
    switch (words.get(1)) {
      case "plan" -> plan(words.subList(2, words.size()));
      case "catalog" -> catalogued(words.get(2), words.get(3));
      case "textbook" -> assertThat(words.get(2)).isEqualTo(claim.id());
      // What other rooms show is called by a test of the command line.
      case "collective", "design", "diagnose", "nccl", "simulate", "topo", "tune" ->
          assertThat(words).hasSizeGreaterThan(2);
      default -> assertThat(words.get(1)).isEqualTo("scaling");
    }
  }

  private static void plan(List<String> words) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < words.size(); i++) {
      if (!words.get(i).equals("--textbook")) {
        options.put(words.get(i), words.get(++i));
      }
    }
    assertThat(PlanOption.all()).extracting(PlanOption::name).containsAll(options.keySet());
    assertThat(PlanFile.load(null, PlanOption.overlay(options)).cluster().gpus()).isPositive();
  }

  private static void catalogued(String shelf, String name) {
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(k -> k.folder().equals(shelf))
            .findFirst()
            .orElseThrow();
    assertThat(Catalog.standard().find(kind, name)).as(name).isNotNull();
  }

  @Test
  void a_row_without_an_owner_is_refused() {
    assertThatThrownBy(() -> parse(ROW.replace("  owner: plan\n", "")))
        .isInstanceOf(InputException.class)
        .hasMessage("claims.yaml:2:3: D1.owner: expected this key: Room that shows it");
  }

  @Test
  void an_unknown_owner_is_refused() {
    assertThatThrownBy(() -> parse(ROW.replace("owner: plan", "owner: plans")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("did you mean 'plan'?");
  }

  @Test
  void an_id_that_stands_twice_is_refused() {
    assertThatThrownBy(() -> parse(ROW + ROW))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("read 'D1', expected each key once");
  }

  @Test
  void an_id_of_no_part_is_refused() {
    assertThatThrownBy(() -> parse(ROW.replace("D1:", "E1:")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("read 'E1', expected an id such as D3");
  }

  @Test
  void an_empty_text_is_refused() {
    assertThatThrownBy(() -> parse(ROW.replace("ours: two", "ours: \"\"")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("D1.ours");
  }

  @Test
  void a_list_is_refused() {
    assertThatThrownBy(() -> parse("- D1\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a mapping of claims by id");
  }

  private static Claims parse(String text) {
    return Claims.parse("claims.yaml", text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void an_id_is_found_in_any_case_and_an_unknown_one_is_answered_with_the_nearest() {
    assertThat(CLAIMS.require("d1B", Position.of("ID")).id()).isEqualTo("D1b");
    assertThatThrownBy(() -> CLAIMS.require("D399", Position.of("ID")))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("ID: read 'D399', expected the id of a claim such as D3")
        .hasMessageContaining("did you mean 'D3");
    assertThatThrownBy(() -> CLAIMS.require("nonsense", Position.of("ID")))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("'busbar textbook' lists them");
  }
}
