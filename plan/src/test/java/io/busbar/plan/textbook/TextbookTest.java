package io.busbar.plan.textbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.quantity.Money;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.model.training.Recompute;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import io.busbar.plan.textbook.TextbookComparison.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextbookTest {
  private static final TextbookInputs SEVENTY =
      inputs("llama3-70b", "dgx-h100:128", "--tp 8 --pp 4 --virtual-stages 5 --global-batch 512");

  private static TextbookInputs inputs(String model, String cluster, String options) {
    Map<String, String> typed = new HashMap<>(Map.of("--model", model, "--cluster", cluster));
    typed.put("--gradient-reduce", "bf16");
    String[] words = options.split(" ");
    for (int i = 0; i < words.length; i += 2) {
      typed.put(words[i], words[i + 1]);
    }
    PlanFile plan = PlanFile.load(null, PlanOption.overlay(typed));
    return TextbookInputs.of(
        plan.model(),
        plan.cluster(),
        plan.training().with(Objects.requireNonNull(plan.layout()), 1, Recompute.SELECTIVE));
  }

  private static Row row(TextbookComparison comparison, String quantity) {
    List<Row> rows =
        comparison.rows().stream().filter(row -> row.quantity().equals(quantity)).toList();
    assertThat(rows).as(quantity).hasSize(1);
    return rows.getFirst();
  }

  /** The textbook's figures as it prints them, and those of the corrected computation by hand. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gradients that a group reduces                  | 140 GB   | 4.41 GB",
        "part of them that a rank keeps                  | 4.375 GB | 138 MB",
        "volume of the all-reduce                        | 271 GB   | 8.54 GB",
        "volume under FSDP, one micro-batch              | 271 GB   | 12.8 GB",
        "rate that a group gets                          | 387 GB/s | 50.0 GB/s",
        "all-reduce                                      | 0.70 s   | 0.171 s",
        "all-reduce with SHARP                           | 0.35 s   | 88.2 ms",
        "computing of a step                             | 3.0 s    | 3.50 s",
        "all-reduce over computing, nothing hidden       | 23 %     | 4.88 %",
        "the same, 60 % hidden                           | 9.3 %    | 1.95 %",
        "the same, 60 % hidden, with SHARP               | 4.7 %    | 1.01 %",
        "the same, gradients of 4 steps accumulated      | 5.8 %    | 1.22 %",
        "bubble of 1F1B, part of the step                | 15.8 %   | 15.8 %",
        "bubble of 1F1B, over ideal time                 | –        | 18.8 %",
        "bubble with 5 chunks per rank, part of the step | 5.00 %   | 3.61 %",
        "bubble with 5 chunks per rank, over ideal time  | –        | 3.75 %",
        "message of a tensor-parallel all-reduce         | 134 MB   | 134 MB",
        "all-reduces of a micro-batch                    | 160      | 320",
        "NVLink over network, per GPU                    | 18×      | 9.00×",
        "bisection of the NVLink domain                  | 7.2 TB/s | 1.80 TB/s",
        "NVLink between two GPUs                         | 128 GB/s | 450 GB/s",
        "tokens of the global batch                      | 16,384   | 4,194,304",
      })
  void the_worked_example_has_the_printed_figures_and_the_right_ones(
      String quantity, String textbook, String ours) {
    TextbookComparison comparison = Textbook.compare(SEVENTY.withComputeSeconds(3.5), Ledger.OFF);

    Row row = row(comparison, quantity);

    assertThat(row.textbookShown()).isEqualTo(textbook);
    assertThat(row.oursShown()).isEqualTo(ours);
  }

  @Test
  void nominal_seventy_billion_take_a_thousandth_of_a_second_less() {
    TextbookInputs.Model exact = SEVENTY.model();
    TextbookInputs.Model nominal =
        new TextbookInputs.Model(
            exact.nominalParameters(),
            70e9,
            exact.multipliedParameters(),
            exact.layers(),
            exact.hidden(),
            exact.tensorSums());

    TextbookComparison comparison =
        Textbook.compare(
            new TextbookInputs(
                nominal,
                SEVENTY.layout(),
                SEVENTY.machine(),
                SEVENTY.gradients(),
                null,
                null,
                null),
            Ledger.OFF);

    // 70e9 · 2 / 32 = 4.375 GB; 2 · 31/32 · 4.375 / 50 = 0.16953 s.
    assertThat(row(comparison, "gradients that a group reduces").ours()).isEqualTo(4.375e9);
    assertThat(row(comparison, "all-reduce").oursShown()).isEqualTo("0.170 s");
  }

  /**
   * 13,015,864,320 parameters, TP 8, 32 replicas. Textbook: 26 GB, 2·31/32·26 = 50.375 GB, 0.13 s.
   * Ours: 26.03 GB/8 = 3.254 GB, 6.305 GB, over 50 GB/s 0.1261 s. Computing: 512 sequences of 4096
   * are 2,097,152 tokens; 6·13e9·2,097,152/(256·989e12·0.55) = 1.1747 s, so 1 s; ours
   * 6·(13,015,864,320 − 163,840,000 + 40·5120·4096) = 8.2145e10 per token, 1.2371 s.
   */
  @Test
  void another_model_gives_what_a_hand_computation_gives() {
    TextbookInputs thirteen =
        inputs("llama2-13b", "dgx-h100:32", "--tp 8 --pp 1 --global-batch 512 --sequence 4096");

    TextbookComparison comparison = Textbook.compare(thirteen, Ledger.OFF);

    assertRow(comparison, "gradients that a group reduces", 26e9, 3.25396608e9);
    assertRow(comparison, "volume of the all-reduce", 50.375e9, 6.30455928e9);
    assertRow(comparison, "rate that a group gets", 387.5e9, 50e9);
    assertRow(comparison, "all-reduce", 0.13, 0.1260911856);
    assertRow(comparison, "all-reduce with SHARP", 0.065, 3.25396608e9 / 50e9);
    assertRow(comparison, "computing of a step", 1, 1.2371254);
    assertRow(comparison, "all-reduce over computing, nothing hidden", 0.13, 0.1019227);
    assertThat(comparison.rows()).noneMatch(row -> row.quantity().startsWith("bubble"));
  }

  private static void assertRow(
      TextbookComparison comparison, String quantity, double textbook, double ours) {
    Row row = row(comparison, quantity);
    assertThat(row.textbook()).as(quantity).isCloseTo(textbook, within(1e-9 * textbook));
    assertThat(row.ours()).as(quantity).isCloseTo(ours, within(1e-5 * ours));
  }

  @Test
  void money_is_shown_when_a_price_is_given() {
    TextbookInputs priced = SEVENTY.withPrices(Money.ofDollars(3), 8760);

    TextbookComparison comparison = Textbook.compare(priced, Ledger.OFF);

    // A year of 1,024 GPUs costs 26,910,720 dollars.
    assertRow(comparison, "scaling efficiency 79 → 85 %, per year", 1_614_643.2, 1_899_580.24);
    assertThat(row(comparison, "45 points of efficiency, per year").ours())
        .isCloseTo(12_109_824, within(1.0));
    assertThat(Textbook.compare(SEVENTY, Ledger.OFF).rows())
        .noneMatch(row -> row.unit() == Unit.DOLLARS);
  }

  @Test
  void gradients_in_fp32_double_what_is_sent() {
    TextbookInputs wide =
        inputs("llama3-70b", "dgx-h100:128", "--tp 8 --pp 4 --gradient-reduce fp32");

    TextbookComparison comparison = Textbook.compare(wide, Ledger.OFF);

    assertThat(row(comparison, "all-reduce").oursShown()).isEqualTo("0.342 s");
    // Parameters are gathered in 16 bits all the same: (2 + 2 + 4)·31/32 bytes of each.
    assertThat(row(comparison, "volume under FSDP, one micro-batch").ours())
        .isCloseTo(8 * 31 / 32.0 * 70_553_706_496.0 / 32, within(1.0));
  }

  @Test
  void replicas_in_one_node_share_its_rings() {
    // Pure data parallelism: the textbook's 8 NICs per group are right, its (N−1)/N is not.
    TextbookInputs plain = inputs("llama3-8b", "dgx-h100:4", "--tp 1 --pp 1");

    Row rate = row(Textbook.compare(plain, Ledger.OFF), "rate that a group gets");

    assertThat(rate.textbook()).isEqualTo(31 / 32.0 * 400e9);
    assertThat(rate.ours()).isEqualTo(400e9);
  }

  @Test
  void experts_reduce_in_groups_of_their_own() {
    TextbookInputs mixtral = inputs("mixtral-8x7b", "dgx-h100:4", "--tp 1 --pp 1 --ep 8");
    TextbookInputs.Experts experts = Objects.requireNonNull(mixtral.experts());

    Row gradients = row(Textbook.compare(mixtral, Ledger.OFF), "gradients that a group reduces");

    // 32 layers of 8 experts of 3·4096·14336 parameters, split over 8 ranks: 4 hold the same.
    assertThat(experts.parameters()).isEqualTo(32 * 8 * 3.0 * 4096 * 14_336);
    assertThat(experts.gradients().ranks()).isEqualTo(4);
    assertThat(mixtral.gradients().ranks()).isEqualTo(32);
    assertThat(gradients.ours())
        .isEqualTo(2 * (mixtral.model().denseParameters() + experts.parameters() / 8));
  }

  @Test
  void what_a_plan_does_not_have_is_left_out() {
    TextbookInputs one = inputs("llama3-8b", "dgx-h100:1", "--tp 8 --pp 1");

    TextbookComparison comparison = Textbook.compare(one, Ledger.OFF);

    assertThat(comparison.rows())
        .noneMatch(row -> row.quantity().contains("all-reduce over computing"))
        .noneMatch(row -> row.quantity().startsWith("bubble"))
        .allMatch(row -> Double.isFinite(row.ours()));
  }

  @ParameterizedTest
  @CsvSource({
    "llama3-70b, dgx-h100:128, --tp 8 --pp 4 --virtual-stages 5",
    "llama3.1-405b, dgx-h100:128, --tp 16 --pp 8",
    "mixtral-8x7b, dgx-h100:4, --tp 1 --pp 1 --ep 8",
    "mixtral-8x7b, dgx-h100:1, --tp 1 --pp 1 --ep 8",
    "llama3-8b, dgx-h100:4, --tp 1 --pp 2",
    "llama3-8b, gb200-nvl72:2, --tp 4 --pp 1",
    "llama3-8b, mi300x-platform:2, --tp 8 --pp 1",
    "llama3-8b, l40s-pcie:2, --tp 2 --pp 1",
  })
  void every_printed_formula_gives_its_value(String model, String cluster, String options) {
    RecordingLedger ledger = new RecordingLedger();
    TextbookInputs priced = inputs(model, cluster, options).withPrices(Money.ofDollars(2), 8000);

    TextbookComparison comparison = Textbook.compare(priced, ledger);

    assertFormulas(ledger);
    assertReasons(comparison, ledger);
  }

  @Test
  void formulas_and_reasons_of_the_examples_agree_too() {
    for (Examples.Example example : Examples.all()) {
      assertFormulas(example.ledger());
      assertReasons(example.comparison(), example.ledger());
    }
  }

  private static void assertFormulas(RecordingLedger ledger) {
    for (Explained each : ledger.all()) {
      String formula = each.term().formula();
      if (formula != null) {
        double again =
            Formula.of(formula)
                .evaluate(name ->
                    each.inputs().stream()
                        .filter(input -> input.term().name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .value());
        assertThat(again).as(each.term().name()).isCloseTo(each.value(), within(1e-9 * again));
      }
    }
  }

  private static void assertReasons(TextbookComparison comparison, RecordingLedger ledger) {
    for (Row row : comparison.rows()) {
      assertThat(ledger.get(row.oursTerm()).value()).as(row.quantity()).isEqualTo(row.ours());
      if (row.textbook() != null) {
        assertThat(ledger.get(row.textbookTerm()).value()).isEqualTo(row.textbook());
      }
    }
    assertThat(comparison.reasons(ledger)).isNotEmpty().doesNotContainNull();
  }

  @ParameterizedTest
  @CsvSource({"32, 1", "32, 4", "8, 8", "16, 8", "64, 2"})
  void the_all_reduce_is_the_alpha_beta_form_at_line_rate(int ranks, int perDomain) {
    RecordingLedger ledger = new RecordingLedger();
    io.busbar.base.explain.Term bytes =
        io.busbar.base.explain.Term.input("message_bytes", "B", "message");
    ledger.put(bytes, 4e9);

    AllReduce ours =
        AllReduce.of(
            "x", bytes, 4e9, new TextbookInputs.Group(ranks, perDomain, 450e9, 50e9), ledger);

    assertThat(ours.seconds()).isCloseTo(alphaBeta(ranks, perDomain, false), within(1e-12));
    assertThat(ours.sharpSeconds()).isCloseTo(alphaBeta(ranks, perDomain, true), within(1e-12));
  }

  private static double alphaBeta(int ranks, int perDomain, boolean sharp) {
    GroupShape shape = new GroupShape(ranks, perDomain, 450e9, 0, 50e9, 0, false, sharp);
    return AlphaBeta.IDEAL.prepare(CollectiveOp.ALL_REDUCE, shape).seconds(4e9, Ledger.OFF);
  }
}
