package io.busbar.plan.space;

import io.busbar.formats.csv.CsvText;
import io.busbar.plan.space.SearchAnswer.Row;
import java.util.Arrays;
import java.util.List;

/** The points of a front as CSV, a line each, units in the header. Stateless. */
public final class FrontCsv {
  private static final List<String> HEADER =
      List.of(
          "index",
          "model",
          "cluster",
          "fabric",
          "gpus",
          "tp",
          "sequence_parallel",
          "pp",
          "schedule",
          "virtual_stages",
          "cp",
          "ep",
          "dp",
          "sharding",
          "micro_batch",
          "global_batch",
          "sequence",
          "precision",
          "recompute",
          "recompute_share",
          "step_s",
          "tokens_per_s",
          "goodput_share",
          "train_s",
          "price_per_gpu_hour_usd",
          "per_trillion_tokens_usd",
          "run_usd",
          "purchase_usd",
          "per_step_j",
          "per_trillion_tokens_j",
          "peak_bytes",
          "headroom_share");

  private FrontCsv() {}

  /** All points. */
  public static String of(SearchAnswer answer) {
    StringBuilder text = new StringBuilder(CsvText.line(HEADER));
    for (Row row : answer.front()) {
      text.append(line(row));
    }
    return text.toString();
  }

  private static String line(Row r) {
    var l = r.layout();
    return CsvText.line(
        Arrays.asList(
            r.index(),
            r.model(),
            r.cluster().name(),
            r.cluster().fabric(),
            r.cluster().gpus(),
            l.tp(),
            l.sequenceParallel(),
            l.pp(),
            l.schedule(),
            l.virtualStages(),
            l.cp(),
            l.ep(),
            l.dp(),
            l.sharding(),
            l.microBatch(),
            r.globalBatch(),
            l.sequence(),
            l.precision(),
            l.recompute(),
            l.recomputeShare(),
            r.time().stepS(),
            r.time().tokensPerS(),
            r.time().goodputShare(),
            r.time().trainS(),
            r.cost().pricePerGpuHourUsd(),
            r.cost().perTrillionTokensUsd(),
            r.cost().runUsd(),
            r.cost().purchaseUsd(),
            r.energy().perStepJ(),
            r.energy().perTrillionTokensJ(),
            r.memory().peakBytes(),
            r.memory().headroomShare()));
  }
}
