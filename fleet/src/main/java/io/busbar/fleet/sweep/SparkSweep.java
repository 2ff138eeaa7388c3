package io.busbar.fleet.sweep;

import io.busbar.app.fleet.Follow;
import io.busbar.app.fleet.SweepAsk;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.report.Report;
import io.busbar.fleet.spark.Build;
import io.busbar.fleet.spark.Context;
import io.busbar.fleet.spark.Running;
import io.busbar.fleet.spark.Store;
import io.busbar.fleet.sweep.CallsOfChunk.Chunk;
import io.busbar.fleet.wire.RecordReader;
import io.busbar.fleet.wire.RecordWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.util.LongAccumulator;

/** A sweep on Spark. Stateless. */
public final class SparkSweep {
  static final String STATE = "state";
  private static final String MARK = "sweep";
  private static final int CHUNKS = 1024;
  private static final int LARGEST_CHUNK = 64;

  private SparkSweep() {}

  /** Makes the calls that were not made yet, and writes and shows what all gave. */
  public static Report run(Context context, SweepAsk ask, Follow follow) {
    try {
      Store store = Store.at(ask.out() + "/" + STATE, context.spark().hadoopConfiguration());
      mark(store, ask);
      List<String> finished = store.names();
      List<byte[]> open = new ArrayList<>();
      long calls = 0;
      int size = Math.clamp(ask.calls().size() / CHUNKS, 1, LARGEST_CHUNK);
      for (int from = 0; from < ask.calls().size(); from += size) {
        String name = String.format(Locale.ROOT, "calls-%09d", from);
        int to = Math.min(ask.calls().size(), from + size);
        if (!finished.contains(name)) {
          open.add(RecordWriter.bytes(new Chunk(name, from, ask.calls().subList(from, to))));
          calls += to - from;
        }
      }
      if (!open.isEmpty()) {
        LongAccumulator made = context.spark().sc().longAccumulator();
        var task = new CallsOfChunk(ask.out(), made);
        var job = context.spark().parallelize(open, open.size()).map(task).collectAsync();
        Running.await(job, "calls", made, calls, follow);
      }
      List<CallRow> rows = rows(store);
      SweepTable table = SweepTable.of(ask, rows);
      Store.at(ask.out(), context.spark().hadoopConfiguration())
          .write("results.csv", table.csv().getBytes(StandardCharsets.UTF_8));
      table.parquet(context, Store.path(ask.out() + "/results.parquet").toString());
      return SweepReport.of(ask, rows, table, calls);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder of the sweep cannot be used: " + ask.out(), e);
    }
  }

  private static List<CallRow> rows(Store store) throws IOException {
    List<CallRow> rows = new ArrayList<>();
    for (String name : store.names()) {
      if (!name.equals(MARK)) {
        rows.addAll(RecordReader.of(store.read(name), CallsOfChunk.Rows.class).rows());
      }
    }
    rows.sort(Comparator.comparingInt(CallRow::number));
    return rows;
  }

  private static void mark(Store store, SweepAsk ask) throws IOException {
    byte[] calls = RecordWriter.bytes(new SweepAsk("", ask.columns(), ask.calls(), ""));
    byte[] mark = (Build.digest(calls) + " " + Build.id()).getBytes(StandardCharsets.UTF_8);
    if (!store.names().contains(MARK)) {
      store.write(MARK, mark);
    } else if (!Arrays.equals(store.read(MARK), mark)) {
      String hint = "another sweep was begun there, or by another version: name a new folder";
      throw new InputException(
          new Problem(Position.of("--out"), "", ask.out(), "a folder of this sweep", hint));
    }
  }
}
