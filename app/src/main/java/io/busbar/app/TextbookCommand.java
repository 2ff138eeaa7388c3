package io.busbar.app;

import io.busbar.base.problem.Position;
import io.busbar.base.report.Report;
import io.busbar.plan.textbook.Claims;
import io.busbar.plan.textbook.TextbookReport;
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
final class TextbookCommand extends BusbarCommand {
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

  TextbookCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    return options.answer(report());
  }

  private Report report() {
    Claims claims = Claims.standard();
    return id == null
        ? TextbookReport.all(claims)
        : TextbookReport.one(claims.require(id, Position.of("ID")), options.explain());
  }
}
