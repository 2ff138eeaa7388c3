package io.busbar.app.command.catalog;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.ReportOptions;
import io.busbar.base.problem.Position;
import io.busbar.base.report.Report;
import io.busbar.nccl.textbook.ClaimExamples;
import io.busbar.nccl.textbook.ClaimRow;
import io.busbar.plan.textbook.Claim;
import io.busbar.plan.textbook.Claims;
import io.busbar.plan.textbook.TextbookComparison;
import io.busbar.plan.textbook.TextbookReport;
import io.busbar.plan.textbook.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code busbar textbook}: what a well-known textbook chapter claims, and what holds. */
@Command(
    name = "textbook",
    description = "Print what a textbook on cluster networking claims, what holds, and why.",
    footer = {
      "  busbar textbook",
      "  busbar textbook D3",
      "  busbar textbook D3 --explain",
      "  busbar textbook --format json"
    })
public final class TextbookCommand extends BusbarCommand {
  private static final int DIGITS = 3;

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = {
        "One claim: what is said, what holds, why, the command that shows it, and the textbook's"
            + " arithmetic beside ours. Without it all claims are listed.",
        "Example: D3"
      })
  private @Nullable String id;

  @Mixin private ReportOptions options = new ReportOptions();

  public TextbookCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    return options.answer(report());
  }

  private Report report() {
    Claims claims = Claims.standard();
    return id == null ? TextbookReport.all(claims) : one(claims.require(id, Position.of("ID")));
  }

  /** The plan's rows of a claim and those of collectives, which do not know each other. */
  private Report one(Claim claim) {
    ClaimExamples.Shown shown = ClaimExamples.about(claim.id());
    List<TextbookComparison.Row> rows = shown.rows().stream().map(TextbookCommand::row).toList();
    return TextbookReport.one(claim, rows, shown.reasons(), options.explain());
  }

  private static TextbookComparison.Row row(ClaimRow r) {
    return new TextbookComparison.Row(
        r.topic(),
        r.quantity(),
        r.textbook(),
        DIGITS,
        r.ours(),
        Unit.valueOf(r.unit().name()),
        r.why(),
        r.claims(),
        r.textbookTerm(),
        r.oursTerm());
  }
}
