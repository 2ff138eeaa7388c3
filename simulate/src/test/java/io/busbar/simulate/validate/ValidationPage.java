package io.busbar.simulate.validate;

import io.busbar.simulate.validate.SimulationValidation.Answer;
import io.busbar.simulate.validate.SimulationValidation.Result;
import io.busbar.simulate.validate.SimulationValidation.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes docs/validation.md. Rows that were not played keep what the page before says. */
final class ValidationPage {
  private static final String STAR = " \\*";
  static final String MISSING = "not yet played";

  private static final String HEAD =
      """
      # Validation of the simulation

      What the engines of `busbar simulate` say where the answer is known: by a formula, from a paper or another tool,
      or as a claim of the textbook. `busbar validate simulation` plays the rows again, `--all` the slow ones too,
      `--only TOPIC` or the beginning of an id a part; the JSON also has the settings of each run. This page is written of
      that table (`simulate/src/main/resources/validate/expectations.csv`) by a test, which fails when a figure changes.
      Slow rows are marked with *; their figures are those of the last full run.

      A row is **held** when the figure is as near as its tolerance says, else **not held**: it stays, with the reason. No
      engine and no tolerance is tuned to make a row pass.

      """;

  private static final String TAIL =
      """
      ## What no engine can show

      - Pause time on the wire: a pause holds until the frame that ends it, so the limit of 65,535 quanta (335.5 us at 100
        Gb/s, 83.9 us at 400 Gb/s) never comes into play.
      - EQDS, NDP and TIMELY are not built in: their figures are floors, ceilings or orders here. Of Ultra Ethernet, trimming
        and the choice of paths by marks (REPS, bitmap) are not.
      - Two figures of published experiments whose set-up is not fully known: the 16 ms of under-use after a burst (DCQCN
        validation of a public repository), and 120 senders meeting at one receiver of an all-to-all by shifts (uet-htsim).
      - Sizes, prices and powers of published clusters belong to `design`, measured collectives to [measured
        tables](measured-tables.md).
      """;

  private final Answer answer;
  private final Map<String, List<String>> before = new LinkedHashMap<>();
  private int held;
  private int notHeld;

  /**
   * @param old the page that is there; may be empty
   */
  ValidationPage(Answer answer, String old) {
    this.answer = answer;
    for (String line : old.lines().toList()) {
      List<String> cells = List.of(line.split("\\|", -1)).stream().map(String::strip).toList();
      if (cells.size() > 2 && cells.get(1).startsWith("`")) {
        before.put(cells.get(1).replace(STAR, ""), cells.subList(1, cells.size() - 1));
      }
    }
  }

  String text() {
    StringBuilder sections = new StringBuilder();
    StringBuilder summary = new StringBuilder("| topic | held | not held |\n|---|---|---|\n");
    ExpectationTable.standard()
        .topics()
        .forEach((topic, about) -> {
          held = 0;
          notHeld = 0;
          section(topic, about, sections);
          String title = about.title();
          String anchor = title.toLowerCase(Locale.ROOT).replace(' ', '-').replace("/", "");
          summary.append("| [").append(title).append("](#").append(anchor).append(") | ");
          summary.append(held).append(" | ").append(notHeld).append(" |\n");
        });
    return HEAD + summary + "\n" + sections + TAIL;
  }

  private void section(String topic, ExpectationTable.Topic about, StringBuilder out) {
    List<Result> rows = answer.rows().stream().filter(r -> r.topic().equals(topic)).toList();
    out.append("## ").append(about.title()).append("\n\n");
    out.append(about.text()).append("\n\n");
    shown(rows, out);
    table(rows, out);
    notes(rows, out);
  }

  /** Runs of which several figures are shown: a line each. */
  private void shown(List<Result> rows, StringBuilder out) {
    Map<String, List<Result>> runs = new LinkedHashMap<>();
    for (Result row : rows) {
      if (matrix(row)) {
        runs.computeIfAbsent(row.run(), run -> new ArrayList<>()).add(row);
      }
    }
    if (runs.isEmpty()) {
      return;
    }
    StringBuilder head = new StringBuilder("| run | what |");
    for (Result row : runs.values().iterator().next()) {
      head.append(' ').append(label(row)).append(" |");
    }
    out.append(head).append("\n|---|---|");
    out.append("---|".repeat(runs.values().iterator().next().size())).append('\n');
    for (List<Result> run : runs.values()) {
      String key = "`" + name(run.getFirst()) + "`" + star(run.getFirst());
      line(out, key, cells(key, run));
    }
    out.append('\n');
  }

  private List<String> cells(String key, List<Result> run) {
    List<String> old = before.get(key.replace(STAR, ""));
    if (run.getFirst().measured() == null && old != null) {
      return old.subList(1, old.size());
    }
    List<String> cells = new ArrayList<>();
    cells.add(run.getFirst().scenario().replaceFirst(": [^:]*$", ""));
    run.forEach(row -> cells.add(row.measured() == null ? MISSING : measured(row)));
    return cells;
  }

  private static boolean matrix(Result row) {
    return row.id().startsWith("cc-");
  }

  private static String label(Result row) {
    return row.scenario().replaceFirst("^.*: ", "");
  }

  private static String name(Result row) {
    return row.id().substring(0, row.id().lastIndexOf('-'));
  }

  private void table(List<Result> rows, StringBuilder out) {
    out.append("| row | scenario | expected | tolerance | source | measured | verdict |\n");
    out.append("|---|---|---|---|---|---|---|\n");
    for (Result row : rows) {
      if (!matrix(row)) {
        String key = "`" + row.id() + "`" + star(row);
        String[] expected = row.expected().split(" \\+- ", 2);
        List<String> old = before.getOrDefault(key.replace(STAR, ""), List.of());
        boolean kept = row.measured() == null && old.size() == 7;
        String verdict = kept ? old.get(6) : verdict(row);
        held += verdict.equals("held") ? 1 : 0;
        notHeld += verdict.contains("not held") ? 1 : 0;
        line(
            out,
            key,
            List.of(
                row.scenario(),
                expected[0],
                expected.length > 1 ? expected[1] : "",
                row.source(),
                kept ? old.get(5) : row.measured() == null ? MISSING : measured(row),
                verdict));
      }
    }
    out.append('\n');
  }

  private static void line(StringBuilder out, String key, List<String> cells) {
    out.append("| ").append(key).append(" | ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static String star(Result row) {
    return row.slow() ? STAR : "";
  }

  private static String measured(Result row) {
    return SimulationScores.measured(row);
  }

  private static String verdict(Result row) {
    String word = SimulationScores.word(row.verdict());
    return row.verdict() == Verdict.NOT_HELD ? "**" + word + "**" : word;
  }

  private static void notes(List<Result> rows, StringBuilder out) {
    List<Result> noted = rows.stream().filter(row -> !row.note().isEmpty()).toList();
    for (Result row : noted) {
      out.append("- `").append(row.id()).append("`: ").append(row.note()).append('\n');
    }
    out.append(noted.isEmpty() ? "" : "\n");
  }
}
