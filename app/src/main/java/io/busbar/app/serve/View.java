package io.busbar.app.serve;

import java.util.List;

/**
 * A view of the page: a command with its options as fields.
 *
 * @param name as in permalinks
 * @param title over the form
 * @param about one line on what it answers
 * @param live whether it is quick enough to be asked with every change
 * @param main fields that are shown at once; the others are folded
 * @param fields in the order of the form
 */
public record View(
    String name, String title, String about, boolean live, List<String> main, List<Field> fields) {
  public View {
    main = List.copyOf(main);
    fields = List.copyOf(fields);
  }
}
