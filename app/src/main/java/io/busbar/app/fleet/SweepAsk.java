package io.busbar.app.fleet;

import java.util.List;

/**
 * Calls of Busbar that are to be made.
 *
 * @param name what they are called together
 * @param columns names of what varies
 * @param calls a row each
 * @param out folder of the results
 */
public record SweepAsk(String name, List<String> columns, List<Row> calls, String out) {
  public SweepAsk {
    columns = List.copyOf(columns);
    calls = List.copyOf(calls);
  }

  /**
   * A call.
   *
   * @param values of the columns
   * @param words of the command line, {@code busbar} left out
   */
  public record Row(List<String> values, List<String> words) {
    public Row {
      values = List.copyOf(values);
      words = List.copyOf(words);
    }
  }
}
