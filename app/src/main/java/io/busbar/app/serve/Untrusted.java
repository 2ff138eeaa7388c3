package io.busbar.app.serve;

import io.busbar.app.serve.Outcome.Complaint;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of what a page sends. A page may name fields of a view and files that were dropped on
 * it, never a file of this machine: a value that could be a path is refused, whether or not there
 * is such a file. Immutable.
 */
final class Untrusted {
  private static final int MOST_VALUES = 5000;

  /** {@code 50GB/s}, {@code $2.50/h}. */
  private static final Pattern RATE = Pattern.compile("\\$?[0-9][0-9._,]* ?[A-Za-z]*/[A-Za-z]+");

  private static final Pattern FILE_NAME =
      Pattern.compile(".*\\.[A-Za-z]{1,5}[0-9]?", Pattern.DOTALL);

  private final Map<String, View> views;
  private final Map<String, Set<String>> names;

  Untrusted(Workbench workbench) {
    views = workbench.views().stream().collect(Collectors.toMap(View::name, view -> view));
    Map<String, Set<String>> known = new LinkedHashMap<>();
    workbench
        .names()
        .forEach((kind, list) ->
            known.put(kind, list.stream().map(Workbench.Name::name).collect(Collectors.toSet())));
    names = known;
  }

  /**
   * The call that a document describes.
   *
   * @param complaints where what is wrong is added
   */
  Call call(Tree.Mapping document, Session session, List<Complaint> complaints) {
    String name = document.text("view");
    View view = name == null ? null : views.get(name);
    if (view == null) {
      complaints.add(new Complaint("", "there is no view '" + name + "'"));
      return new Call("", Map.of());
    }
    Map<String, List<String>> values = new LinkedHashMap<>();
    if (document.get("values") instanceof Tree.Mapping given) {
      for (Map.Entry<String, Tree.Entry> entry : given.entries().entrySet()) {
        Field field = field(view, entry.getKey());
        if (field == null) {
          String text = view.name() + " has no field '" + entry.getKey() + "'";
          complaints.add(new Complaint("", text));
        } else {
          values.put(field.name(), texts(field, entry.getValue().value(), session, complaints));
        }
      }
    }
    return new Call(view.name(), values);
  }

  private static @Nullable Field field(View view, String name) {
    return view.fields().stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
  }

  private List<String> texts(Field field, Tree value, Session session, List<Complaint> complaints) {
    List<Tree> items = value instanceof Tree.Sequence s ? s.items() : List.of(value);
    List<String> texts = new ArrayList<>();
    for (Tree item : items.subList(0, Math.min(items.size(), MOST_VALUES))) {
      if (item instanceof Tree.Mapping mapping) {
        String hash = String.valueOf(mapping.text("file"));
        Session.Dropped file = session.file(hash);
        if (file == null) {
          String what = mapping.text("name") == null ? "a file" : mapping.text("name");
          complaints.add(new Complaint(field.name(), what + " is not here: drop it again"));
        } else {
          texts.add(file.path().toString());
        }
      } else if (item instanceof Tree.Scalar scalar) {
        if (field.kind() == Field.Kind.FILE || couldBePath(field, scalar.text())) {
          String text = "read '" + scalar.text() + "', expected no path: drop the file here";
          complaints.add(new Complaint(field.name(), text));
        } else {
          texts.add(scalar.text());
        }
      }
    }
    return texts;
  }

  /** Whether a command might open a file of this name. */
  private boolean couldBePath(Field field, String text) {
    if (names.getOrDefault(field.names(), Set.of()).contains(text) || isNumber(text)) {
      return false;
    }
    boolean separated = text.indexOf('/') >= 0 || text.indexOf('\\') >= 0;
    return separated ? !RATE.matcher(text).matches() : FILE_NAME.matcher(text).matches();
  }

  private static boolean isNumber(String text) {
    return text.matches("[$]?[0-9][0-9._,]*[A-Za-z%]*");
  }
}
