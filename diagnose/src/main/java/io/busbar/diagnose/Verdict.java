package io.busbar.diagnose;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Suspect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer in one sentence: whether something is wrong, and whether everything could be read.
 *
 * @param state the gravest that holds
 * @param sentence for people
 * @param unread inputs that no reader understood
 */
public record Verdict(State state, String sentence, List<Unread> unread) {
  private static final int SHOWN_LINES = 3;
  private static final int FAULT = 2;

  /** What a file is called that is known by its form only, and whose values nobody judges. */
  private static final String VALUES = "names and values";

  public Verdict {
    unread = List.copyOf(unread);
  }

  /** From the gravest to the best. */
  public enum State {
    /** Something is wrong that stops or slows the job. */
    ILL,
    /** Something may be wrong, or stands unexplained. */
    SUSPICIOUS,
    /** Nothing was found in what was read, and not all could be read. */
    UNREAD,
    /** Nothing is wrong in what was read; what was not shown is not judged. */
    NOTHING_WRONG;

    /** As a sentence begins with it. */
    String word() {
      return switch (this) {
        case ILL -> "Ill";
        case SUSPICIOUS -> "Suspicious";
        case UNREAD -> "Unread in part";
        case NOTHING_WRONG -> "Nothing wrong in what was read";
      };
    }
  }

  /**
   * An input that was not understood.
   *
   * @param why it was not
   * @param lines of it that look like faults, as {@code line: text}
   */
  public record Unread(String file, String why, List<String> lines) {
    public Unread {
      lines = List.copyOf(lines);
    }
  }

  /** Whether nothing of what was named could be read. */
  public boolean readNothing(int inputs) {
    return inputs > 0 && unread.size() == inputs;
  }

  /**
   * @param part whether lines were left out on purpose, so that a file may look unread
   */
  static Verdict of(
      List<Diagnosis.Cause> findings, List<Diagnosis.Input> inputs, Facts facts, boolean part) {
    List<Unread> unread = new ArrayList<>();
    for (Diagnosis.Input input : inputs) {
      boolean left = part || told(input, findings, facts);
      boolean nothing = findings.isEmpty();
      String why = left && input.kind().equals("unknown") ? "" : why(input, nothing);
      if (!why.isEmpty()) {
        unread.add(new Unread(input.file(), why, lines(input.file(), facts)));
      }
    }
    Diagnosis.Cause first = findings.isEmpty() ? null : findings.getFirst();
    Severity worst =
        findings.stream()
            .map(Diagnosis.Cause::severity)
            .max(Comparator.naturalOrder())
            .orElse(Severity.INFO);
    State state =
        worst == Severity.CRITICAL
            ? State.ILL
            : worst == Severity.WARNING
                ? State.SUSPICIOUS
                : unread.isEmpty() && !open(findings) ? State.NOTHING_WRONG : State.UNREAD;
    return new Verdict(state, sentence(state, first, unread, inputs), unread);
  }

  /** Whether lines are left that nobody can explain: then it is not said that all is well. */
  private static boolean open(List<Diagnosis.Cause> findings) {
    return findings.stream().anyMatch(f -> f.code().equals("unexplained"));
  }

  /**
   * Whether findings quote half of its lines and more, or lines of the same shape: then it was
   * read, whoever wrote it.
   */
  private static boolean told(Diagnosis.Input input, List<Diagnosis.Cause> findings, Facts facts) {
    Set<Integer> quoted =
        findings.stream()
            .flatMap(f -> f.evidence().stream())
            .filter(e -> e.file().equals(input.file()))
            .map(Diagnosis.Evidence::line)
            .collect(Collectors.toSet());
    long again =
        facts.all(Suspect.class).stream()
            .filter(s -> s.at().file().equals(input.file()) && quoted.contains(s.at().line()))
            .mapToLong(s -> s.count() - 1)
            .sum();
    return !quoted.isEmpty() && (quoted.size() + again) * 2 >= input.lines();
  }

  /**
   * @param nothing whether no check found or judged anything: then a file of names and values that
   *     is known by its form only was not checked, whatever does not stand out in it
   */
  private static String why(Diagnosis.Input input, boolean nothing) {
    String said = input.warnings().isEmpty() ? "" : input.warnings().getFirst();
    return switch (input.kind()) {
      case "unknown" ->
          input.lines() == 0
              ? ""
              : "no reader knows a line of it" + (said.isEmpty() ? "" : "; " + said);
      case VALUES ->
          nothing ? "no reader knows these names and values; none of them stands out" : "";
      case "binary", "skipped" -> said.isEmpty() ? input.kind() : said;
      default -> "";
    };
  }

  private static List<String> lines(String file, Facts facts) {
    return facts.all(Suspect.class).stream()
        .filter(s -> s.at().file().equals(file) && s.weight() >= FAULT)
        .sorted(Comparator.comparingInt(Suspect::weight).reversed())
        .limit(SHOWN_LINES)
        .map(s -> s.at().line() + ": " + s.at().text())
        .toList();
  }

  private static String sentence(
      State state,
      Diagnosis.@Nullable Cause first,
      List<Unread> unread,
      List<Diagnosis.Input> inputs) {
    String rest =
        unread.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT, " (%d of %d inputs could not be read)", unread.size(), inputs.size());
    return switch (state) {
      case ILL, SUSPICIOUS -> state.word() + ": " + (first == null ? "" : first.title()) + rest;
      case UNREAD ->
          unread.isEmpty()
              ? state.word() + ": nothing found, but lines that look like faults are not explained"
              : unread.size() == inputs.size()
                  ? "Unread: nothing of the " + inputs.size() + " input(s) was understood"
                  : state.word() + ": nothing found in the rest" + rest;
      case NOTHING_WRONG -> {
        List<String> kinds =
            inputs.stream()
                .map(Diagnosis.Input::kind)
                .filter(k -> !k.equals("unknown"))
                .distinct()
                .limit(4)
                .toList();
        yield state.word()
            + (kinds.isEmpty() ? "" : ": " + String.join("; ", kinds))
            + (inputs.isEmpty() ? " (there is no input)" : "");
      }
    };
  }
}
