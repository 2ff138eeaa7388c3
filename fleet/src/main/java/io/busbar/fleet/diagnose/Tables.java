package io.busbar.fleet.diagnose;

import io.busbar.fleet.spark.Context;
import io.busbar.fleet.spark.Store;
import io.busbar.fleet.wire.RecordReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** What tasks kept, as tables of Spark. Stateless. */
final class Tables {
  private static final StructType FINDINGS =
      text("part", "job", "day", "day_source", "kind", "host", "device")
          .add("port", DataTypes.IntegerType)
          .add("rank", DataTypes.IntegerType)
          .add("code", DataTypes.StringType)
          .add("severity", DataTypes.StringType)
          .add("confidence", DataTypes.StringType)
          .add("title", DataTypes.StringType)
          .add("file", DataTypes.StringType)
          .add("line", DataTypes.IntegerType)
          .add("text", DataTypes.StringType);
  private static final StructType FIGURES =
      text("part", "job", "day", "day_source", "name", "kind", "host", "device")
          .add("port", DataTypes.IntegerType)
          .add("peers", DataTypes.StringType)
          .add("value", DataTypes.DoubleType)
          .add("file", DataTypes.StringType)
          .add("line", DataTypes.IntegerType)
          .add("text", DataTypes.StringType);
  private static final StructType TRAITS = text("part", "day", "host", "name", "value");

  private Tables() {}

  private static StructType text(String... names) {
    StructType type = new StructType();
    for (String name : names) {
      type = type.add(name, DataTypes.StringType);
    }
    return type;
  }

  static SparkSession session(Context context) {
    return SparkSession.builder().sparkContext(context.spark().sc()).getOrCreate();
  }

  static Dataset<Row> findings(Context context, String out, Kept kept) {
    return session(context).createDataFrame(rows(context, out, kept, What.FINDINGS), FINDINGS);
  }

  /** Findings as such a table. */
  static Dataset<Row> findings(Context context, List<FindingRow> findings) {
    return session(context).createDataFrame(findings.stream().map(Tables::row).toList(), FINDINGS);
  }

  /** Findings that say nothing of a host. */
  static Dataset<Row> settled(Context context, Collection<Peers.Settled> settled) {
    List<Row> rows =
        settled.stream().map(s -> RowFactory.create(s.day(), s.host(), s.code())).toList();
    return session(context).createDataFrame(rows, text("day", "host", "code"));
  }

  static Dataset<Row> figures(Context context, String out, Kept kept) {
    return session(context).createDataFrame(rows(context, out, kept, What.FIGURES), FIGURES);
  }

  static Dataset<Row> traits(Context context, String out, Kept kept) {
    return session(context).createDataFrame(rows(context, out, kept, What.TRAITS), TRAITS);
  }

  private static JavaRDD<Row> rows(Context context, String out, Kept kept, What what) {
    Map<String, Set<String>> live = new HashMap<>();
    kept.live().forEach((task, parts) -> live.put(task, new HashSet<>(parts)));
    List<String> tasks = new ArrayList<>(live.keySet());
    tasks.sort(null);
    int slices = Math.clamp(tasks.size(), 1, 4 * context.spark().defaultParallelism());
    return context.spark().parallelize(tasks, slices).flatMap(new RowsOf(out, live, what));
  }

  /** What is kept. */
  private enum What {
    FINDINGS,
    TRAITS,
    FIGURES
  }

  /** The rows of a task whose parts still count. */
  private record RowsOf(String out, Map<String, Set<String>> live, What what)
      implements FlatMapFunction<String, Row> {
    @Override
    public java.util.Iterator<Row> call(String task) throws Exception {
      Store store = Store.onWorker(Kept.folder(out));
      Kept.Rows kept = RecordReader.of(store.read(task + Kept.ROWS), Kept.Rows.class);
      Set<String> parts = live.getOrDefault(task, Set.of());
      List<Row> rows = new ArrayList<>();
      switch (what) {
        case FINDINGS ->
            kept.findings().stream()
                .filter(row -> parts.contains(row.part()))
                .forEach(row -> rows.add(row(row)));
        case TRAITS ->
            kept.traits().stream()
                .filter(t -> parts.contains(t.part()))
                .forEach(t ->
                    rows.add(RowFactory.create(t.part(), t.day(), t.host(), t.name(), t.value())));
        case FIGURES ->
            kept.figures().stream()
                .filter(f -> parts.contains(f.part()))
                .forEach(f -> rows.add(row(f)));
      }
      return rows.iterator();
    }
  }

  private static Row row(FindingRow f) {
    return RowFactory.create(
        f.part(),
        f.job(),
        f.day(),
        f.daySource(),
        f.what().kind(),
        f.what().host(),
        f.what().device(),
        f.what().port(),
        f.what().rank(),
        f.code(),
        f.severity(),
        f.confidence(),
        f.title(),
        f.proof().file(),
        f.proof().line(),
        f.proof().text());
  }

  private static Row row(FigureRow f) {
    return RowFactory.create(
        f.part(),
        f.job(),
        f.day(),
        f.daySource(),
        f.name(),
        f.what().kind(),
        f.what().host(),
        f.what().device(),
        f.what().port(),
        f.peers(),
        f.value(),
        f.proof().file(),
        f.proof().line(),
        f.proof().text());
  }
}
