package io.busbar.plan.textbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.problem.Position;
import io.busbar.base.quantity.Money;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;
import io.busbar.plan.Times;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TextbookReportTest {
  private static final Claims CLAIMS = Claims.standard();

  @Test
  void the_list_has_a_table_per_part_with_every_claim() {
    Report report = TextbookReport.all(CLAIMS);

    List<Block.Table> tables =
        report.blocks().stream()
            .filter(Block.Table.class::isInstance)
            .map(Block.Table.class::cast)
            .toList();

    assertThat(tables)
        .extracting(Block.Table::title)
        .hasSize(5)
        .startsWith("A. Variables and commands");
    assertThat(tables.stream().mapToInt(table -> table.rows().size()).sum())
        .isEqualTo(CLAIMS.all().size());
    assertThat(tables.getFirst().rows().get(8).getLast()).as("A9 is recalled").startsWith("≈ ");
  }

  @Test
  void one_claim_has_its_words_its_command_and_what_is_computed() {
    Report report = TextbookReport.one(claim("D3"), false);

    assertThat(notes(report))
        .extracting(Block.Note::title)
        .containsExactly(
            "The textbook says (Worked example)", "What holds", "Why", "Source", "Shown by (plan)");
    assertThat(notes(report).getLast().text()).contains("busbar plan --model llama3-70b");
    TextbookReport.Answer answer = (TextbookReport.Answer) report.answer();
    assertThat(answer.claims()).containsExactly(claim("D3"));
    assertThat(answer.computed())
        .extracting(TextbookComparison.Row::quantity)
        .contains("all-reduce", "volume of the all-reduce");
    assertThat(report.blocks()).noneMatch(Block.Reasons.class::isInstance);
  }

  @Test
  void reasons_are_shown_when_asked_for() {
    Report report = TextbookReport.one(claim("D2"), true);

    assertThat(report.blocks().getLast())
        .isInstanceOfSatisfying(
            Block.Reasons.class,
            reasons ->
                assertThat(reasons.roots())
                    .extracting(root -> root.term().name())
                    .containsExactly("textbook_ring_s", "ours_ring_s"));
  }

  @Test
  void a_claim_that_no_command_can_show_says_why() {
    Report report = TextbookReport.one(claim("A19"), false);

    assertThat(notes(report).getLast().text())
        .isEqualTo("No command can: a daemon of the host; nothing that Busbar reads tells of it.");
    assertThat(report.blocks()).noneMatch(Block.Table.class::isInstance);
  }

  @Test
  void what_is_recalled_is_said_to_be() {
    Report report = TextbookReport.one(claim("C6"), false);

    assertThat(notes(report).get(1).text()).startsWith("≈ ");
    assertThat(notes(report).get(3).text()).endsWith("(recalled)");
  }

  @Test
  void a_plan_is_set_beside_the_textbook_with_its_own_computing_time() {
    PlanFile plan =
        PlanFile.load(
            null,
            PlanOption.overlay(
                Map.of(
                    "--model", "llama3-8b", "--cluster", "dgx-h100:4", "--tp", "2", "--pp", "1")));
    Training training =
        plan.training().with(Objects.requireNonNull(plan.layout()), 1, Recompute.SELECTIVE);
    Situation situation = Situation.of(plan.model(), plan.cluster(), training, Times.NCCL);
    TextbookInputs.Prices prices = new TextbookInputs.Prices(Money.ofDollars(2), 8000);

    RecordingLedger ledger = new RecordingLedger();
    TextbookComparison comparison = TextbookReport.compare(situation, prices, ledger);

    assertThat(comparison.blocks())
        .extracting(Block::title)
        .containsExactly(
            "Textbook and ours: gradient all-reduce",
            "Textbook and ours: tensor parallelism",
            "Textbook and ours: NVLink",
            "Textbook and ours: batch and money");
    assertThat(comparison.reasons(ledger))
        .filteredOn(root -> root.term().name().equals("ours_compute_s"))
        .singleElement()
        .extracting(Explained::value)
        .isEqualTo(situation.cost().compute());
  }

  private static Claim claim(String id) {
    return CLAIMS.require(id, Position.of("ID"));
  }

  private static List<Block.Note> notes(Report report) {
    return report.blocks().stream()
        .filter(Block.Note.class::isInstance)
        .map(Block.Note.class::cast)
        .toList();
  }
}
