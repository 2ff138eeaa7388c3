package io.busbar.diagnose;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.diagnose.check.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Answers of {@code --list} and {@code --describe}: the findings there can be. Stateless. */
public final class CodeList {
  public static final String SCHEMA = "busbar/diagnosis-codes/1";

  private CodeList() {}

  /** The findings that were asked for. */
  public record Codes(List<Code> codes) {
    public Codes {
      codes = List.copyOf(codes);
    }
  }

  /**
   * A finding there can be.
   *
   * @param thresholds figures that decide, with their sources
   * @param explains codes of findings that it is the cause of when both are found
   */
  public record Code(
      String code,
      String title,
      String why,
      List<String> verify,
      List<String> fix,
      List<Threshold> thresholds,
      List<String> explains) {
    public Code {
      thresholds = List.copyOf(thresholds);
      verify = List.copyOf(verify);
      fix = List.copyOf(fix);
      explains = List.copyOf(explains);
    }
  }

  /** All codes with their titles. */
  public static Report list() {
    List<Code> codes = Checks.codes().stream().map(CodeList::code).toList();
    return new Report(
        SCHEMA,
        codes.size() + " findings",
        new Codes(codes),
        List.of(
            new Block.Table(
                "Findings",
                List.of(Column.text("code"), Column.text("what is the case")),
                codes.stream().map(c -> List.of(c.code(), c.title())).toList(),
                "")));
  }

  /**
   * One code in full.
   *
   * @throws io.busbar.base.problem.InputException when there is no such code
   */
  public static Report describe(String name) {
    Code code = code(name);
    List<Figure> rows = new ArrayList<>();
    rows.add(new Figure("what it means", code.why(), ""));
    code.verify().forEach(v -> rows.add(new Figure("verify", v, "")));
    code.fix().forEach(f -> rows.add(new Figure("fix", f, "")));
    code.thresholds()
        .forEach(t -> rows.add(new Figure("decides", t.value() + ": " + t.what(), t.source())));
    if (!code.explains().isEmpty()) {
      rows.add(new Figure("explains", String.join(", ", code.explains()), ""));
    }
    return new Report(
        SCHEMA,
        code.title() + " [" + code.code() + "]",
        new Codes(List.of(code)),
        List.of(new Block.Figures(code.code(), rows)));
  }

  private static Code code(String name) {
    FindingText text = FindingText.of(name);
    List<String> explains =
        Relations.ALL.table().getOrDefault(name, Set.of()).stream().sorted().toList();
    return new Code(
        name, text.title(), text.why(), text.verify(), text.fix(), text.thresholds(), explains);
  }
}
