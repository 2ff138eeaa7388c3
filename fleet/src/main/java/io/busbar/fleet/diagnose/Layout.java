package io.busbar.fleet.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What names of folders tell: days, jobs, hosts. Immutable. */
final class Layout {
  private static final Pattern DAY = Pattern.compile("(\\d{4})[-_.]?([01]\\d)[-_.]?([0-3]\\d)");
  private static final Pattern KEYED = Pattern.compile("([a-z]+)=(.+)");

  private final List<String> levels;

  Layout(List<String> levels) {
    this.levels = List.copyOf(levels);
  }

  /** How many folders below a path a part is; −1 when the files decide. */
  int depth() {
    return levels.isEmpty() ? -1 : levels.size();
  }

  /** The part of these files. */
  Part part(String name, String root, List<String> folders, List<Part.SeenFile> files) {
    String day = "";
    String job = "";
    String host = "";
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < folders.size(); i++) {
      String folder = folders.get(i);
      Matcher keyed = KEYED.matcher(folder);
      String level = i < levels.size() ? levels.get(i) : keyed.matches() ? keyed.group(1) : "";
      String value = keyed.matches() ? keyed.group(2) : folder;
      Matcher date = DAY.matcher(value);
      if (date.matches() && (level.equals("day") || level.isEmpty() && day.isEmpty())) {
        day = date.group(1) + "-" + date.group(2) + "-" + date.group(3);
      } else if (level.equals("job")) {
        job = value;
      } else if (level.equals("host")) {
        host = value;
      } else {
        rest.add(folder);
      }
    }
    return new Part(name, root, job.isEmpty() ? String.join("/", rest) : job, day, host, files);
  }
}
