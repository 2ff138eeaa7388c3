package io.busbar.fleet.diagnose;

import io.busbar.fleet.spark.Context;
import io.busbar.fleet.spark.Store;
import io.busbar.fleet.wire.RecordReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
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
    return session(context).createDataFrame(rows(context, out, kept, true), FINDINGS);
  }

  static Dataset<Row> traits(Context context, String out, Kept kept) {
    return session(context).createDataFrame(rows(context, out, kept, false), TRAITS);
  }

  private static JavaRDD<Row> rows(Context context, String out, Kept kept, boolean findings) {
    Map<String, Set<String>> live = new HashMap<>();
    kept.live().forEach((task, parts) -> live.put(task, new HashSet<>(parts)));
    List<String> tasks = new ArrayList<>(live.keySet());
    tasks.sort(null);
    int slices = Math.clamp(tasks.size(), 1, 4 * context.spark().defaultParallelism());
    return context.spark().parallelize(tasks, slices).flatMap(new RowsOf(out, live, findings));
  }

  /** The rows of a task whose parts still count. */
  private record RowsOf(String out, Map<String, Set<String>> live, boolean findings)
      implements FlatMapFunction<String, Row> {
    @Override
    public java.util.Iterator<Row> call(String task) throws Exception {
      Store store = Kept.store(out, new Configuration());
      Kept.Rows kept = RecordReader.of(store.read(task + Kept.ROWS), Kept.Rows.class);
      Set<String> parts = live.getOrDefault(task, Set.of());
      List<Row> rows = new ArrayList<>();
      if (findings) {
        kept.findings().stream()
            .filter(row -> parts.contains(row.part()))
            .forEach(row -> rows.add(row(row)));
      } else {
        kept.traits().stream()
            .filter(t -> parts.contains(t.part()))
            .forEach(
                t -> rows.add(RowFactory.create(t.part(), t.day(), t.host(), t.name(), t.value())));
      }
      return rows.iterator();
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
  }
}
