package io.busbar.formats.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Columns of a table by the statement that made it.
 *
 * @param names in lower case
 * @param rowidColumn the one that stands for the row's number; −1 for none
 * @param withoutRowid whether the table is kept in another form
 */
record ColumnNames(List<String> names, int rowidColumn, boolean withoutRowid) {
  private static final Pattern NAME =
      Pattern.compile(
          "^\\s*(?:\"([^\"]+)\"|`([^`]+)`|\\[([^]]+)\\]|([^\\s(,]+))(.*)$", Pattern.DOTALL);
  private static final Set<String> CONSTRAINTS =
      Set.of("constraint", "primary", "unique", "check", "foreign");
  private static final int MAX_COLUMNS = 2000;

  static ColumnNames of(String sql) {
    int open = sql.indexOf('(');
    List<String> names = new ArrayList<>();
    int rowid = -1;
    if (open < 0) {
      return new ColumnNames(names, -1, false);
    }
    int close = sql.length();
    int depth = 0;
    int from = open + 1;
    for (int i = open; i < sql.length() && names.size() < MAX_COLUMNS; i++) {
      char c = sql.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 1 || depth == 0) {
        Matcher m = NAME.matcher(sql.substring(from, i));
        String name = m.matches() ? first(m) : "";
        if (!name.isEmpty() && !CONSTRAINTS.contains(name)) {
          String type = m.group(5).toUpperCase(Locale.ROOT).strip();
          rowid = type.matches("INTEGER\\b.*\\bPRIMARY\\s+KEY\\b.*") ? names.size() : rowid;
          names.add(name);
        }
        from = i + 1;
      }
      if (depth == 0) {
        close = i;
        break;
      }
    }
    boolean without = sql.substring(close).toUpperCase(Locale.ROOT).contains("WITHOUT ROWID");
    return new ColumnNames(names, rowid, without);
  }

  private static String first(Matcher m) {
    for (int i = 1; i <= 4; i++) {
      if (m.group(i) != null) {
        return m.group(i).toLowerCase(Locale.ROOT);
      }
    }
    return "";
  }
}
