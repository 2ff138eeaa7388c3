package io.busbar.plan.textbook;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.formats.shape.Names;
import io.busbar.plan.effect.Situation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claims, one claim with what is computed of it, or a plan beside the textbook. Stateless. */
public final class TextbookReport {
  public static final String SCHEMA = "busbar/textbook/1";

  private static final String REASONS = "Why the textbook's figures and ours";
  private static final String UNSHOWN = "No command can: ";

  private TextbookReport() {}

  /**
   * The answer.
   *
   * @param claims those asked for
   * @param computed the textbook's values and ours in its own examples, when one claim is asked for
   */
  public record Answer(List<Claim> claims, List<TextbookComparison.Row> computed) {
    public Answer {
      claims = List.copyOf(claims);
      computed = List.copyOf(computed);
    }
  }

  /** All claims, part by part. */
  public static Report all(Claims claims) {
    List<Block.Column> columns =
        List.of(
            Block.Column.text("id"),
            Block.Column.text("the textbook says"),
            Block.Column.text("what holds"));
    List<Block> blocks = new ArrayList<>();
    for (Claim.Part part : Claim.Part.values()) {
      List<List<String>> rows = new ArrayList<>();
      for (Claim claim : claims.all()) {
        if (claim.part() == part) {
          rows.add(List.of(claim.id(), claim.claim(), claim.oursMarked()));
        }
      }
      blocks.add(new Block.Table(part + ". " + part.title(), columns, rows, ""));
    }
    blocks.add(
        new Block.Note(
            "",
            "≈ marks what is recalled or estimated. 'busbar textbook ID' says why, by which"
                + " source, and what shows it."));
    String title = "The textbook's claims and what holds (" + claims.all().size() + ")";
    return new Report(SCHEMA, title, new Answer(claims.all(), List.of()), blocks);
  }

  /**
   * One claim.
   *
   * @param explain whether the reasons of computed values are shown
   */
  public static Report one(Claim claim, boolean explain) {
    return one(claim, List.of(), List.of(), explain);
  }

  /**
   * One claim that another room computes as well.
   *
   * @param elsewhere rows of that room, which follow the plan's
   * @param elsewhereReasons of their values
   * @param explain whether the reasons of computed values are shown
   */
  public static Report one(
      Claim claim,
      List<TextbookComparison.Row> elsewhere,
      List<Explained> elsewhereReasons,
      boolean explain) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Note("The textbook says (" + claim.section() + ")", claim.claim()));
    blocks.add(new Block.Note("What holds", claim.oursMarked()));
    blocks.add(new Block.Note("Why", claim.why()));
    blocks.add(new Block.Note("Source", source(claim)));
    String owner = Names.of(claim.owner());
    blocks.add(
        new Block.Note(
            "Shown by (" + owner + ")",
            claim.command().isEmpty() ? UNSHOWN + claim.noCommand() + "." : " " + claim.command()));
    List<TextbookComparison.Row> computed = new ArrayList<>();
    List<Explained> reasons = new ArrayList<>();
    for (Examples.Example example : Examples.all()) {
      TextbookComparison about = example.comparison().about(claim.id());
      computed.addAll(about.rows());
      reasons.addAll(about.reasons(example.ledger()));
    }
    computed.addAll(elsewhere);
    reasons.addAll(elsewhereReasons);
    blocks.addAll(new TextbookComparison(computed).blocks());
    if (explain && !reasons.isEmpty()) {
      blocks.add(new Block.Reasons(REASONS, reasons));
    }
    return new Report(
        SCHEMA, "Textbook, claim " + claim.id(), new Answer(List.of(claim), computed), blocks);
  }

  /**
   * What {@code busbar plan --textbook} compares: the textbook's arithmetic from a plan's inputs.
   *
   * @param prices null when no price was given
   * @param ledger takes the reasons of all values
   */
  public static TextbookComparison compare(
      Situation situation, TextbookInputs.@Nullable Prices prices, RecordingLedger ledger) {
    TextbookInputs plain =
        TextbookInputs.of(situation.model(), situation.cluster(), situation.training())
            .withComputeSeconds(situation.cost().compute());
    TextbookInputs inputs =
        prices == null ? plain : plain.withPrices(prices.perGpuHour(), prices.hoursPerYear());
    return Textbook.compare(inputs, ledger);
  }

  private static String source(Claim claim) {
    String mark = claim.quality().mark();
    return mark.isEmpty() ? claim.source() : claim.source() + " (" + mark + ")";
  }
}
