package io.busbar.formats.torch;

import io.busbar.base.problem.InputException;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the flight recorder's dump of one rank as JSON. Stateless. */
public final class FlightRecorderReader {
  private static final Pattern RANK_OF_FILE = Pattern.compile("(\\d{1,7})(?:\\.\\w+)?$");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");

  private FlightRecorderReader() {}

  /** Reads a dump; a file that is no such dump gives a warning. */
  public static void read(String file, byte[] bytes, TextLines lines, Found found) {
    try {
      if (TreeReader.parse(file, bytes) instanceof Tree.Mapping dump) {
        dump(file, dump, lines, found);
      }
    } catch (InputException e) {
      found.warn(new Place(file, 0, ""), "flight recorder: " + e.problems().getFirst());
    }
  }

  private static void dump(String file, Tree.Mapping dump, TextLines lines, Found found) {
    Matcher name = RANK_OF_FILE.matcher(file);
    String own = dump.text("rank");
    int rank =
        own != null && own.matches("\\d{1,7}")
            ? Integer.parseInt(own)
            : name.find() ? Integer.parseInt(name.group(1)) : -1;
    Map<String, Set<Integer>> members = new HashMap<>();
    Map<String, Place> statuses = new HashMap<>();
    if (dump.get("pg_config") instanceof Tree.Mapping groups) {
      groups
          .entries()
          .forEach((id, entry) -> {
            if (entry.value() instanceof Tree.Mapping group) {
              members.put(id, numbers(group.get("ranks")));
            }
          });
    }
    if (dump.get("pg_status") instanceof Tree.Mapping groups) {
      groups
          .entries()
          .forEach((id, entry) -> {
            Place place = lines.place(entry.value().at().line());
            if (entry.value() instanceof Tree.Mapping status
                && status.get("last_completed_collective") instanceof Tree last) {
              place = lines.place(last.at().line());
            }
            statuses.put(id, place);
          });
    }
    if (dump.get("entries") instanceof Tree.Sequence entries) {
      for (Tree item : entries.items()) {
        if (item instanceof Tree.Mapping e) {
          entry(rank, e, members, statuses, lines, found);
        }
      }
    }
  }

  private static void entry(
      int rank,
      Tree.Mapping e,
      Map<String, Set<Integer>> members,
      Map<String, Place> statuses,
      TextLines lines,
      Found found) {
    List<String> group = texts(e.get("process_group"));
    String id = text(e, "pg_id");
    String name = group.isEmpty() ? id : group.getFirst();
    String sequence =
        e.text("collective_seq_id") == null ? e.text("seq_id") : e.text("collective_seq_id");
    boolean p2p = "true".equals(e.text("is_p2p"));
    Tree state = e.get("state");
    Place at = lines.place(state == null ? e.at().line() : state.at().line());
    found.add(
        new FlightEntry(
            rank,
            name,
            p2p || sequence == null || !sequence.matches("\\d{1,18}")
                ? -1
                : Long.parseLong(sequence),
            text(e, "profiling_name").replaceFirst("^nccl:", ""),
            String.join("x", texts(e.get("input_sizes"))),
            text(e, "state"),
            members.getOrDefault(name, Set.of()),
            at,
            statuses.getOrDefault(name, at)));
  }

  private static String text(Tree.Mapping mapping, String key) {
    String text = mapping.text(key);
    return text == null ? "" : text;
  }

  private static List<String> texts(@org.jspecify.annotations.Nullable Tree tree) {
    List<String> texts = new ArrayList<>();
    if (tree instanceof Tree.Sequence s) {
      s.items().forEach(item -> texts.addAll(texts(item)));
    } else if (tree instanceof Tree.Scalar s) {
      texts.add(s.text());
    }
    return texts;
  }

  private static Set<Integer> numbers(@org.jspecify.annotations.Nullable Tree tree) {
    Set<Integer> numbers = new HashSet<>();
    for (String text : texts(tree)) {
      Matcher m = NUMBER.matcher(text);
      while (m.find()) {
        numbers.add(Integer.parseInt(m.group()));
      }
    }
    return numbers;
  }
}
