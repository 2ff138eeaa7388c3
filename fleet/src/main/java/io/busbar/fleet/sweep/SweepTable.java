package io.busbar.fleet.sweep;

import io.busbar.app.fleet.SweepAsk;
import io.busbar.fleet.spark.Context;
import io.busbar.formats.csv.CsvText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Calls as a table: what varied, the exit code, then every figure that some call gave.
 *
 * @param columns names
 * @param numeric whether all values of a column are numbers
 * @param rows texts; null where a call lacks a figure
 */
record SweepTable(List<String> columns, List<Boolean> numeric, List<List<@Nullable String>> rows) {
  private static final Pattern NUMBER =
      Pattern.compile("-?\\d{1,40}(?:\\.\\d{1,40})?(?:[eE][+-]?\\d{1,3})?");

  static SweepTable of(SweepAsk ask, List<CallRow> calls) {
    Set<String> figures = new LinkedHashSet<>();
    calls.forEach(call -> figures.addAll(call.figures().keySet()));
    List<String> columns = new ArrayList<>(List.of("call"));
    columns.addAll(ask.columns());
    columns.addAll(List.of("exit_code", "error"));
    int fixed = columns.size();
    figures.forEach(figure -> columns.add(columns.contains(figure) ? "answer." + figure : figure));
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (CallRow call : calls) {
      List<@Nullable String> row = new ArrayList<>(List.of(Integer.toString(call.number())));
      row.addAll(ask.calls().get(call.number()).values());
      row.add(Integer.toString(call.exitCode()));
      row.add(call.error());
      figures.forEach(figure -> row.add(call.figures().get(figure)));
      rows.add(row);
    }
    List<Boolean> numeric = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      int at = column;
      numeric.add(
          at != fixed - 1
              && rows.stream()
                  .map(row -> row.get(at))
                  .allMatch(text -> text == null || NUMBER.matcher(text).matches()));
    }
    return new SweepTable(columns, numeric, rows);
  }

  String csv() {
    StringBuilder text = new StringBuilder(CsvText.line(columns));
    rows.forEach(row -> text.append(CsvText.line(row)));
    return text.toString();
  }

  void parquet(Context context, String path) {
    StructType type = new StructType();
    for (int i = 0; i < columns.size(); i++) {
      type = type.add(columns.get(i), numeric.get(i) ? DataTypes.DoubleType : DataTypes.StringType);
    }
    List<Row> values = new ArrayList<>();
    for (List<@Nullable String> row : rows) {
      Object[] cells = new Object[row.size()];
      for (int i = 0; i < cells.length; i++) {
        String text = row.get(i);
        cells[i] = text != null && numeric.get(i) ? (Object) Double.valueOf(text) : text;
      }
      values.add(RowFactory.create(cells));
    }
    SparkSession.builder()
        .sparkContext(context.spark().sc())
        .getOrCreate()
        .createDataFrame(values, type)
        .coalesce(1)
        .write()
        .mode("overwrite")
        .parquet(path);
  }
}
