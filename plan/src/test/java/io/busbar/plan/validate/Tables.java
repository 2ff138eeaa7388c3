package io.busbar.plan.validate;

import io.busbar.base.problem.Position;
import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.csv.CsvTable.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Small tables of training runs, written by column name. */
final class Tables {
  /** An 8B model on 64 H100; cells are replaced or added by name. */
  private static final Map<String, String> PLAIN = plain();

  private Tables() {}

  private static Map<String, String> plain() {
    Map<String, String> cells = new LinkedHashMap<>();
    String all =
        "id=run source=made model=8B layers=32 hidden=4096 ffn_hidden=14336 heads=32 kv_heads=8"
            + " seq_len=8192 vocab=128256 gated_mlp=1 gpu=H100-SXM-80GB gpus=64 precision=BF16"
            + " tp=1 pp=1 global_batch=128 status=ok";
    for (String cell : all.split(" ")) {
      cells.put(cell.split("=")[0], cell.split("=")[1]);
    }
    return cells;
  }

  /**
   * A row.
   *
   * @param changes names and values in turn; an empty value blanks the cell
   */
  static Row row(String... changes) {
    Map<String, String> cells = new LinkedHashMap<>(PLAIN);
    for (int i = 0; i < changes.length; i += 2) {
      cells.put(changes[i], changes[i + 1]);
    }
    return new Row(Position.of("test"), cells);
  }

  static RowSetup setup(String... changes) {
    return RowSetup.of(new RowReader(row(changes)));
  }

  static CsvTable table(Row... rows) {
    return new CsvTable("test", List.copyOf(rows[0].cells().keySet()), List.of(rows));
  }

  /** Rows of every kind of set-up, with measured columns filled. */
  static List<Row> varied() {
    List<Row> rows = new ArrayList<>();
    rows.add(row("id", "fsdp", "sharding", "fsdp full_shard"));
    rows.add(row("id", "tensor", "tp", "4", "gpus", "128"));
    rows.add(row("id", "stages", "tp", "2", "pp", "4", "precision", "FP8"));
    rows.add(
        row(
            "id",
            "experts",
            "moe_experts",
            "64",
            "moe_topk",
            "4",
            "moe_expert_ffn",
            "1024",
            "ep",
            "8",
            "gpu",
            "GB200",
            "nvlink_domain",
            "72",
            "gpus_per_node",
            "4"));
    rows.add(
        row(
            "id",
            "old",
            "gpu",
            "A100-SXM-80GB",
            "gated_mlp",
            "0",
            "seq_len",
            "2048",
            "tp",
            "8",
            "kv_heads",
            "32",
            "recompute",
            "full"));
    List<Row> measured = new ArrayList<>();
    for (Row row : rows) {
      Map<String, String> cells = new LinkedHashMap<>(row.cells());
      for (int i = 0; i < Measured.COLUMNS.size(); i++) {
        cells.put(Measured.COLUMNS.get(i), Double.toString(1.5 + i + measured.size()));
      }
      measured.add(new Row(row.at(), cells));
    }
    return measured;
  }

  /** The corpus of published runs beside the checkout, when there is one. */
  static Path corpus() {
    return Path.of("../../shared/corpus/training/index.csv");
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a run measured: compared with, never an input. */
  static final class Measured {
    static final List<String> COLUMNS =
        List.of(
            "step_time_s",
            "tflops_per_gpu",
            "mfu",
            "mfu_peak_tflops",
            "hfu",
            "tokens_per_s",
            "tokens_per_s_per_gpu",
            "scaling_eff",
            "mem_gb",
            "status",
            "step_time_s_derived",
            "flops_per_token_model_causal",
            "flops_per_token_model_full",
            "check_ratio");

    private Measured() {}
  }
}
