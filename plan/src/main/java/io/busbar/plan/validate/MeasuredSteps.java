package io.busbar.plan.validate;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.csv.CsvTable;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.MachineConstants;
import io.busbar.model.fact.Kind;
import io.busbar.plan.validate.RowReader.NotExpressible;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a user's own table of measured steps: the columns of {@code docs/accuracy.md}, checked
 * harder than published tables, where a cell that cannot be read counts as blank. Stateless.
 */
public final class MeasuredSteps {
  private static final double BYTES_PER_GIB = 1 << 30;
  private static final int MOST_ROWS = 1000;

  private static final Set<String> NUMBERS =
      Set.of(
          ("layers hidden ffn_hidden heads kv_heads head_dim vocab seq_len moe_experts moe_topk"
                  + " moe_expert_ffn moe_shared_ffn moe_dense_layers mtp_layers gpus tp pp vpp cp dp"
                  + " ep etp micro_batch global_batch shard_group mem_gb step_time_s")
              .split(" "));
  private static final Set<String> SWITCHES =
      Set.of(
          ("gated_mlp tied_embeddings sequence_parallel fused_experts overlap_gradients"
                  + " overlap_parameters overlap_tensor overlap_pipeline overlap_experts")
              .split(" "));
  private static final Set<String> WORDS =
      Set.of(
          ("id source model gpu attention precision cp_kind recompute sharding gradient_reduce"
                  + " overlap notes release task status source_url table")
              .split(" "));
  private static final List<String> NEEDED =
      List.of("model", "tp", "pp", "global_batch", "seq_len", "step_time_s");

  private MeasuredSteps() {}

  /**
   * @param cluster what the steps ran on, or a larger one of its kind
   * @throws InputException with everything that is wrong
   */
  public static List<MeasuredStep> read(CsvTable table, Cluster cluster) {
    Problems problems = new Problems();
    columns(table, problems);
    problems.throwIfAny();
    if (table.rows().isEmpty() || table.rows().size() > MOST_ROWS) {
      String read = table.rows().size() + " rows";
      String expected = "1 to " + MOST_ROWS + " measured steps";
      throw new InputException(
          new Problem(Position.of(table.source()), "", read, expected, "a handful is enough"));
    }
    Cluster plain = cluster.withMachine(MachineConstants.NONE);
    List<MeasuredStep> steps = new ArrayList<>();
    for (CsvTable.Row row : table.rows()) {
      int before = problems.count();
      check(row, plain, problems);
      if (problems.count() == before) {
        step(row, plain, steps, problems);
      }
    }
    problems.throwIfAny();
    return steps;
  }

  private static void columns(CsvTable table, Problems problems) {
    Set<String> known =
        Stream.of(NUMBERS, SWITCHES, WORDS).flatMap(Set::stream).collect(Collectors.toSet());
    Position header = new Position(table.source(), 1, 0);
    for (String column : table.columns()) {
      if (!known.contains(column)) {
        String hint = Nearest.hint(column, known);
        problems.add(
            header,
            "header",
            column,
            "a column of docs/accuracy.md",
            hint.isEmpty() ? "leave it out, or write it into notes" : hint);
      }
    }
    for (String needed : NEEDED) {
      if (!table.columns().contains(needed)) {
        problems.add(header, "header", "", "a column " + needed, "");
      }
    }
  }

  private static void check(CsvTable.Row row, Cluster cluster, Problems problems) {
    row.cells()
        .forEach((column, text) -> {
          if (NUMBERS.contains(column) && !isNumber(column, text)) {
            problems.add(row.at(), column, text, "a number above 0", "");
          } else if (SWITCHES.contains(column) && !text.equals("0") && !text.equals("1")) {
            problems.add(row.at(), column, text, "1 for yes, 0 for no, or nothing", "");
          }
        });
    for (String needed : NEEDED) {
      if (row.text(needed).isEmpty()) {
        problems.add(row.at(), needed, "", "a value in every row", "");
      }
    }
    Double gpus = new RowReader(row).number("gpus");
    if (gpus != null && gpus > cluster.gpus()) {
      problems.add(
          row.at(),
          "gpus",
          row.text("gpus"),
          "at most the " + cluster.gpus() + " GPUs of " + cluster.name(),
          "let --cluster name all that the largest run had");
    }
    String gpu = row.text("gpu");
    if (!gpu.isEmpty()) {
      try {
        String own = cluster.node().gpu().name();
        String named = RowCluster.gpu(gpu).name();
        if (!named.equals(own)) {
          problems.add(row.at(), "gpu", gpu, own + ", which --cluster has", "leave it blank");
        }
      } catch (NotExpressible e) {
        problems.add(row.at(), "gpu", gpu, "a GPU of the catalogue", "leave it blank");
      }
    }
  }

  private static boolean isNumber(String column, String text) {
    boolean zero = column.startsWith("moe_") || column.equals("mtp_layers");
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) && (value > 0 || zero && value == 0) && value < 1e12;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void step(
      CsvTable.Row row, Cluster cluster, List<MeasuredStep> steps, Problems problems) {
    try {
      TrainingRun run = TrainingRun.of(row, cluster);
      Double seconds = run.measuredS();
      Double gib = run.measuredGib();
      if (seconds != null) {
        steps.add(
            new MeasuredStep(
                row.text("id").isEmpty() ? "line " + row.at().line() : row.text("id"),
                row.at(),
                run.setup().model(),
                run.setup().cluster(),
                run.complete().training(),
                seconds,
                run.complete().peakBytes(),
                gib == null ? null : gib * BYTES_PER_GIB));
      }
    } catch (NotExpressible e) {
      String hint = Nearest.hint(row.text("model"), Catalog.standard().names(Kind.MODEL));
      problems.add(row.at(), "", row.text("model"), "a model and layout: " + e.getMessage(), hint);
    } catch (IllegalArgumentException | ArithmeticException e) {
      problems.add(row.at(), "", row.text("model"), "a layout of it: " + e.getMessage(), "");
    }
  }
}
