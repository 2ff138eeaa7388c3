package io.busbar.diagnose;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.diagnose.check.Threshold;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What is said about a finding whatever the case: resource {@code texts/<code>.yaml}, opened when
 * it is needed.
 *
 * @param title what is the case, in one line
 * @param why what it means for the job
 * @param verify looks and commands that confirm or refute it
 * @param fix what to do
 */
public record FindingText(
    String code,
    String title,
    String why,
    List<String> verify,
    List<String> fix,
    List<Threshold> thresholds) {
  private static final Key<String> TITLE =
      Key.required("title", Type.text(), "what is the case, in one line");
  private static final Key<String> WHY =
      Key.required("why", Type.text(), "what it means for the job");
  private static final Key<List<String>> VERIFY =
      Key.optional("verify", Type.list(Type.text(), 8), "looks and commands that confirm it")
          .or(List.of());
  private static final Key<List<String>> FIX =
      Key.optional("fix", Type.list(Type.text(), 8), "what to do").or(List.of());

  /** What a text file holds. */
  public static final Shape SHAPE =
      Shape.of("text of a finding", TITLE, WHY, VERIFY, FIX, Threshold.ALL);

  public FindingText {
    verify = List.copyOf(verify);
    fix = List.copyOf(fix);
    thresholds = List.copyOf(thresholds);
  }

  /**
   * The text of a code.
   *
   * @throws InputException when there is no such code
   */
  public static FindingText of(String code) {
    String file = "texts/" + code + ".yaml";
    try (InputStream in = FindingText.class.getResourceAsStream(file)) {
      if (in == null || !Checks.codes().contains(code)) {
        throw new InputException(
            new Problem(
                Position.of("CODE"),
                "",
                code,
                "the code of a finding; --list shows them",
                Nearest.hint(code, Checks.codes())));
      }
      return read(code, file, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FindingText read(String code, String file, byte[] bytes) {
    Problems problems = new Problems();
    Fields fields = SHAPE.read(TreeReader.parse(file, bytes), problems);
    problems.throwIfAny();
    return new FindingText(
        code,
        fields.get(TITLE),
        fields.get(WHY),
        fields.get(VERIFY),
        fields.get(FIX),
        Threshold.of(fields));
  }
}
