package io.busbar.fleet.diagnose;

import io.busbar.app.fleet.DiagnoseAsk;
import io.busbar.app.fleet.Follow;
import io.busbar.base.report.Report;
import io.busbar.fleet.diagnose.PartWork.Pack;
import io.busbar.fleet.spark.Build;
import io.busbar.fleet.spark.Context;
import io.busbar.fleet.spark.Running;
import io.busbar.fleet.spark.Store;
import io.busbar.fleet.wire.RecordWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.util.LongAccumulator;

/** The diagnosis of a fleet on Spark. Stateless. */
public final class SparkDiagnose {
  private SparkDiagnose() {}

  /** Diagnoses what is new, and says how the fleet is. */
  public static Report run(Context context, DiagnoseAsk ask, Follow follow) {
    try {
      Inventory inventory = Inventory.read(ask.inventory());
      Configuration conf = context.spark().hadoopConfiguration();
      List<Part> parts = new Listing(new Layout(ask.layout()), conf).of(ask.paths());
      Store store = Kept.store(ask.out(), conf);
      String rules = Build.id() + " " + ask.cluster() + " " + String.join("/", ask.layout());
      Kept before = Kept.of(store);
      List<PartWork> work = new ArrayList<>();
      for (Part part : parts) {
        Kept.Known known = before.of(part.name());
        if (known == null || !known.state().rules().equals(rules)) {
          work.add(new PartWork(part, "", nothing(part)));
        } else if (!known.state().files().equals(part.files())) {
          work.add(new PartWork(part, known.task(), known.state()));
        }
      }
      read(context, ask, rules, Packing.of(work, before.nextRun(), cores(context)), follow);
      Kept kept = Kept.of(store);
      if (!follow.stopped()) {
        kept.clean();
      }
      FleetAnswer answer = new Summary(context, ask.out(), kept, inventory).answer(parts, work);
      return FleetReport.of(answer);
    } catch (IOException e) {
      throw new UncheckedIOException("the files of the fleet: " + e.getMessage(), e);
    }
  }

  private static int cores(Context context) {
    return Math.max(1, context.spark().defaultParallelism());
  }

  private static PartState nothing(Part part) {
    PartState.Span none = new PartState.Span(0, 0);
    return new PartState(part.name(), List.of(), "", false, 0, List.of(), none);
  }

  private static void read(
      Context context, DiagnoseAsk ask, String rules, List<Pack> packs, Follow follow) {
    if (packs.isEmpty()) {
      return;
    }
    long bytes = 0;
    List<byte[]> tasks = new ArrayList<>();
    for (Pack pack : packs) {
      bytes += Math.max(1, pack.parts().stream().mapToLong(PartWork::bytes).sum());
      tasks.add(RecordWriter.bytes(pack));
    }
    LongAccumulator read = context.spark().sc().longAccumulator();
    var task = new DiagnosePack(ask.out(), ask.cluster(), rules, read);
    var job = context.spark().parallelize(tasks, tasks.size()).map(task).collectAsync();
    Running.await(job, "reading bytes", read, bytes, follow);
  }
}
